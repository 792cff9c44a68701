import type { FieldError } from "./problem.ts";

/** The sender's path of each member of a row that has another name in the service's format. `*` stands for an index. */
export type SentNames = Readonly<Record<string, string>>;

const INDEX = /^\d+$/;

/** Converts a path of the service's format to the path that the sender used. */
export function sentPath(names: SentNames, path: string): string {
  const segments = path.split("/");
  for (let length = segments.length; length > 1; length--) {
    const own = segments.slice(0, length);
    const sent = names[own.map((segment) => (INDEX.test(segment) ? "*" : segment)).join("/")];
    if (sent === undefined) continue;
    const indexes = own.filter((segment) => INDEX.test(segment));
    const start = sent.split("/").map((segment) => (segment === "*" ? indexes.shift() : segment));
    return [...start, ...segments.slice(length)].join("/");
  }
  return path;
}

/** Converts the paths of errors to those that the sender used. */
export const sentErrors = (names: SentNames, errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ path, message }) => ({ path: sentPath(names, path), message }));
