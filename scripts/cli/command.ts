import type { ParseArgsConfig } from "node:util";
import type { Redis } from "ioredis";
import type { Keys } from "../../src/store/keys/keys.ts";
import type { Tenants } from "../../src/store/tenants/tenants.ts";
import type { Vault } from "../../src/store/tenants/vault.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Gives a variable of the environment. */
export type Setting = (name: string) => string | undefined;

/** What a command can use. */
export interface CliContext {
  setting: Setting;
  redis: Redis;
  keys: Keys;
  tenants: Tenants;
  /** Seals secrets; undefined while none is sealed, for the service chooses the key at its first start. */
  vault: Vault | undefined;
  /** Opens what the caller sends by standard input. */
  input: () => NodeJS.ReadableStream;
  /** Partitions that the data was laid out with; 0 before the service's first start. */
  partitions: number;
}

export interface CliInput {
  /** The positional arguments, by name. */
  args: Record<string, string>;
  options: Record<string, string | boolean | undefined>;
}

/** One command of the operator's tool. */
export interface CliCommand {
  /** Words that call it. */
  name: string;
  /** Names of its positional arguments; one in brackets may be left out. */
  args?: string[];
  options?: Options;
  /** Whether the embedded store is started for it where no service runs. */
  opensStore?: boolean;
  /** One line each for the options, by name. */
  optionHelp?: Record<string, string>;
  help: string;
  /** It changes nothing of a tenant, so it is not in the audit log. */
  reads?: true;
  /** The tenant that it changes, where no argument `tenant` says so. */
  tenantOf?: (context: CliContext, input: CliInput) => Promise<string | undefined>;
  /** Carries it out. What it gives back is printed: as JSON with --json, else as {@link CliCommand.text} makes it. */
  run: (context: CliContext, input: CliInput) => Promise<unknown>;
  /** For people. */
  text: (result: never) => string;
  /** Whether the result, which is printed, is not what was asked for: the tool ends with 1. */
  isFailure?: (result: never) => boolean;
}

/** Lets the compiler take the type of the result from `run`. */
export function command<T>(
  definition: Omit<CliCommand, "run" | "text" | "isFailure"> & {
    run: (context: CliContext, input: CliInput) => Promise<T>;
    text: (result: T) => string;
    isFailure?: (result: T) => boolean;
  },
): CliCommand {
  return definition;
}

/** The operator asked for something that cannot be; the message is for the terminal. */
export class CliError extends Error {}

/** Rows under their headings, in columns. */
export function table(headings: string[], rows: (string | number)[][]): string {
  const cells = [headings, ...rows.map((row) => row.map(String))];
  const widths = headings.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The whole number that an option gives. */
export function wholeNumber(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CliError(`--${name} must be a whole number`);
  return Number(text);
}
