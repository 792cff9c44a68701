/** A fault that the tests must find: one place of one file, and the test files of which at least one must fail. */
export interface Mutant {
  name: string;
  file: string;
  /** Text that the file has exactly once. */
  find: string;
  replace: string;
  /** The fastest come first. */
  tests: string[];
}

/** Mutants of one file. */
export const of = (
  file: string,
  tests: string[],
  mutants: Record<string, [find: string, replace: string, tests?: string[]]>,
): Mutant[] =>
  Object.entries(mutants).map(([name, [find, replace, own = tests]]) => ({
    name,
    file,
    find,
    replace,
    tests: own,
  }));

/** A file's text with the mutant in it. Throws with one sentence where the place is not there exactly once. */
export function mutated({ name, file, find, replace }: Omit<Mutant, "tests">, text: string): string {
  const times = text.split(find).length - 1;
  if (times !== 1)
    throw new Error(`the mutant "${name}" does not apply: ${file} has its text ${times} times, not once`);
  return text.replace(find, () => replace);
}
