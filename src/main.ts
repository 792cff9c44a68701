import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";
import type { App } from "./app/app.ts";
import { onGroupStop, ProcessGroup, refuseInGroup, shareMetrics } from "./app/process/cluster.ts";
import { demoFile, welcome, welcomeBack } from "./app/process/demo-tenant.ts";
import { EmbeddedRedis } from "./app/process/embedded-redis.ts";
import { ensureRedisServer } from "./app/process/redis-binary.ts";
import { onStopSignal, SKIPPED_SIGNALS, STOP_SIGNALS } from "./app/process/stop-signals.ts";
import { readArguments, USAGE_EXIT_CODE, UsageError } from "./command-line.ts";
import { type Config, ConfigError, loadConfig, usage } from "./config.ts";
import { StartRefused } from "./errors/start-refused.ts";
import { Lifecycle } from "./lifecycle.ts";
import { createLogger, terminalStream } from "./logger.ts";

/** Ends a start that was interrupted by a signal. The stop itself continues. */
class Stopped extends Error {}

const say = (line: string) => process.stderr.write(`${line}\n`);

const OPTIONS = {
  role: { type: "string", default: "all" },
  help: { type: "boolean", short: "h", default: false },
} as const;

const FILE_FAULTS = new Set(["EACCES", "EROFS", "EPERM", "ENOTDIR", "EEXIST", "ENOSPC", "EDQUOT"]);

/** Returns why the service cannot start, in one sentence; undefined for an unexpected error. */
function refusalOf(err: unknown): string | undefined {
  if (err instanceof StartRefused) return err.message;
  if (!(err instanceof Error && "path" in err && "code" in err && FILE_FAULTS.has(String(err.code))))
    return undefined;
  return `${String(err.path)} cannot be written (${String(err.code)}); set DATA_DIR to a directory of this user`;
}

/** Stops everything on a signal or a fatal error; a second signal ends the process at once. */
function stopOnSignals(config: Readonly<Config>, log: Logger, stop: () => Promise<void>): void {
  const delay = config.DRAIN_DELAY_MS + config.DRAIN_MS + 20_000;
  let signal: NodeJS.Signals | undefined;
  const { close } = closeWithGrace({ delay, logger: false, skip: SKIPPED_SIGNALS }, async ({ err }) => {
    if (err) log.fatal({ err }, "stopping after an error");
    else log.info({ signal }, "stopping");
    await stop();
    log.info("stopped");
  });
  if (!cluster.isWorker) {
    const begin = (received: NodeJS.Signals) => {
      signal = received;
      close();
    };
    onStopSignal(begin, () => process.exit(1));
    return;
  }
  // Ctrl-C reaches every process of a terminal. Those of a group stop only when the first process asks them to.
  for (const each of STOP_SIGNALS) process.on(each, () => undefined);
  onGroupStop(close);
}

/** Starts the service. A signal during the start ends it immediately; a later signal stops the parts in order. */
async function start(config: Readonly<Config>, lifecycle: Lifecycle, log: Logger): Promise<void> {
  const starting = new AbortController();
  let isStarting = true;
  stopOnSignals(config, log, () => {
    // After the start nothing is aborted: open requests and jobs are finished first.
    if (isStarting) starting.abort(new Stopped("stopped while starting"));
    return lifecycle.stop();
  });
  await startParts(config, lifecycle, { log, signal: starting.signal });
  isStarting = false;
}

interface StartOptions {
  log: Logger;
  /** Aborts the start. */
  signal: AbortSignal;
}

/** Starts the embedded Redis. Resolves to its URL. */
async function startRedis({ DATA_DIR: dataDir }: Config, lifecycle: Lifecycle, log: Logger): Promise<string> {
  const redis = EmbeddedRedis.start({ binary: ensureRedisServer(say), dataDir, log });
  // A stop during the start waits for the start, so that no server is left running.
  const stopRedis = async () => (await redis.catch(() => undefined))?.stop();
  lifecycle.own("embedded redis", stopRedis, (stop) => stop());
  return (await redis).url;
}

/** Prints how to use the demo tenant, if there is one. */
function greet({ DATA_DIR, DEMO_TENANT }: Config, { demo, port, publicUrl }: App): void {
  const file = demoFile(DATA_DIR);
  if (demo) process.stdout.write(welcome(demo, file));
  else if (DEMO_TENANT === "on" && port !== undefined && existsSync(file))
    process.stdout.write(welcomeBack(publicUrl, file));
}

/** Starts the processes of a group, or the parts of this process. */
async function startParts(
  config: Readonly<Config>,
  lifecycle: Lifecycle,
  { log, signal }: StartOptions,
): Promise<void> {
  const redisUrl = config.REDIS_URL ?? (await startRedis(config, lifecycle, log));
  signal.throwIfAborted();
  if (config.PROCESSES > 1 && cluster.isPrimary) {
    const onRefused = (reason: string) => void refuse(reason, { lifecycle });
    const group = new ProcessGroup(config.PROCESSES, { env: { REDIS_URL: redisUrl }, onRefused }, log);
    lifecycle.own("processes", group, (part) => part.stop());
    return;
  }
  // On a shared machine, background work must not delay requests and writes.
  if (config.roles.every((role) => role === "jobs")) setPriority(config.JOBS_NICE);
  // Imported here because it is most of the program; `--help` and invalid settings do not need it.
  const { startApp } = await import("./app/app.ts");
  const app = await startApp({
    config,
    redisUrl,
    log,
    signal,
    ...(cluster.isWorker ? { shareMetrics } : {}),
  });
  lifecycle.own("app", app, (part) => part.stop());
  greet(config, app);
}

/** Ends the process with a sentence for the person who started it. In a group, the first process prints it. */
async function refuse(
  reason: string,
  { lifecycle, exitCode = 1 }: { lifecycle?: Lifecycle; exitCode?: number } = {},
): Promise<never> {
  await lifecycle?.stop();
  if (cluster.isWorker) await refuseInGroup(reason);
  else say(reason);
  process.exit(exitCode);
}

/** Logs the warnings of Node.js, which would otherwise be lines of plain text between the JSON lines. */
function logWarnings(log: Logger): void {
  process.removeAllListeners("warning");
  process.on("warning", (err) => log.warn({ err }, "Node.js warning"));
}

async function main(): Promise<void> {
  const { role, help } = readArguments({ options: OPTIONS }, "npm start -- --help").values;
  if (help) {
    process.stdout.write(usage());
    return;
  }
  const config = loadConfig(process.env, role);
  const log = createLogger(config.LOG_LEVEL, await terminalStream());
  logWarnings(log);
  const lifecycle = new Lifecycle(log);
  try {
    await start(config, lifecycle, log);
  } catch (err) {
    const reason = refusalOf(err);
    if (reason === undefined) throw err;
    await refuse(reason, { lifecycle });
  }
}

async function run(): Promise<void> {
  try {
    await main();
  } catch (err) {
    if (err instanceof UsageError || (err instanceof ConfigError && err.isOfCommandLine))
      await refuse(err.message, { exitCode: USAGE_EXIT_CODE });
    if (err instanceof StartRefused) await refuse(err.message);
    if (!(err instanceof Stopped)) throw err;
  }
}

// No `await` at the top level: tests start this program as CommonJS.
void run();
