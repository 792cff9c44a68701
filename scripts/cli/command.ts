import type { Redis } from "ioredis";
import { UsageError } from "../../src/command-line.ts";
import type { Config } from "../../src/config.ts";
import { toolCall } from "../../src/errors/tool-call.ts";
import type { Keys } from "../../src/store/keys/keys.ts";
import type { Now } from "../../src/store/redis/clock.ts";
import type { Vault } from "../../src/store/secrets/vault.ts";
import { STORE_REF } from "../../src/store/tenants/client.ts";
import type { Tenants } from "../../src/store/tenants/tenants.ts";

/** An option of a command. */
interface CliOption {
  type: "string" | "boolean";
  /** One line for the operator. */
  help: string;
  /** Whether it must be given. */
  required?: true;
}

/**
 * The options of a command, by name. They have no defaults here: the audit log names the options that were given, and
 * the command itself uses a default for the others.
 */
type Options = Record<string, CliOption>;

/** The resources of a command. */
export interface CliContext {
  config: Readonly<Config>;
  redis: Redis;
  keys: Keys;
  /** The clock of Redis: the clock of the operator's machine may be wrong. */
  now: Now;
  tenants: Tenants;
  /** Seals secrets; undefined while none is sealed, because the service chooses the key at its first start. */
  vault: Vault | undefined;
  /** Opens standard input. */
  input: () => NodeJS.ReadableStream;
  /** Prints a message beside the result, to standard error. */
  warn: (text: string) => void;
  /** Number of partitions of the data; 0 before the service's first start. */
  partitions: number;
}

export interface CliInput {
  /** The positional arguments, by name. */
  args: Record<string, string>;
  /** The options that were given. */
  options: Record<string, string | boolean | undefined>;
}

/** One command of the operator's tool. */
export interface CliCommand {
  /** Words that name it on the command line. */
  name: string;
  /** Names of its positional arguments; those in brackets are optional. */
  args?: string[];
  options?: Options;
  /** Whether the embedded Redis is started for it if no service runs. */
  opensStore?: boolean;
  help: string;
  /**
   * Whether it is in the audit log of its tenant, which is the rule. False for a command that changes nothing, or only
   * what the API changes without an entry, such as the catalogue.
   */
  isAudited?: false;
  /**
   * Whether a call deletes something before it writes it in another form or at another place. All permissions of the
   * users of Redis are then checked before it runs.
   */
  deletesFirst?: (input: CliInput) => boolean;
  /** The tenant that it changes, if it has no argument `tenant`. */
  tenantOf?: (context: CliContext, input: CliInput) => Promise<string | undefined>;
  /** Runs the command. The result is printed: as JSON with --json, otherwise by {@link CliCommand.text}. */
  run: (context: CliContext, input: CliInput) => Promise<unknown>;
  /** The result as text for people. */
  text: (result: never) => string;
  /** Whether the printed result is a failure: the tool then exits with code 1. */
  isFailure?: (result: never) => boolean;
}

/** Lets the compiler infer the type of the result from `run`. */
export function command<T>(
  definition: Omit<CliCommand, "run" | "text" | "isFailure"> & {
    run: (context: CliContext, input: CliInput) => Promise<T>;
    text: (result: T) => string;
    isFailure?: (result: T) => boolean;
  },
): CliCommand {
  return definition;
}

/**
 * The operator requested something that is impossible with the current data. A command line that is wrong in itself is a
 * {@link UsageError} instead. The message is for the terminal.
 */
export class CliError extends Error {}

/** Returns a refusal that also says which call of the tool prints what the operator needs. */
export const withHint = (refusal: Error, call: string, what: string): CliError =>
  new CliError(`${refusal.message}: \`${toolCall(call)}\` prints ${what}`, { cause: refusal });

/** @throws {CliError} if there is no such tenant */
export async function requireTenant({ tenants }: Pick<CliContext, "tenants">, tenant: string): Promise<void> {
  if (!(await tenants.find(tenant))) throw new CliError(`there is no tenant ${tenant}`);
}

/**
 * Returns the `<tenant>/<store>` that a command names.
 *
 * @throws {CliError} if there is no such tenant
 * @throws {UsageError} if no store can have this name
 */
export async function storeKeyOf(context: CliContext, tenant: string, store: unknown): Promise<string> {
  if (typeof store !== "string" || !STORE_REF.test(store))
    throw new UsageError("--store must be 1 to 64 letters, digits, dots, dashes or underscores");
  await requireTenant(context, tenant);
  return `${tenant}/${store}`;
}

/** Formats rows in columns, under their headings. */
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

/** The value of an option as a whole number. @throws UsageError for another value */
export function wholeNumber(text: string, name: string, minimum = 0): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < minimum)
    throw new UsageError(`--${name} must be a whole number from ${minimum} to 999999999`);
  return Number(text);
}

/**
 * Checks that a command names either one entry or all.
 *
 * @throws UsageError for neither, and for both: it would be unclear which is meant
 */
export function requireOneOrAll(what: string, id: string | undefined, all: unknown): void {
  if (id !== undefined && all === true) throw new UsageError(`name a ${what}, or use --all, not both`);
  if (id === undefined && all !== true) throw new UsageError(`name a ${what}, or use --all`);
}
