import type { Redis } from "ioredis";
import { pino } from "pino";
import { EmbeddedRedis, findEmbeddedRedis } from "../../src/app/process/embedded-redis.ts";
import { ensureRedisServer } from "../../src/app/process/redis-binary.ts";
import { readArguments, USAGE_EXIT_CODE, UsageError } from "../../src/command-line.ts";
import type { Config } from "../../src/config.ts";
import { StartRefused } from "../../src/errors/start-refused.ts";
import { toolCall } from "../../src/errors/tool-call.ts";
import { Keys } from "../../src/store/keys/keys.ts";
import {
  LAYOUT_VERSION,
  MIGRATED_LAYOUTS,
  refuseOther,
  refuseRestoring,
} from "../../src/store/layout/layout.ts";
import { Undecodable } from "../../src/store/records/decode.ts";
import { refuseUndecodable } from "../../src/store/records/undecodable.ts";
import { StoreClock } from "../../src/store/redis/clock.ts";
import { redisAddress } from "../../src/store/redis/connection/address.ts";
import { hasRedisFailed, wasForbidden } from "../../src/store/redis/failures.ts";
import { LimitReached } from "../../src/store/redis/structures/limited-hash.ts";
import { Unsealable } from "../../src/store/secrets/vault.ts";
import { InvalidValue, TenantError } from "../../src/store/tenants/tenant.ts";
import { Tenants } from "../../src/store/tenants/tenants.ts";
import { columns } from "../program.ts";
import { runAudited } from "./audited.ts";
import { type CliCommand, CliError, type CliInput } from "./command.ts";
import { backupCommands } from "./commands/backups.ts";
import { clientCommands } from "./commands/clients.ts";
import { deadLetterCommands } from "./commands/dead-letters.ts";
import { exportCommands } from "./commands/exports.ts";
import { feedCommands } from "./commands/feeds.ts";
import { jobCommands } from "./commands/jobs.ts";
import { ownerCommands } from "./commands/owners.ts";
import { partitionCommands } from "./commands/partitions.ts";
import { reportCommands } from "./commands/reports.ts";
import { toolConfig } from "./commands/settings.ts";
import { shopCommands } from "./commands/shops.ts";
import { tenantDeleteCommand } from "./commands/tenant-delete.ts";
import { tenantShowCommand } from "./commands/tenant-show.ts";
import { tenantCommands } from "./commands/tenants.ts";
import { verifyCommand } from "./commands/verify.ts";
import { refuseHalfDone } from "./permissions.ts";
import { secretCommands, vaultOf } from "./secrets.ts";
import { connectStore } from "./store.ts";

/** All commands, in the order of the overview. */
export const COMMANDS: readonly CliCommand[] = [
  ...tenantCommands,
  tenantShowCommand,
  tenantDeleteCommand,
  ...clientCommands,
  ...ownerCommands,
  ...partitionCommands,
  ...deadLetterCommands,
  ...shopCommands,
  ...secretCommands,
  ...jobCommands,
  ...reportCommands,
  ...feedCommands,
  ...exportCommands,
  ...backupCommands,
  verifyCommand,
];
const REFUSALS = [UsageError, CliError, TenantError, LimitReached, StartRefused];

/** Environment and streams of the tool. */
export interface ToolContext {
  /** Returns a variable of the environment. */
  setting: (name: string) => string | undefined;
  /** Opens standard input. */
  input: () => NodeJS.ReadableStream;
  /** Prints results. */
  print: (text: string) => void;
  /** Prints errors. */
  printError: (text: string) => void;
}

const CALL = toolCall();

const argsOf = ({ args = [] }: CliCommand) =>
  args.map((name) => (name.startsWith("[") ? name : `<${name}>`)).join(" ");
const callOf = (command: CliCommand) =>
  [command.name, argsOf(command)].filter((part) => part !== "").join(" ");

function overview(commands: readonly CliCommand[]): string {
  const lines = columns(commands.map((command) => [callOf(command), command.help]));
  return `usage: ${CALL} <command> [--json] [--help]\n\n${lines}\n\nREDIS_URL names the Redis server; without it, the Redis of the service that runs with DATA_DIR is used.`;
}

function helpOf(command: CliCommand): string {
  const lines: [string, string][] = [
    ...Object.entries(command.options ?? {}).map(([name, { type, help, required }]): [string, string] => [
      type === "string" ? `--${name} <value>` : `--${name}`,
      required ? `${help} (required)` : help,
    ]),
    ["--json", "print the result as JSON, or the error as JSON to standard error"],
    ["--help", "show this help"],
  ];
  return `usage: ${CALL} ${callOf(command)} [options]\n\n${command.help}\n\n${columns(lines)}`;
}

/**
 * Replaces control characters except line breaks and tabs. Texts of tenants may contain them, and must not control the
 * operator's terminal.
 */
const printable = (text: string) => text.replace(/(?![\n\t])\p{Cc}/gu, "\uFFFD");

/** The command that the words name, and the remaining words. */
function findCommand(words: string[]): { command: CliCommand; rest: string[] } | undefined {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(" ");
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (command) return { command, rest: words.slice(count) };
  }
  return undefined;
}

function inputOf(command: CliCommand, rest: string[]): CliInput & { json: boolean; help: boolean } {
  const options = {
    ...command.options,
    json: { type: "boolean" as const },
    help: { type: "boolean" as const, short: "h" },
  };
  const config = { args: rest, options, allowPositionals: true };
  const { values, positionals } = readArguments(config, `${CALL} ${command.name} --help`);
  const { json = false, help = false, ...others } = values;
  const given: CliInput["options"] = others;
  const names = command.args ?? [];
  if (!help) {
    const missing = names[positionals.length];
    if (missing !== undefined && !missing.startsWith("[")) throw new UsageError(`<${missing}> is missing`);
    if (positionals.length > names.length)
      throw new UsageError(`unexpected argument ${positionals[names.length] ?? ""}`);
    const empty = names[positionals.findIndex((value: string) => value === "")];
    if (empty !== undefined) throw new UsageError(`<${empty.replace(/[[\]]/g, "")}> is empty`);
    for (const [name, option] of Object.entries(command.options ?? {}))
      if (option.required && (given[name] === undefined || given[name] === ""))
        throw new UsageError(`--${name} is required: ${option.help}`);
  }
  const args = Object.fromEntries(
    positionals.map((value, i) => [names[i]?.replace(/[[\]]/g, "") ?? "", value]),
  );
  return { args, options: given, json, help };
}

/** A connection to Redis, and its end. With `opensStore`, an embedded Redis is started if none runs. */
async function open(
  config: Readonly<Config>,
  { printError }: ToolContext,
  opensStore: boolean,
): Promise<{ redis: Redis; close: () => Promise<void> }> {
  const { DATA_DIR: dataDir } = config;
  const url = config.REDIS_URL ?? findEmbeddedRedis(dataDir);
  const connect = (to: string) => connectStore(redisAddress("REDIS_URL", to, (name) => config[name]));
  if (url === undefined && !opensStore) {
    throw new CliError(
      `No service runs with the data directory ${dataDir}.\nStart it, or set REDIS_URL or DATA_DIR.`,
    );
  }
  if (url !== undefined) {
    const redis = await connect(url);
    return {
      redis,
      close() {
        redis.disconnect();
        return Promise.resolve();
      },
    };
  }
  const log = pino({ level: "silent" });
  const server = await EmbeddedRedis.start({ binary: ensureRedisServer(printError), dataDir, log });
  const redis = await connect(server.url);
  return {
    redis,
    async close() {
      redis.disconnect();
      await server.stop();
    },
  };
}

/** Prints the commands if the words ask for help. @throws UsageError for other words, which name no command */
function printOverview(words: string[], print: (text: string) => void): void {
  const [group] = words;
  const some = COMMANDS.filter(({ name }) => name.split(" ")[0] === group);
  const text = overview(some.length > 0 ? some : COMMANDS);
  if (words.length === 0 || ["--help", "-h", "help"].some((word) => words.includes(word))) return print(text);
  const called = words.filter((word) => !word.startsWith("-")).slice(0, 2);
  if (!group?.startsWith("-")) throw new UsageError(`There is no command ${called.join(" ")}.\n\n${text}`);
  throw new UsageError(
    called.length > 0
      ? `${group} must follow the command; ${CALL} --help shows the usage`
      : `Unknown option '${group}'; ${CALL} --help shows the usage`,
  );
}

/** Refuses data that a command cannot read. A backup and its restoration concern all keys of any layout. */
function checkLayout({ opensStore }: CliCommand, layout: string | null): void {
  if (opensStore) return;
  refuseRestoring(layout);
  if (MIGRATED_LAYOUTS.includes(layout ?? ""))
    throw new CliError(
      `the data has layout ${layout ?? ""}, this program reads layout ${LAYOUT_VERSION}: start the service, which migrates it`,
    );
  if (layout !== null) refuseOther(layout);
}

/** Resolves to the exit code. @throws UsageError for a command line that is wrong in itself */
async function run(words: string[], context: ToolContext): Promise<number> {
  const { setting, input: stdin, print, printError: warn } = context;
  const found = findCommand(words);
  if (!found) {
    printOverview(words, print);
    return 0;
  }
  const { command, rest } = found;
  const input = inputOf(command, rest);
  if (input.help) {
    print(helpOf(command));
    return 0;
  }
  const config = toolConfig(setting);
  const { redis, close } = await open(config, context, command.opensStore === true);
  try {
    const { REDIS_PREFIX: prefix } = config;
    const [stored, layout = null] = await redis.hmget(new Keys(prefix, 0).meta, "partitions", "layout");
    checkLayout(command, layout);
    const partitions = Number(stored ?? 0);
    const keys = new Keys(prefix, partitions);
    const vault = await vaultOf(config, redis, keys);
    const clock = new StoreClock();
    await clock.compare(redis, keys);
    const { now } = clock;
    const tenants = new Tenants(redis, keys, vault, refuseUndecodable, now);
    const opened = { redis, keys, now, tenants, vault, partitions, config, input: stdin, warn };
    await refuseHalfDone(command, opened, input);
    const result = await runAudited(command, opened, input);
    print(input.json ? JSON.stringify(result) : printable(command.text(result as never)));
    return command.isFailure?.(result as never) ? 1 : 0;
  } finally {
    await close();
  }
}

/** Returns why a command failed, if the operator can do something about it; undefined for an unexpected error. */
function reasonOf(err: unknown): string | undefined {
  if (!(err instanceof Error)) return undefined;
  if (err instanceof Unsealable)
    return `${err.message}: set CREDENTIALS_KEYS or DATA_DIR to the values of the service`;
  if (err instanceof Undecodable) return `${err.message}: \`${toolCall("verify")}\` names the record`;
  if (hasRedisFailed(err))
    return `Redis failed during the command (${err.message}). Check what the command has changed before you run it again.`;
  if (wasForbidden(err))
    return `The user of Redis lacks a permission (${err.message}): docs/redis.md has the required ACL rule, which names REDIS_PREFIX. Check what the command has changed before you run it again.`;
  const isOurs = REFUSALS.some((kind) => err instanceof kind);
  // An error of the system, such as a file that cannot be read, names its cause.
  return isOurs || "syscall" in err ? err.message : undefined;
}

/**
 * Runs a command line. Resolves to the exit code. Prints an error to standard error: one JSON object with --json,
 * otherwise text. Without --json, rejects if the error is not the caller's fault.
 */
export async function runTool(words: string[], context: ToolContext): Promise<number> {
  try {
    return await run(words, context);
  } catch (err) {
    const isJson = words.includes("--json");
    const unexpected = err instanceof Error ? err.message : String(err);
    const message = reasonOf(err) ?? (isJson ? unexpected : undefined);
    if (message === undefined) throw err;
    context.printError(isJson ? JSON.stringify({ error: { message } }) : printable(message));
    return err instanceof UsageError || err instanceof InvalidValue ? USAGE_EXIT_CODE : 1;
  }
}
