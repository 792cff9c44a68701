// Fills a new store with the last 90 days of a small shop, so that the portal has something to show:
//
//   npm run demo -- [--days 90] [--customers 400] [--products FILE] [--seed 1] [--until TIME]
//
// and `npm start` then serves it. FILE is a product export of Shopify; without it an outdoor shop's is used. The history
// comes about as any other data does: for as long as it takes, a service runs here with a clock that shows the past, and
// is told by the typed client what happens in the shop. Its settings are those of `npm start`.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";
import { createWishlistClient } from "../clients/typescript/src/index.ts";
import { startApp } from "../src/app/app.ts";
import { DEMO, type DemoCredentials, demoFile } from "../src/app/process/demo-tenant.ts";
import { EmbeddedRedis } from "../src/app/process/embedded-redis.ts";
import { ensureRedisServer } from "../src/app/process/redis-binary.ts";
import { storeAddresses } from "../src/app/store-addresses.ts";
import { type Config, loadConfig } from "../src/config.ts";
import { Lifecycle } from "../src/lifecycle.ts";
import { createLogger } from "../src/logger.ts";
import { Keys } from "../src/store/keys/keys.ts";
import { refuseUsedStore } from "../src/store/partition/dated-commands.ts";
import type { StoreAddress } from "../src/store/redis/address.ts";
import { PastClock } from "../src/store/redis/past-clock.ts";
import { StartRefused } from "../src/store/start-refused.ts";
import { Progress } from "./cli/progress.ts";
import { connectStore } from "./cli/store.ts";
import { untilCalm } from "./demo/calm.ts";
import { readCatalogue } from "./demo/catalogue.ts";
import { openShop, play, type Stage } from "./demo/play.ts";
import { tellStory } from "./demo/shop.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);

/** What is not left to the environment: the history comes faster than any tenant may write. */
const UNLIMITED = {
  RATE_LIMIT: "off",
  TENANT_ROWS: "off",
  LOG_LEVEL: "error",
  PROCESSES: "1",
  TOKEN_LIFETIME_S: "86400",
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      days: { type: "string", default: "90" },
      customers: { type: "string", default: "400" },
      seed: { type: "string", default: "1" },
      until: { type: "string", default: new Date().toISOString() },
      products: { type: "string", default: join(import.meta.dirname, "demo/products.csv") },
    },
  });
  const numberOf = (name: "days" | "customers" | "seed", most: number) => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    throw new StartRefused(`--${name} must be a whole number from 1 to ${most}`);
  };
  const end = Date.parse(values.until);
  if (!(end <= Date.now()))
    throw new StartRefused("--until must be a time that has passed, such as 2026-11-20T15:00:00Z");
  return {
    end,
    days: numberOf("days", 366),
    customers: numberOf("customers", 10_000),
    seed: numberOf("seed", 2 ** 31),
    products: values.products,
  };
}

function readCredentials(dataDir: string): DemoCredentials {
  const file = demoFile(dataDir);
  if (!existsSync(file))
    throw new StartRefused(`this store has tenants, and ${file} with the credentials of ${DEMO} is missing`);
  return JSON.parse(readFileSync(file, "utf8")) as DemoCredentials;
}

async function openRedis(config: Readonly<Config>, lifecycle: Lifecycle, log: Logger): Promise<string> {
  if (config.REDIS_URL !== undefined) return config.REDIS_URL;
  const redis = await EmbeddedRedis.start({ binary: ensureRedisServer(say), dataDir: config.DATA_DIR, log });
  return lifecycle.own("embedded redis", redis, (it) => it.stop()).url;
}

/** A service whose clock shows the past, and a client of its tenant demo. */
async function openStage(config: Readonly<Config>, start: number, lifecycle: Lifecycle, log: Logger) {
  const redisUrl = await openRedis(config, lifecycle, log);
  const addresses = storeAddresses(config, redisUrl);
  const connect = async (address: StoreAddress) =>
    lifecycle.own("redis", await connectStore(address), (it) => it.disconnect());
  const redis = await connect(addresses.data);
  const { PARTITIONS: partitions, LEASE_MS: leaseMs } = config;
  const keys = new Keys(config.REDIS_PREFIX, partitions);
  await refuseUsedStore(redis, keys, { partitions, leaseMs });
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
  const stage: Stage = { client, clock, calm: () => untilCalm(stores) };
  return { stage, demo };
}

function farewell({ baseUrl, owner }: DemoCredentials, dataDir: string): string {
  const signIn = owner
    ? `\n  e-mail         ${owner.email}\n  password       ${owner.password}\n`
    : `\n  as the owner that ${demoFile(dataDir)} names\n`;
  return `\nThe shop is filled. Start the service with npm start, then sign in at ${baseUrl}/portal:\n${signIn}`;
}

async function main(lifecycle: Lifecycle): Promise<void> {
  const { products, ...options } = readOptions();
  const config = loadConfig({ ...process.env, ...UNLIMITED }, "all");
  const catalogue = readCatalogue(products);
  const deeds = tellStory({ catalogue, ...options });
  const [first] = deeds;
  if (!first) throw new StartRefused("nothing has happened yet: name more --days or more --customers");
  const { stage, demo } = await openStage(config, first.at, lifecycle, createLogger(config.LOG_LEVEL));
  await openShop(stage, catalogue);
  const progress = new Progress(`${options.days} days`, deeds.length);
  await play(stage, deeds, (count) => progress.add(count));
  await lifecycle.stop();
  process.stdout.write(farewell(demo, config.DATA_DIR));
}

const lifecycle = new Lifecycle(createLogger("error"));
const { uninstall } = closeWithGrace({ logger: false }, () => lifecycle.stop());
try {
  await main(lifecycle);
} catch (err) {
  await lifecycle.stop();
  say(err instanceof StartRefused ? err.message : String(err));
  process.exitCode = 1;
} finally {
  uninstall();
}
