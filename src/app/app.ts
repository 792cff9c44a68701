import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { HANDLERS, type Handlers } from "../actors/handlers.ts";
import { type Config, hasRole, isWorkerOnly } from "../config.ts";
import type { EdgeParts } from "../http/middleware/edge.ts";
import { MinuteLog } from "../http/minute-log.ts";
import type { PlainRoute } from "../http/route.ts";
import { operationsRoutes } from "../http/routes/tenant/operations.ts";
import { close, listen, portOf } from "../http/server/server.ts";
import { createStartingApp } from "../http/server/starting-app.ts";
import { Lifecycle } from "../lifecycle.ts";
import { Metrics } from "../metrics.ts";
import type { PasswordCost } from "../store/owners/password.ts";
import { ready } from "../store/redis/connection/ready.ts";
import type { PastClock } from "../store/redis/past-clock.ts";
import type { AppContext } from "./context/context.ts";
import { openContext } from "./context/open-context.ts";
import { type RedisAddresses, redisAddresses } from "./context/redis-addresses.ts";
import { openDispatcher } from "./dispatcher.ts";
import { watchRefusals } from "./metrics/budget-refusals.ts";
import { watchRedis } from "./metrics/redis-metrics.ts";
import { shareReading } from "./metrics/share-reading.ts";
import { type DemoCredentials, registerDemo } from "./process/demo-tenant.ts";
import { isReady, newProgress, type Progress, readinessOf } from "./progress.ts";
import { openTracer } from "./tracing.ts";
import { startWorker } from "./worker.ts";

export interface AppOptions {
  config: Readonly<Config>;
  redisUrl: string;
  log: Logger;
  /** Aborts a start that waits for Redis. */
  signal?: AbortSignal;
  /** In a group of processes: shares the metrics of this process, and returns a function that reads those of all. */
  shareMetrics?: (own: Registry) => () => Promise<{ text: string; type: string }>;
  /** The handlers of the commands; tests replace them to make commands fail. */
  handlers?: Handlers;
  /** Gives all commands their time, for a program that writes a history into an empty Redis. */
  past?: PastClock;
  /** The cost of new passwords; tests choose a low one. */
  passwordCost?: PasswordCost;
}

export interface App {
  /** Port of the HTTP server; undefined when this process has none. */
  port: number | undefined;
  /** The base address that callers see. */
  publicUrl: string;
  /** Credentials of the demo tenant, if this start has registered it. */
  demo: DemoCredentials | undefined;
  stop: () => Promise<void>;
}

/** Returns the version of this program from its `package.json`. */
export function programVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** The objects that the parts of a process share while it starts. */
interface Starting {
  options: AppOptions;
  addresses: RedisAddresses;
  version: string;
  lifecycle: Lifecycle;
  metrics: Metrics;
  minuteLog: MinuteLog;
  progress: Progress;
}

/** The parts that answer before the API does: health, metrics, the API document, and 503 for all else. */
interface Front {
  operations: PlainRoute[];
  edge: EdgeParts;
}

function frontOf({ options, metrics, minuteLog, progress }: Starting): Front {
  const { log, shareMetrics } = options;
  const { registry } = metrics;
  const ownMetrics = async () => ({ text: await registry.metrics(), type: registry.contentType });
  return {
    operations: operationsRoutes({
      readiness: () => readinessOf(progress),
      metrics: shareReading(shareMetrics?.(registry) ?? ownMetrics),
      document: (tenant) => progress.document(tenant),
    }),
    edge: {
      log,
      onRequest(labels, seconds) {
        metrics.requests.observe(labels, seconds);
        // While the service starts, 503 is the expected answer to callers and is not logged.
        if (progress.phase !== "starting") minuteLog.countAnswer(labels.status);
      },
      onSpent: watchRefusals(registry),
      isDraining: () => progress.phase === "draining",
    },
  };
}

/**
 * Imports the parts of the program that a role needs. A process that only runs workers skips both: they are half of the
 * program. They are imported before anything is opened, because this blocks the event loop for a while.
 */
const loadParts = async (config: Readonly<Config>) => ({
  background: isWorkerOnly(config) ? undefined : await import("./jobs.ts"),
  api: hasRole(config, "http") ? await import("./serve-api.ts") : undefined,
});

/** Opens the listener if the role has an API, or if a port is set for health and metrics. */
async function openListener(
  { options: { config, log }, lifecycle }: Starting,
  { operations, edge }: Front,
): Promise<Server | undefined> {
  if (!hasRole(config, "http") && !config.isPortGiven) return undefined;
  const app = createStartingApp(operations, edge, config.CORS_ORIGINS);
  const server = await listen(app, { host: config.HOST, port: config.PORT });
  lifecycle.own("listener", server, (part) => close(part, 0, log));
  log.info({ host: config.HOST, port: portOf(server) }, "listening");
  return server;
}

/**
 * Starts the parts of the role, with the API last. Resolves to the function that refuses the API's waiting requests at
 * the end of a stop; undefined without an API.
 */
async function startRole(
  starting: Starting,
  front: Front,
  context: AppContext,
  { background, api, server }: Awaited<ReturnType<typeof loadParts>> & { server: Server | undefined },
): Promise<(() => void) | undefined> {
  const { options, addresses, version, metrics, minuteLog, progress } = starting;
  const { config, handlers = HANDLERS } = options;
  const loops = hasRole(config, "worker") ? config.WORKER_LOOPS : 0;
  const hasHttp = hasRole(config, "http");
  for (let i = 0; i < loops; i++) await startWorker(context, handlers, { hasHttp });
  if (!background) return undefined;
  const dispatcher = await openDispatcher(context);
  const jobs = background.openJobs(context, { address: addresses.jobs, signal: options.signal });
  const { registry } = metrics;
  const { partitions } = context.layout;
  metrics.setPartitions(partitions);
  watchRedis({
    ...context,
    ...context.stores,
    registry,
    jobs,
    jobsRedis: config.JOBS_REDIS_URL === undefined ? undefined : jobs.redis,
    partitions,
    memoryLimit: config.STORE_MEMORY,
  });
  if (hasRole(config, "jobs")) {
    // A connection to a cluster does not know the masters earlier.
    await ready(jobs.redis, options.signal);
    await background.startJobs(context, dispatcher, jobs);
  }
  if (!api || !server) return undefined;
  const { document, endRequests } = await api.serveApi(context, {
    ...front,
    server,
    dispatcher,
    jobs,
    minuteLog,
    version,
    isReady: () => isReady(progress),
  });
  progress.document = document;
  return endRequests;
}

/**
 * Starts the process. HTTP listens first, so that health can be read during the start; other requests get 503 until the
 * start has ended. If a part cannot start, all others are stopped and the promise rejects.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, redisUrl, log, past, passwordCost, signal = new AbortController().signal } = options;
  const addresses = redisAddresses(config, redisUrl);
  const lifecycle = new Lifecycle(log);
  const progress = newProgress();
  const starting: Starting = {
    options,
    addresses,
    version: programVersion(),
    lifecycle,
    metrics: new Metrics(),
    minuteLog: lifecycle.own("minute log", new MinuteLog(log), (part) => part.close()),
    progress,
  };
  const { version, metrics } = starting;
  const front = frontOf(starting);

  try {
    const parts = await loadParts(config);
    const tracer = await openTracer({ config, log, version, lifecycle });
    const server = await openListener(starting, front);
    const port = server && portOf(server);
    const opening = { config, log, past, lifecycle, metrics, tracer, addresses, port, signal };
    const context = await openContext({ ...opening, passwordCost });
    const { publicUrl, stores } = context;
    progress.redisHealth = context.redisHealth;
    const demo =
      config.DEMO_TENANT === "on"
        ? await registerDemo(stores, { dataDir: config.DATA_DIR, publicUrl })
        : undefined;
    const endRequests = await startRole(starting, front, context, { ...parts, server });
    if (server) lifecycle.own("requests", server, (part) => close(part, config.DRAIN_MS, log, endRequests));
    progress.phase = "serving";

    const stop = async () => {
      if (progress.phase === "serving" && server) {
        progress.phase = "draining";
        await new Promise((resolve) => setTimeout(resolve, config.DRAIN_DELAY_MS));
      }
      await lifecycle.stop();
    };
    return { port, publicUrl, demo, stop };
  } catch (cause) {
    await lifecycle.stop();
    throw cause;
  }
}
