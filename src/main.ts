import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";
import { onGroupStop, ProcessGroup, refuseInGroup, shareMetrics } from "./app/process/cluster.ts";
import { demoFile, welcome, welcomeBack } from "./app/process/demo-tenant.ts";
import { EmbeddedRedis } from "./app/process/embedded-redis.ts";
import { ensureRedisServer } from "./app/process/redis-binary.ts";
import { readArguments, USAGE_EXIT_CODE, UsageError } from "./command-line.ts";
import { type Config, loadConfig, usage } from "./config.ts";
import { Lifecycle } from "./lifecycle.ts";
import { createLogger } from "./logger.ts";
import { StartRefused } from "./store/start-refused.ts";

/** The process was stopped before it had started; the stop continues on its own. */
class Stopped extends Error {}

const say = (line: string) => process.stderr.write(`${line}\n`);

const OPTIONS = {
  role: { type: "string", default: "all" },
  help: { type: "boolean", short: "h", default: false },
} as const;

const FILE_FAULTS = new Set(["EACCES", "EROFS", "EPERM", "ENOTDIR", "EEXIST", "ENOSPC", "EDQUOT"]);

/** Why the service cannot start, in one sentence; undefined for any other error. */
function refusalOf(err: unknown): string | undefined {
  if (err instanceof StartRefused) return err.message;
  if (!(err instanceof Error && "path" in err && "code" in err && FILE_FAULTS.has(String(err.code))))
    return undefined;
  return `${String(err.path)} cannot be written (${String(err.code)}); set DATA_DIR to a directory of this user`;
}

/** Stops everything on a signal or a fatal error; a second signal ends the process at once. */
function stopOnSignals(config: Readonly<Config>, log: Logger, stop: () => Promise<void>): void {
  const delay = config.DRAIN_DELAY_MS + config.DRAIN_MS + 20_000;
  const { close } = closeWithGrace(
    { delay, logger: false, skip: cluster.isWorker ? ["SIGINT", "SIGTERM"] : [] },
    async (event) => {
      if (event.err) log.fatal({ err: event.err }, "stopping after an error");
      else log.info({ signal: event.signal }, "stopping");
      await stop();
      log.info("stopped");
    },
  );
  if (!cluster.isWorker) return;
  // Ctrl-C reaches all processes of a terminal; those of a group wait until the first one says so.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => undefined);
  onGroupStop(close);
}

/** Starts, and stops on signals: in the middle of the start at once, later in good order. */
async function start(config: Readonly<Config>, lifecycle: Lifecycle, log: Logger): Promise<void> {
  const starting = new AbortController();
  let isStarting = true;
  stopOnSignals(config, log, () => {
    // What has started must not break off: its requests and jobs are answered and ended first.
    if (isStarting) starting.abort(new Stopped("stopped while starting"));
    return lifecycle.stop();
  });
  await startParts(config, lifecycle, { log, signal: starting.signal });
  isStarting = false;
}

interface StartOptions {
  log: Logger;
  /** Ends the start. */
  signal: AbortSignal;
}

async function startParts(
  config: Readonly<Config>,
  lifecycle: Lifecycle,
  { log, signal }: StartOptions,
): Promise<void> {
  let redisUrl = config.REDIS_URL;
  if (redisUrl === undefined) {
    const redis = EmbeddedRedis.start({ binary: ensureRedisServer(say), dataDir: config.DATA_DIR, log });
    // A stop in between waits for the start, so that no server is left behind.
    const stopRedis = async () => (await redis.catch(() => undefined))?.stop();
    lifecycle.own("embedded redis", stopRedis, (stop) => stop());
    redisUrl = (await redis).url;
  }
  signal.throwIfAborted();
  if (config.PROCESSES > 1 && cluster.isPrimary) {
    const onRefused = (reason: string) => void refuse(reason, lifecycle);
    const group = new ProcessGroup(config.PROCESSES, { env: { REDIS_URL: redisUrl }, onRefused }, log);
    lifecycle.own("processes", group, (it) => it.stop());
    return;
  }
  // Where they share a machine, what only works in the background lets requests and writes go first.
  if (config.roles.every((role) => role === "jobs")) setPriority(config.JOBS_NICE);
  // Imported here, because it is most of the program: help and refusals do not need it.
  const { startApp } = await import("./app/app.ts");
  const app = await startApp({
    config,
    redisUrl,
    log,
    signal,
    ...(cluster.isWorker ? { shareMetrics } : {}),
  });
  lifecycle.own("app", app, (it) => it.stop());
  const file = demoFile(config.DATA_DIR);
  if (app.demo) process.stdout.write(welcome(app.demo, file));
  else if (config.DEMO_TENANT === "on" && app.port !== undefined && existsSync(file))
    process.stdout.write(welcomeBack(app.publicUrl, file));
}

/** Ends the process with a sentence for the person who started it; of a group, its first process says it. */
async function refuse(reason: string, lifecycle?: Lifecycle, exitCode = 1): Promise<never> {
  await lifecycle?.stop();
  if (cluster.isWorker) await refuseInGroup(reason);
  else say(reason);
  process.exit(exitCode);
}

/** Logs what Node.js warns of: it would write lines of text between those of JSON. */
function logWarnings(log: Logger): void {
  process.removeAllListeners("warning");
  process.on("warning", (err) => log.warn({ err }, "warning of Node.js"));
}

async function main(): Promise<void> {
  const { role, help } = readArguments({ options: OPTIONS }, "npm start -- --help").values;
  if (help) {
    process.stdout.write(usage());
    return;
  }
  const config = loadConfig(process.env, role);
  const log = createLogger(config.LOG_LEVEL);
  logWarnings(log);
  const lifecycle = new Lifecycle(log);
  try {
    await start(config, lifecycle, log);
  } catch (err) {
    const reason = refusalOf(err);
    if (reason === undefined) throw err;
    await refuse(reason, lifecycle);
  }
}

try {
  await main();
} catch (err) {
  if (err instanceof UsageError) await refuse(err.message, undefined, USAGE_EXIT_CODE);
  if (err instanceof StartRefused) await refuse(err.message);
  if (!(err instanceof Stopped)) throw err;
}
