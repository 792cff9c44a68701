import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Redis } from "ioredis";
import { pino } from "pino";
import { StartRefused } from "../../../src/errors/start-refused.ts";
import type { Keys } from "../../../src/store/keys/keys.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { migrateJobs, migrateLayout } from "../../../src/store/layout/migration.ts";
import { storeTime } from "../../../src/store/redis/clock.ts";
import { openStore } from "../../../src/store/redis/connection/connect.ts";
import { isOnCluster, onOneServer } from "../../support/connections/one-server.ts";
import { newExport } from "../../support/exports.ts";
import { newCluster } from "../../support/processes.ts";
import { addressOf, dump, keysWith, PARTITIONS, redisUrl, withRedis } from "../../support/redis.ts";
import { type Caller, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { tool } from "../../support/tool.ts";
import { until } from "../../support/until.ts";

const log = pino({ level: "silent" });
const { signal } = new AbortController();
/** Number of keys that were renamed before the process was killed. */
const HALF = 12;
/** Keys with a shorter lifetime are left out, in milliseconds. */
const SHORT_MS = 120_000;
/** Redis's time to live of a key without one. */
const NEVER = -1;
interface Store {
  redis: Redis;
  keys: Keys;
}

/** The name of a key in layout 1. */
function oldName(keys: Keys, key: string): string {
  const tags = new Map(Array.from({ length: PARTITIONS }, (_, p) => [keys.tag(p), p]));
  return (
    keys.prefix +
    key
      .slice(keys.prefix.length)
      .replace(/^\{(p[0-9a-z]+)\}/, (_, tag: string) => `{${tags.get(tag) ?? ""}}`)
      .replace(/^\{tenant\.[^}]+\}/, "{tenants}")
      .replace(/^\{export\.([^}]+)\}:sent:/, "{tenants}:sent:$1:")
      .replace(/^\{job\.([^}]+)\}:group-bodies$/, "{tenants}:group-bodies:$1")
      .replace(/^\{jobs\.[^}]+\}/, "{jobs}")
  );
}

/** Converts data to the state of version 0.1.0. Resolves to the content of every key, by its current name. */
async function age({ redis, keys }: Store, from = 0): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  for (const [i, key] of (await keysWith(redis, keys.prefix)).entries()) {
    if (key === keys.meta) continue;
    // Keys that expire during the test, or have just expired, cannot be compared.
    const ttl = await redis.pttl(key);
    if (ttl !== NEVER && ttl < SHORT_MS) {
      await redis.unlink(key);
      continue;
    }
    held.set(key, await dump(redis, key));
    const old = oldName(keys, key);
    if (old !== key && i >= from) await redis.rename(key, old);
  }
  await redis.hset(keys.meta, "layout", "1");
  await redis.hdel(keys.meta, "jobsLayout");
  return held;
}

async function expectMigrated({ redis, keys }: Store, held: ReadonlyMap<string, string>): Promise<void> {
  const names = (await keysWith(redis, keys.prefix)).filter((key) => key !== keys.meta);
  assert.deepEqual(names, [...held.keys()].sort());
  for (const [key, content] of held) assert.equal(await dump(redis, key), content, key);
  assert.deepEqual(await redis.hmget(keys.meta, "layout", "jobsLayout"), ["2", "2"]);
}

/** Keys of every kind that layout 2 renames, and some that keep their name. */
async function createStore(t: TestContext): Promise<Store> {
  const { redis, keys } = withRedis(t);
  await openLayout(redis, keys, PARTITIONS);
  const slot = "t1/default:0123456789abcdef";
  const names = [
    ...Array.from({ length: PARTITIONS }, (_, p) => keys.customer(p, slot)),
    keys.waiting(3, "t1/default", "by: ref {p0}"),
    keys.tenant("t1"),
    keys.tenants,
    keys.exports("t1/default"),
    keys.deliveries("t1/default", "we1"),
    keys.privacyLog("t1/eu.west"),
    keys.windowMarks("t1/default", "ex1", "2026-01-01T00:00:00.000Z"),
    keys.exportRun("t1/default", "er1"),
    keys.rejected("t1/default", "er1"),
    keys.sentBatch("ex1", "batch:1"),
    keys.groupBodies("job-1"),
    keys.allowance("rows", "t1"),
    keys.openUploads("t1"),
    `${keys.jobs("feeds")}:slots:feeds:t1`,
    keys.slotTenants("export-runs"),
    `${keys.jobs("export-runs")}:export-runs:wait`,
    `${keys.jobs("alerts")}:alerts:repeat:slots:1`,
    `${keys.tokenFailures}:1.2.3.4`,
  ];
  for (const name of names) await redis.set(name, `content of ${name}`);
  return { redis, keys };
}

async function migrate({ redis, keys }: Store): Promise<void> {
  const parts = { redis, keys, log, signal };
  await migrateLayout(parts);
  await migrateJobs(parts, () => openStore(addressOf(), {}));
}

describe("the migration of layout 1", onOneServer("layout 1 is older than the support of clusters"), () => {
  it("renames each key, and changes no content", async (t) => {
    const store = await createStore(t);
    const held = await age(store);
    const before = await keysWith(store.redis, store.keys.prefix);
    assert.ok(before.filter((key) => !held.has(key)).length > PARTITIONS);
    await migrate(store);
    await expectMigrated(store, held);
  });

  it("continues after its process was killed, and may run in several processes at once", async (t) => {
    const store = await createStore(t);
    const held = await age(store, HALF);
    await store.redis.hset(store.keys.meta, "layout", "1>2");
    await Promise.all([migrate(store), migrate(store), migrate(store)]);
    await expectMigrated(store, held);
  });

  it("waits for processes of the older version, and changes nothing while one is running", async (t) => {
    const store = await createStore(t);
    const { redis, keys } = store;
    const held = await age(store);
    await redis.zadd(keys.relays, await storeTime(redis, keys), "old");
    let isWaiting = false;
    const waits = pino({ level: "warn" }, { write: () => void (isWaiting = true) });
    const done = migrateLayout({ ...store, log: waits, signal });
    await until("the wait", () => isWaiting);
    assert.equal(await redis.hget(keys.meta, "layout"), "1");
    assert.equal((await keysWith(redis, `${keys.prefix}{0}`)).length, 1);
    await redis.del(keys.relays);
    await done;
    await migrate(store);
    await expectMigrated(store, held);
  });

  it("keeps every answer, job and schedule", async (t) => {
    const first = await startService(t);
    const shop = await first.newCaller();
    const list = await shop.newWishlist();
    await shop.newItem(list.id, { notifyMe: true });
    const made = await newExport(shop, { schedule: { cron: "0 0 1 1 *", timezone: "UTC" } });
    await settled(first);
    const answers = (caller: Caller) =>
      Promise.all(
        [
          `wishlists/lookup?customerRef=${list.customerRef}`,
          `changes?limit=50`,
          `exports/${made.id}`,
          "privacy/requests",
        ].map(async (path) => {
          const { status, text } = await caller.get(`${WS}/${path}`);
          return { path, status, text: status === 200 ? text : "" };
        }),
      );
    const before = await answers(shop);
    await first.stop();
    await age(first);
    const refused = await tool(["tenant", "list"], { REDIS_URL: redisUrl(), REDIS_PREFIX: first.prefix });
    assert.match(refused.stderr, /the data has layout 1.*start the service/);
    const second = await startService(t, {}, { prefix: first.prefix });
    const again = await second.callerFor(shop.credentials);
    assert.deepEqual(await answers(again), before);
    assert.deepEqual(
      before.slice(0, 3).map(({ status }) => status),
      [200, 200, 200],
    );
    await again.newItem(list.id);
  });

  it("is completed by the next start after its process was killed", async (t) => {
    const cluster = newCluster(t);
    const { redis, keys } = cluster;
    await openLayout(redis, keys, PARTITIONS);
    const many = Array.from({ length: 30_000 }, (_, i) => keys.answer(i % PARTITIONS, i.toString()));
    await redis.mset(many.flatMap((key) => [oldName(keys, key), "kept"]));
    await redis.hset(keys.meta, "layout", "1");
    const killed = await cluster.start("worker", { isWaiting: false });
    await until("the first renamed key", async () => (await redis.exists(...many)) > 0, 60_000);
    killed.program.signal("SIGKILL");
    await killed.program.end();
    const left = await keysWith(redis, `${keys.prefix}{0}`);
    t.diagnostic(`${left.length} of ${many.length / PARTITIONS} keys of a partition were left`);
    await migrateLayout({ redis, keys, log, signal });
    assert.deepEqual(await redis.hmget(keys.meta, "layout"), ["2"]);
    assert.equal(await redis.exists(...many), many.length);
  });
});

describe(
  "data of layout 1 on a Redis Cluster",
  { skip: !isOnCluster() && "the Redis of the tests is no cluster" },
  () => {
    it("is refused with instructions, and is not changed", async (t) => {
      const { redis, keys } = withRedis(t);
      await openLayout(redis, keys, PARTITIONS);
      await redis.hset(keys.meta, "layout", "1");
      const old = `${keys.prefix}{0}:kept`;
      await redis.set(old, "content");
      await assert.rejects(migrateLayout({ redis, keys, log, signal }), {
        constructor: StartRefused,
        message: /^the data is from version 0\.1\.0.*: restore its backup into a single Redis/,
      });
      assert.deepEqual([await redis.hget(keys.meta, "layout"), await redis.get(old)], ["1", "content"]);
    });
  },
);
