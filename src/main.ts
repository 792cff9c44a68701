import cluster from "node:cluster";
import { constants, setPriority } from "node:os";
import { parseArgs } from "node:util";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";
import { startApp } from "./app.ts";
import { type Config, ConfigError, loadConfig } from "./config.ts";
import { demoFile, welcome } from "./demo-tenant.ts";
import { EmbeddedRedis } from "./embedded-redis.ts";
import { Lifecycle } from "./lifecycle.ts";
import { createLogger } from "./logger.ts";
import { onGroupStop, ProcessGroup, shareMetrics } from "./processes.ts";
import { ensureRedisServer, RedisMissing } from "./redis-binary.ts";

/** The process was told to stop before it had started; what stops it goes on by itself. */
class Stopped extends Error {}

const say = (line: string) => process.stderr.write(`${line}\n`);

function readConfig(): Readonly<Config> {
  const { values } = parseArgs({ options: { role: { type: "string", default: "all" } } });
  return loadConfig(process.env, values.role);
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
  // Ctrl-C reaches all processes of a terminal; those of a group wait for the word of the first.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => undefined);
  onGroupStop(close);
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.LOG_LEVEL);
  const lifecycle = new Lifecycle(log);
  const starting = new AbortController();
  stopOnSignals(config, log, () => {
    starting.abort(new Stopped("stopped while starting"));
    return lifecycle.stop();
  });

  let redisUrl = config.REDIS_URL;
  if (redisUrl === undefined) {
    const redis = EmbeddedRedis.start({ binary: ensureRedisServer(say), dataDir: config.DATA_DIR, log });
    // A stop in between waits for the start, so that no server is left behind.
    const stopRedis = async () => (await redis.catch(() => undefined))?.stop();
    lifecycle.own("embedded redis", stopRedis, (stop) => stop());
    redisUrl = (await redis).url;
  }
  starting.signal.throwIfAborted();
  if (config.PROCESSES > 1 && cluster.isPrimary) {
    const group = new ProcessGroup(config.PROCESSES, { REDIS_URL: redisUrl }, log);
    lifecycle.own("processes", group, (it) => it.stop());
    return;
  }
  // Where they share a machine, what only works in the background lets requests and writes go first.
  if (config.roles.every((role) => role === "jobs")) setPriority(constants.priority.PRIORITY_LOW);
  const app = await startApp({
    config,
    redisUrl,
    log,
    signal: starting.signal,
    ...(cluster.isWorker ? { shareMetrics } : {}),
  });
  lifecycle.own("app", app, (it) => it.stop());
  if (app.demo) process.stdout.write(welcome(app.demo, demoFile(config.DATA_DIR)));
}

try {
  await main();
} catch (err) {
  if (err instanceof ConfigError || err instanceof RedisMissing) {
    say(err.message);
    process.exit(1);
  }
  if (!(err instanceof Stopped)) throw err;
}
