import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { Dispatcher } from "./actors/dispatcher.ts";
import { HANDLERS, type Handlers } from "./actors/handlers.ts";
import { Host } from "./actors/host.ts";
import { Replies } from "./actors/replies.ts";
import type { Config } from "./config.ts";
import { type DemoCredentials, registerDemo } from "./demo-tenant.ts";
import { Writes } from "./http/idempotency.ts";
import { Metrics } from "./http/metrics.ts";
import { openApiOf } from "./http/openapi.ts";
import { TenantLimits } from "./http/rate-limit.ts";
import type { AnyRoute, PlainRoute } from "./http/route.ts";
import { customerRoutes } from "./http/routes/customers.ts";
import { itemRoutes } from "./http/routes/items.ts";
import { operationsRoutes } from "./http/routes/operations.ts";
import { tokenRoutes } from "./http/routes/token.ts";
import { wishlistRoutes } from "./http/routes/wishlists.ts";
import { close, createApp, createStartingApp, listen, portOf, serve } from "./http/server.ts";
import { Sessions } from "./http/sessions.ts";
import { Targets } from "./http/targets.ts";
import { Lifecycle } from "./lifecycle.ts";
import { Customers } from "./store/customers.ts";
import { IdempotencyKeys } from "./store/idempotency.ts";
import { Keys } from "./store/keys.ts";
import { type Layout, openLayout } from "./store/layout.ts";
import { heartbeat } from "./store/leases.ts";
import { connect, type ConnectionRole, ready } from "./store/redis.ts";
import { References } from "./store/references.ts";
import { Tenants } from "./store/tenants.ts";
import { Wishlists } from "./store/wishlists.ts";

/** How much longer than its sender waits a command lives in its stream. */
const COMMAND_MARGIN_MS = 2000;
const NODE_HEARTBEAT_MS = 2000;
const NODE_LIFETIME_MS = 8000;

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
}

export interface App {
  /** Port of the HTTP server; undefined when this process has none. */
  port: number | undefined;
  /** Credentials of the demo tenant, if this start has registered it. */
  demo: DemoCredentials | undefined;
  stop: () => Promise<void>;
}

/** Version of this program, as its package says. */
export function programVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** The address that callers on this machine can use. */
function localUrl(host: string, port: number): string {
  const isAnyHost = ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host);
  return `http://${isAnyHost ? "localhost" : host}:${port}`;
}

/** What the parts of a process share. */
interface Shared {
  config: Readonly<Config>;
  log: Logger;
  lifecycle: Lifecycle;
  keys: Keys;
  metrics: Metrics;
  /** Appends and commits; never sends anything twice. */
  redis: Redis;
  /** The base address that callers see. */
  publicUrl: string;
  layout: Layout;
  references: References;
  replies: Replies;
  open: (role: ConnectionRole) => Promise<Redis>;
  commandLifetimeMs: number;
}

async function startWorker(shared: Shared, handlers: Handlers, hasHttp: boolean): Promise<void> {
  const { config, log, lifecycle, keys, metrics, redis, references, replies } = shared;
  let owned = 0;
  const host = new Host(
    {
      redis,
      keys,
      references,
      log,
      outboxLength: config.OUTBOX_LENGTH,
      blocking: await shared.open("blocking"),
    },
    {
      keys,
      handlers,
      localNode: hasHttp ? replies.node : "",
      commandLifetimeMs: shared.commandLifetimeMs,
    },
    { partitions: config.PARTITIONS, leaseMs: config.LEASE_MS },
    {
      replies: hasHttp ? replies : undefined,
      watch: {
        onBatch(commands, seconds) {
          metrics.commands.inc(commands);
          metrics.batches.observe(seconds);
        },
        onOwned(partitions) {
          metrics.partitions.inc(partitions - owned);
          owned = partitions;
        },
        onDeadLetter: () => metrics.deadLetters.inc(),
        onFenced: () => metrics.fenced.inc(),
      },
    },
  );
  await host.start();
  lifecycle.own("host", host, (it) => it.stop());
  log.info({ worker: host.id }, "worker started");
}

/** Counts the living HTTP processes, this one included: they share the tenants' rate limits. */
function countNodes({ redis, keys, replies, lifecycle, log }: Shared): () => number {
  let nodes = 1;
  const beat = () => {
    heartbeat(redis, keys.nodes, replies.node, NODE_LIFETIME_MS).then(
      (alive) => {
        nodes = Math.max(1, alive.length);
      },
      (err: unknown) => log.debug({ err }, "heartbeat of the HTTP process failed"),
    );
  };
  beat();
  const timer = setInterval(beat, NODE_HEARTBEAT_MS);
  lifecycle.own("node heartbeat", timer, async () => {
    clearInterval(timer);
    await redis.zrem(keys.nodes, replies.node);
  });
  return () => nodes;
}

interface Api {
  routes: AnyRoute[];
  sessions: Sessions;
  limits: TenantLimits;
}

async function createApi(shared: Shared, tenants: Tenants, operations: readonly PlainRoute[]): Promise<Api> {
  const { config, log, lifecycle, keys, metrics, redis, layout, replies } = shared;
  metrics.watchPending(() => replies.size);
  const reads = await shared.open("reads");
  const listening = new AbortController();
  void replies.listen(await shared.open("blocking"), redis, log, listening.signal);
  lifecycle.own("replies", listening, (it) => it.abort());
  const dispatcher = new Dispatcher(
    redis,
    keys,
    replies,
    {
      askTimeoutMs: config.ASK_TIMEOUT_MS,
      maxPending: config.MAX_PENDING,
      maxWaiting: config.MAX_WAITING,
      rememberMs: shared.commandLifetimeMs * 2,
    },
    log,
  );
  lifecycle.own("dispatcher", dispatcher, (it) => it.close());
  const sessions = new Sessions(tenants, {
    publicUrl: shared.publicUrl,
    tokenLifetimeSeconds: config.TOKEN_LIFETIME_S,
  });
  lifecycle.own("sessions", sessions, (it) => it.close());
  const failureLimit = { points: config.TOKEN_FAILURES, duration: 60 };
  const failures = new RateLimiterRedis({
    ...failureLimit,
    storeClient: redis,
    keyPrefix: keys.tokenFailures,
    insuranceLimiter: new RateLimiterMemory(failureLimit),
  });
  const wishlists = new Wishlists(reads, keys, layout.partitions);
  const references = new References(reads, keys, layout, 0);
  const targets = new Targets(layout, references, wishlists);
  const writes = new Writes(dispatcher, new IdempotencyKeys(redis, keys, layout), {
    runningMs: shared.commandLifetimeMs,
  });
  const customers = new Customers(reads, keys, layout);
  const routes = [
    ...wishlistRoutes({ writes, wishlists, targets }),
    ...itemRoutes({ writes, wishlists, targets }),
    ...customerRoutes({ writes, customers, targets }),
    ...tokenRoutes({
      tenants,
      sessions,
      failures,
      tokenLifetimeSeconds: config.TOKEN_LIFETIME_S,
      requireHttps: config.REQUIRE_HTTPS,
      log,
    }),
    ...operations,
  ];
  return { routes, sessions, limits: new TenantLimits(config.RATE_LIMIT, countNodes(shared)) };
}

type Phase = "starting" | "serving" | "draining";

/**
 * Starts what the role asks for. HTTP listens first, so that health can be asked while the rest starts; it answers
 * 503 until then. Rejects, with everything stopped again, when a part can not start.
 */
export async function startApp({
  config,
  redisUrl,
  log,
  handlers = HANDLERS,
  ...options
}: AppOptions): Promise<App> {
  const lifecycle = new Lifecycle(log);
  const signal = options.signal ?? new AbortController().signal;
  const metrics = new Metrics();
  let phase: Phase = "starting";
  let document = "{}";
  const isHttp = config.role === "all" || config.role === "http";
  const isWorker = config.role === "all" || config.role === "worker";
  const open = async (role: ConnectionRole) => {
    const redis = lifecycle.own(`redis ${role}`, connect(redisUrl, role, log), (it) => it.disconnect());
    await ready(redis, signal);
    return redis;
  };

  try {
    const redis = lifecycle.own("redis", connect(redisUrl, "commands", log), (it) => it.disconnect());
    const { registry } = metrics;
    const operations = operationsRoutes({
      checks: async () => ({
        serving: phase === "serving",
        redis: await redis.ping().then(Boolean, () => false),
      }),
      metrics:
        options.shareMetrics?.(registry) ??
        (async () => ({ text: await registry.metrics(), type: registry.contentType })),
      document: () => document,
    });
    const edgeParts = { log, metrics, isDraining: () => phase === "draining" };
    let server: Server | undefined;
    if (isHttp || config.isPortGiven) {
      server = await listen(createStartingApp(operations, edgeParts), {
        host: config.HOST,
        port: config.PORT,
      });
      lifecycle.own("listener", server, (it) => close(it, 0, log));
      log.info({ host: config.HOST, port: portOf(server) }, "listening");
    }

    await ready(redis, signal);
    const keys = new Keys(config.REDIS_PREFIX);
    const layout = await openLayout(redis, keys, config.PARTITIONS);
    const publicUrl = config.PUBLIC_URL ?? localUrl(config.HOST, server ? portOf(server) : config.PORT);
    const commandLifetimeMs = config.ASK_TIMEOUT_MS + COMMAND_MARGIN_MS;
    const shared: Shared = {
      config,
      log,
      lifecycle,
      keys,
      metrics,
      redis,
      publicUrl,
      layout,
      references: new References(redis, keys, layout, commandLifetimeMs * 2),
      replies: new Replies(randomBytes(6).toString("hex"), keys, layout.partitions),
      open,
      commandLifetimeMs,
    };
    const tenants = new Tenants(redis, keys);
    const demo =
      config.DEMO_TENANT === "on"
        ? await registerDemo(tenants, { dataDir: config.DATA_DIR, publicUrl })
        : undefined;
    for (let i = 0; isWorker && i < config.WORKER_LOOPS; i++) await startWorker(shared, handlers, isHttp);
    if (isHttp && server) {
      const { routes, sessions, limits } = await createApi(shared, tenants, operations);
      document = JSON.stringify(openApiOf(routes, { publicUrl, version: programVersion() }));
      const { CORS_ORIGINS: corsOrigins, TRUST_PROXY: trustProxy } = config;
      serve(server, createApp({ routes, sessions, limits, ...edgeParts, corsOrigins, trustProxy }));
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
    return { port: server && portOf(server), demo, stop };
  } catch (cause) {
    await lifecycle.stop();
    throw cause;
  }
}
