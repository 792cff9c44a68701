import { readArguments, USAGE_EXIT_CODE, UsageError } from "../src/command-line.ts";

/** An option of a program. An option with a default always has a value. */
type Option =
  | { type: "boolean"; help: string }
  | { type: "string"; value: string; default?: string; help: string }
  | { type: "number"; value?: string; default?: number; least?: number; most?: number; help: string };

type Options = Record<string, Option>;

/** A program of this repository. Its usage text is built from this. */
export interface Program<O extends Options> {
  /** The command that starts the program. */
  call: string;
  /** Its purpose; each text is a paragraph. */
  purpose: readonly string[];
  /** The positional arguments, as the usage shows them; absent if there are none. */
  words?: { name: string; most?: number };
  options?: O;
}

type ValueOf<T extends Option> = T extends { type: "boolean" }
  ? boolean
  : (T extends { type: "number" } ? number : string) | (T extends { default: unknown } ? never : undefined);

type Values<O extends Options> = { [name in keyof O]: ValueOf<O[name]> };

interface Arguments<O extends Options> {
  values: Values<O>;
  words: string[];
}

/** Prints what a program does, to standard error: its results go to standard output. */
export const say = (line: string) => process.stderr.write(`${line}\n`);

const WIDTH = 100;
const MOST = 1_000_000_000;

/** Wraps a text. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Rows of two columns, indented. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`.trimEnd()).join("\n");
}

function rowOf(name: string, option: Option): [string, string] {
  if (option.type === "boolean") return [`--${name}`, option.help];
  const fallback = (option.default ?? "") === "" ? "" : ` (default: ${option.default ?? ""})`;
  return [`--${name} <${option.value ?? "number"}>`, `${option.help}${fallback}`];
}

/** Returns the text that `--help` prints. */
export function usageOf<O extends Options>({ call, purpose, words, options }: Program<O>): string {
  const named: [string, Option][] = Object.entries(options ?? {});
  const rows = [
    ...named.map(([name, option]) => rowOf(name, option)),
    ["-h, --help", "show this help"] as const,
  ];
  const head = ["usage:", call, "--", words?.name, "[options]"]
    .filter((part) => part !== undefined)
    .join(" ");
  return `${[head, ...purpose.map(wrapped), columns(rows)].join("\n\n")}\n`;
}

/** @throws UsageError */
function numberOf(
  name: string,
  text: string,
  { least = 1, most = MOST }: { least?: number; most?: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`);
}

/**
 * Reads the arguments of a program; undefined if they request its usage.
 *
 * @throws UsageError for an unknown option or argument, and for an invalid number or one out of range
 */
export function argumentsOf<const O extends Options>(
  program: Program<O>,
  args: string[],
): Arguments<O> | undefined {
  const named: [string, Option][] = Object.entries(program.options ?? {});
  const options = Object.fromEntries(
    named.map(([name, { type }]) => [name, { type: type === "boolean" ? type : ("string" as const) }]),
  );
  const help = { type: "boolean" as const, short: "h" };
  const helpCall = `${program.call} -- --help`;
  const config = { args, options: { ...options, help }, allowPositionals: program.words !== undefined };
  const { values: read, positionals: words } = readArguments(config, helpCall);
  if (read.help === true) return undefined;
  const given: Record<string, string | boolean | undefined> = read;
  const unexpected = words[program.words?.most ?? Infinity];
  if (unexpected !== undefined)
    throw new UsageError(`Unexpected argument '${unexpected}'; ${helpCall} shows the usage`);
  const values = named.map(([name, option]) => {
    const value = given[name];
    if (option.type === "boolean") return [name, value === true];
    if (value === undefined) return [name, option.default];
    return [name, option.type === "number" ? numberOf(name, String(value), option) : value];
  });
  return { values: Object.fromEntries(values) as Values<O>, words };
}

/**
 * Reads the arguments of this process. For `--help`, prints the usage and exits. For invalid arguments, prints one
 * sentence and exits with code 2.
 */
export function readCommandLine<const O extends Options>(program: Program<O>): Arguments<O> {
  try {
    const read = argumentsOf(program, process.argv.slice(2));
    if (read) return read;
    process.stdout.write(usageOf(program));
    return process.exit(0);
  } catch (err) {
    if (!(err instanceof UsageError)) throw err;
    say(err.message);
    return process.exit(USAGE_EXIT_CODE);
  }
}
