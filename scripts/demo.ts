import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";
import { createWishlistClient } from "../clients/typescript/src/index.ts";
import { startApp } from "../src/app/app.ts";
import { redisAddresses } from "../src/app/context/redis-addresses.ts";
import { DEMO, type DemoCredentials, demoFile } from "../src/app/process/demo-tenant.ts";
import { EmbeddedRedis } from "../src/app/process/embedded-redis.ts";
import { ensureRedisServer } from "../src/app/process/redis-binary.ts";
import { onStopSignal, SKIPPED_SIGNALS } from "../src/app/process/stop-signals.ts";
import { type Config, loadConfig } from "../src/config.ts";
import { StartRefused } from "../src/errors/start-refused.ts";
import { Lifecycle } from "../src/lifecycle.ts";
import { createLogger, terminalStream } from "../src/logger.ts";
import { Keys } from "../src/store/keys/keys.ts";
import { refuseUsedRedis } from "../src/store/partition/dated-commands.ts";
import type { RedisAddress } from "../src/store/redis/connection/address.ts";
import { PastClock } from "../src/store/redis/past-clock.ts";
import { Progress } from "./cli/progress.ts";
import { connectStore } from "./cli/store.ts";
import { readCatalogue } from "./demo/catalogue.ts";
import { type DemoService, openShop, sendEvents } from "./demo/send-events.ts";
import { simulateShop } from "./demo/shop.ts";
import { untilIdle } from "./demo/until-idle.ts";
import { readCommandLine, say } from "./program.ts";

/** Settings that the environment cannot change: this process is the only client, and faster than the limits of a tenant. */
const UNLIMITED = {
  RATE_LIMIT: "off",
  TENANT_ROWS: "off",
  LOG_LEVEL: "error",
  PROCESSES: "1",
  HOST: "127.0.0.1",
  REQUIRE_HTTPS: "false",
  DEMO_TENANT: "on",
  TOKEN_LIFETIME_S: "86400",
};

function readOptions() {
  const { until, products, ...numbers } = readCommandLine({
    call: "npm run demo",
    purpose: [
      "Fills an empty Redis with the past of a small shop, so that the portal has data to show. npm start then serves it. " +
        "Its settings are those of npm start.",
      "In this process, a service runs with a clock that shows the past. The typed client of the API sends it the events " +
        "of the shop.",
    ],
    options: {
      days: { type: "number", default: 90, most: 366, help: "length of the history" },
      customers: { type: "number", default: 400, most: 10_000, help: "customers of the shop" },
      seed: { type: "number", default: 1, most: 2 ** 31, help: "the same seed gives the same history" },
      until: {
        type: "string",
        value: "time",
        help: "end of the history, such as 2026-11-20T15:00:00Z; now if absent",
      },
      products: {
        type: "string",
        value: "file",
        help: "a product export of Shopify (CSV); the products of an outdoor shop if absent",
      },
    },
  }).values;
  const end = until === undefined ? Date.now() : Date.parse(until);
  if (!(end <= Date.now()))
    throw new StartRefused("--until must be a time in the past, such as 2026-11-20T15:00:00Z");
  return { ...numbers, end, products: products ?? join(import.meta.dirname, "demo/products.csv") };
}

function readCredentials(dataDir: string): DemoCredentials {
  const file = demoFile(dataDir);
  if (!existsSync(file))
    throw new StartRefused(`this Redis has tenants, and ${file} with the credentials of ${DEMO} is missing`);
  return JSON.parse(readFileSync(file, "utf8")) as DemoCredentials;
}

async function openRedis(config: Readonly<Config>, lifecycle: Lifecycle, log: Logger): Promise<string> {
  if (config.REDIS_URL !== undefined) return config.REDIS_URL;
  const redis = await EmbeddedRedis.start({ binary: ensureRedisServer(say), dataDir: config.DATA_DIR, log });
  return lifecycle.own("embedded redis", redis, (it) => it.stop()).url;
}

/** A service whose clock shows the past, and a client of its tenant demo. */
async function openService(config: Readonly<Config>, start: number, lifecycle: Lifecycle, log: Logger) {
  const redisUrl = await openRedis(config, lifecycle, log);
  const addresses = redisAddresses(config, redisUrl);
  const connect = async (address: RedisAddress) =>
    lifecycle.own("redis", await connectStore(address), (it) => it.disconnect());
  const redis = await connect(addresses.data);
  const { PARTITIONS: partitions, LEASE_MS: leaseMs } = config;
  const keys = new Keys(config.REDIS_PREFIX, partitions);
  await refuseUsedRedis(redis, keys, { partitions, leaseMs });
  const clock = new PastClock(start);
  const app = await startApp({ config, redisUrl, log, past: clock });
  lifecycle.own("app", app, (it) => it.stop());
  const demo = app.demo ?? readCredentials(config.DATA_DIR);
  const client = createWishlistClient({
    baseUrl: `http://127.0.0.1:${app.port}`,
    tenant: demo.tenantId,
    clientId: demo.clientId,
    clientSecret: demo.clientSecret,
  });
  const stores = { redis, jobs: await connect(addresses.jobs), keys, partitions };
  const service: DemoService = { client, clock, untilIdle: () => untilIdle(stores) };
  return { service, demo };
}

function closingMessage({ baseUrl, owner }: DemoCredentials, dataDir: string): string {
  const signIn = owner
    ? `\n  e-mail         ${owner.email}\n  password       ${owner.password}\n`
    : `\n  as the owner in ${demoFile(dataDir)}\n`;
  // The data is in this directory only: a start with the default directory shows an empty shop.
  const directory = process.env["DATA_DIR"];
  const start = directory ? `DATA_DIR=${directory} npm start` : "npm start";
  return `\nThe shop is filled. Start the service with ${start}, then sign in at ${baseUrl}/portal:\n${signIn}`;
}

async function main(lifecycle: Lifecycle): Promise<void> {
  const { products, ...options } = readOptions();
  const config = loadConfig({ ...process.env, ...UNLIMITED }, "all");
  const catalogue = readCatalogue(products);
  const events = simulateShop({ catalogue, ...options });
  const [first] = events;
  if (!first) throw new StartRefused("the history is empty: use more --days or more --customers");
  const log = createLogger(config.LOG_LEVEL, await terminalStream());
  const { service, demo } = await openService(config, first.at, lifecycle, log);
  await openShop(service, catalogue);
  const progress = new Progress(`${options.days} days`, events.length);
  await sendEvents(service, events, (count) => progress.add(count));
  await lifecycle.stop();
  process.stdout.write(closingMessage(demo, config.DATA_DIR));
}

const lifecycle = new Lifecycle(createLogger("error", await terminalStream()));
const { close, uninstall } = closeWithGrace({ logger: false, skip: SKIPPED_SIGNALS }, () => lifecycle.stop());
onStopSignal(close, () => process.exit(1));
try {
  await main(lifecycle);
} catch (err) {
  await lifecycle.stop();
  say(err instanceof StartRefused ? err.message : String(err));
  process.exitCode = 1;
} finally {
  uninstall();
}
