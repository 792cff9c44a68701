import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { HANDLERS, type Handlers } from "../actors/handlers.ts";
import { type Config, hasRole, type Role } from "../config.ts";
import type { EdgeParts } from "../http/middleware/edge.ts";
import { MinuteLog } from "../http/minute-log.ts";
import type { PlainRoute } from "../http/route.ts";
import { operationsRoutes } from "../http/routes/tenant/operations.ts";
import { close, createStartingApp, listen, portOf } from "../http/server/server.ts";
import { Lifecycle } from "../lifecycle.ts";
import { Metrics } from "../metrics.ts";
import type { PastClock } from "../store/redis/past-clock.ts";
import type { StoreStanding } from "../store/redis/server/standing.ts";
import { watchRefusals } from "./budget-refusals.ts";
import { openDispatcher } from "./dispatcher.ts";
import { openContext } from "./open-context.ts";
import { type DemoCredentials, registerDemo } from "./process/demo-tenant.ts";
import type { DocumentOf } from "./serve-api.ts";
import { storeAddresses } from "./store-addresses.ts";
import { watchStore } from "./store-metrics.ts";
import { openTracer } from "./tracing.ts";
import { startWorker } from "./worker.ts";

export interface AppOptions {
  config: Readonly<Config>;
  redisUrl: string;
  log: Logger;
  /** Ends a start that waits for the store. */
  signal?: AbortSignal;
  /** Where there are several processes: shares this one's metrics, and gives the way to those of all. */
  shareMetrics?: (own: Registry) => () => Promise<{ text: string; type: string }>;
  /** What the commands do; tests replace it to see what happens when one goes wrong. */
  handlers?: Handlers;
  /** Dates all commands, for a program that writes a history into a new store. */
  past?: PastClock;
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

/** Version of this program, as its package says. */
export function programVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

type Phase = "starting" | "serving" | "draining";

/**
 * Starts the parts of the role. HTTP listens first, so that health can be read while the rest starts; other requests
 * get 503 until then. Rejects, with everything stopped again, if a part cannot start.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, redisUrl, log, past, handlers = HANDLERS, signal = new AbortController().signal } = options;
  const addresses = storeAddresses(config, redisUrl);
  const version = programVersion();
  const lifecycle = new Lifecycle(log);
  const metrics = new Metrics();
  const { registry } = metrics;
  let phase: Phase = "starting";
  let document: DocumentOf = () => "{}";
  let standing = () => Promise.resolve<StoreStanding>({ redis: false, primary: false });
  const has = (...some: Role[]) => hasRole(config, ...some);

  const readiness = async () => {
    const { memory, ...store } = await standing();
    return { checks: { serving: phase === "serving", ...store }, memory };
  };
  const isReady = async () => Object.values((await readiness()).checks).every(Boolean);
  const operations: PlainRoute[] = operationsRoutes({
    readiness,
    metrics:
      options.shareMetrics?.(registry) ??
      (async () => ({ text: await registry.metrics(), type: registry.contentType })),
    document: (tenant) => document(tenant),
  });
  const minuteLog = lifecycle.own("minute log", new MinuteLog(log), (it) => it.close());
  const edgeParts: EdgeParts = {
    log,
    onRequest(labels, seconds) {
      metrics.requests.observe(labels, seconds);
      // While the service starts, 503 is the expected answer to callers and is not logged.
      if (phase !== "starting") minuteLog.countAnswer(labels.status);
    },
    onSpent: watchRefusals(registry),
    isDraining: () => phase === "draining",
  };

  try {
    // A process that only runs workers skips both imports: they are half of the program. They come before anything is open,
    // because loading blocks the event loop for a while.
    const background = has("http", "jobs") ? await import("./jobs.ts") : undefined;
    const api = has("http") ? await import("./serve-api.ts") : undefined;
    const tracer = await openTracer({ config, log, version, lifecycle });
    let server: Server | undefined;
    if (has("http") || config.isPortGiven) {
      const address = { host: config.HOST, port: config.PORT };
      server = await listen(createStartingApp(operations, edgeParts), address);
      lifecycle.own("listener", server, (it) => close(it, 0, log));
      log.info({ host: config.HOST, port: portOf(server) }, "listening");
    }
    const port = server && portOf(server);
    const context = await openContext({
      config,
      log,
      past,
      lifecycle,
      metrics,
      tracer,
      addresses,
      port,
      signal,
    });
    const { publicUrl, stores } = context;
    standing = context.standing;
    const demo =
      config.DEMO_TENANT === "on"
        ? await registerDemo(stores, { dataDir: config.DATA_DIR, publicUrl })
        : undefined;
    const loops = has("worker") ? config.WORKER_LOOPS : 0;
    for (let i = 0; i < loops; i++) await startWorker(context, handlers, has("http"));
    const dispatcher = has("http", "jobs") ? await openDispatcher(context) : undefined;
    if (dispatcher && background) {
      const jobs = background.openJobs(context, { address: addresses.jobs, signal: options.signal });
      const { partitions } = context.layout;
      metrics.setPartitions(partitions);
      watchStore({ ...context, ...stores, registry, jobs, partitions, memoryLimit: config.STORE_MEMORY });
      if (has("jobs")) await background.startJobs(context, dispatcher, jobs);
      if (api && server) {
        const parts = { server, dispatcher, jobs, operations, minuteLog, edge: edgeParts, version, isReady };
        document = await api.serveApi(context, parts);
      }
    }
    if (server) lifecycle.own("requests", server, (it) => close(it, config.DRAIN_MS, log));
    phase = "serving";

    const stop = async () => {
      if (phase === "serving" && server) {
        phase = "draining";
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
