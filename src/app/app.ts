import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { HANDLERS, type Handlers } from "../actors/handlers.ts";
import { Replies } from "../actors/runtime/replies.ts";
import { openArchives } from "./archives.ts";
import { openDispatcher } from "./dispatcher.ts";
import { openVault } from "./process/credential-keys.ts";
import type { Config, Role } from "../config.ts";
import { type DemoCredentials, registerDemo } from "./process/demo-tenant.ts";
import type { EdgeParts } from "../http/middleware/edge.ts";
import type { PlainRoute } from "../http/route.ts";
import { operationsRoutes } from "../http/routes/tenant/operations.ts";
import { close, createStartingApp, listen, portOf } from "../http/server.ts";
import { Lifecycle } from "../lifecycle.ts";
import { atMost } from "../jobs/queue/at-most.ts";
import { MinuteLog } from "../http/minute-log.ts";
import { Metrics } from "../metrics.ts";
import type { AppContext } from "./context.ts";
import { watchRefusals } from "./budget-refusals.ts";
import { watchStore } from "./store-metrics.ts";
import { ArchiveReader } from "../store/changes/archive-reader.ts";
import { openStoreClock } from "../store/redis/clock.ts";
import type { PastClock } from "../store/redis/past-clock.ts";
import { Keys } from "../store/keys.ts";
import { openLayout } from "../store/layout.ts";
import { migrateJobs, migrateLayout } from "../store/layout-migration.ts";
import { streamReader } from "../store/partition/stream-reader.ts";
import { openStore } from "../store/redis/connect.ts";
import { DurableWaits } from "../store/redis/durability/durable-waits.ts";
import { longestMsOf, waitOf } from "../store/redis/durability/wait.ts";
import { Connections, type ConnectionRole } from "../store/redis/connections.ts";
import { ready } from "../store/redis/ready.ts";
import { endWithServers } from "../store/redis/server/history.ts";
import { type StoreStanding, storeStanding } from "../store/redis/server/standing.ts";
import type { Tracer } from "../trace/tracer.ts";
import { Vault } from "../store/tenants/vault.ts";
import { durabilityOf, inspectStores, storeAddresses, type StoreAddresses } from "./store-addresses.ts";
import { openStores } from "./stores.ts";
import type { DocumentOf } from "./serve-api.ts";
import { startWorker } from "./worker.ts";

/** How long the last spans may take to be sent: a collector that is away must not hold up a stop, in milliseconds. */
const FLUSH_MS = 5000;

/** How much longer than its sender waits a command lives in its stream. */
const COMMAND_MARGIN_MS = 2000;

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

/** The address that callers on this machine can use. */
function localUrl(host: string, port: number): string {
  const isAnyHost = ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host);
  return `http://${isAnyHost ? "localhost" : host}:${port}`;
}

/** Whether a process runs one of these parts. */
const hasRole = ({ roles }: Readonly<Config>, ...some: Role[]) =>
  roles.includes("all") || some.some((role) => roles.includes(role));

type Phase = "starting" | "serving" | "draining";

interface ContextParts {
  lifecycle: Lifecycle;
  metrics: Metrics;
  tracer: Tracer | undefined;
  server: Server | undefined;
  addresses: StoreAddresses;
}

/** Starts to take traces, if there is a collector for them; else none of that is loaded. */
async function openTracer({ config, log }: AppOptions, lifecycle: Lifecycle): Promise<Tracer | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { openOtlpTracer } = await import("../trace/otlp.ts");
  const { tracer, close: flush } = openOtlpTracer({ endpoint, version: programVersion(), log });
  // Stopped last: the other parts end with spans.
  lifecycle.own("traces", flush, (it) => atMost(FLUSH_MS, it()));
  return tracer;
}

/** Opens the store and lays out what every part needs. */
async function openContext(
  { config, log, past, signal = new AbortController().signal }: AppOptions,
  { lifecycle, metrics, tracer, server, addresses }: ContextParts,
): Promise<AppContext> {
  const connections = new Connections(addresses.data, log);
  const open = async (role: ConnectionRole) => {
    const redis = lifecycle.own(`redis ${role}`, connections.open(role), (it) => connections.close(it));
    await ready(redis, signal);
    return redis;
  };
  await inspectStores(config, addresses, signal, log);
  const redis = await open("commands");
  const keys = new Keys(config.REDIS_PREFIX, config.PARTITIONS);
  const migration = { redis, keys, log, signal };
  await migrateLayout(migration);
  const layout = await openLayout(redis, keys, config.PARTITIONS);
  if (hasRole(config, "http", "jobs")) await migrateJobs(migration, () => openStore(addresses.jobs, {}));
  const clock = past ?? lifecycle.own("clock", await openStoreClock(redis, keys), (it) => it.close()).clock;
  // Workers see no secrets.
  const vault = hasRole(config, "http", "jobs") ? await openVault(config, redis, keys, log) : new Vault([]);
  const commandLifetimeMs = config.ASK_TIMEOUT_MS + COMMAND_MARGIN_MS;
  const archives = await openArchives({ config, lifecycle, redis, keys, layout });
  const archive = new ArchiveReader(archives.byKind);
  const options = { keys, layout, vault, clock, archive, claimLifetimeMs: commandLifetimeMs * 2 };
  const storesOver = (connection: Redis) => openStores(connection, options);
  const wait = await waitOf(redis, durabilityOf(config));
  const openWaits = async (mostMs = Number.POSITIVE_INFINITY) => {
    if (!wait) return undefined;
    const connection = await open("commands");
    const marks = Array.from({ length: layout.partitions }, (_, partition) => keys.durableMark(partition));
    const onWait = (seconds: number, isDurable: boolean) =>
      metrics.durabilityWaits.observe({ outcome: isDurable ? "confirmed" : "unconfirmed" }, seconds);
    return {
      waits: new DurableWaits(connection, {
        wait,
        timeoutMs: Math.min(longestMsOf(wait), mostMs),
        marks,
        onWait,
      }),
      stores: storesOver(connection),
    };
  };
  const direct = hasRole(config, "http", "jobs") ? await openWaits() : undefined;
  return {
    config,
    log,
    lifecycle,
    keys,
    metrics,
    tracer,
    redis,
    clock,
    past,
    publicUrl: config.PUBLIC_URL ?? localUrl(config.HOST, server ? portOf(server) : config.PORT),
    layout,
    archives,
    stores: direct?.stores ?? storesOver(redis),
    waits: direct?.waits,
    openWaits,
    replies: new Replies(randomBytes(6).toString("hex"), keys, layout.partitions),
    vault,
    openReader: async () => streamReader(await open("blocking")),
    openReads: async () => storesOver(await open("reads")),
    openFixed: async (until) => {
      const connection = connections.open("commands");
      const closeIt = () => connections.close(connection);
      try {
        await ready(connection, until);
      } catch (err) {
        closeIt();
        throw err;
      }
      endWithServers(connection);
      return { stores: storesOver(connection), close: closeIt };
    },
    standing: storeStanding(redis, connections, config.STORE_MEMORY),
    commandLifetimeMs,
  };
}

/**
 * Starts the parts of the role. HTTP listens first, so that health can be read while the rest starts; other requests
 * get 503 until then. Rejects, with everything stopped again, if a part cannot start.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, redisUrl, log, handlers = HANDLERS } = options;
  const addresses = storeAddresses(config, redisUrl);
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
    // Workers need neither, and load half of the program. Before anything is open: to load stops all else for a while.
    const background = has("http", "jobs") ? await import("./jobs.ts") : undefined;
    const api = has("http") ? await import("./serve-api.ts") : undefined;
    const tracer = await openTracer(options, lifecycle);
    let server: Server | undefined;
    if (has("http") || config.isPortGiven) {
      const address = { host: config.HOST, port: config.PORT };
      server = await listen(createStartingApp(operations, edgeParts), address);
      lifecycle.own("listener", server, (it) => close(it, 0, log));
      log.info({ host: config.HOST, port: portOf(server) }, "listening");
    }
    const context = await openContext(options, { lifecycle, metrics, tracer, server, addresses });
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
        const version = programVersion();
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
    return { port: server && portOf(server), publicUrl, demo, stop };
  } catch (cause) {
    await lifecycle.stop();
    throw cause;
  }
}
