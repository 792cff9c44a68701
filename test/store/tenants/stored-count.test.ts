import assert from "node:assert/strict";
import { it } from "node:test";
import { RECORD_OVERHEAD } from "../../../src/store/records/fields.ts";
import { StoredCount } from "../../../src/store/tenants/stored-count.ts";
import { serversOf, withRedis } from "../../support/redis.ts";
import { monitor } from "../../support/servers/monitor.ts";
import { startOwnStore } from "../../support/servers/own-store.ts";

const FIELDS = 900;

it("the records of many large hashes are counted in several calls, so that others are served in between", async (t) => {
  const { redis, prefix, keys } = withRedis(t);
  const records = Object.fromEntries(Array.from({ length: FIELDS }, (_, i) => [`v${i}`, "text"]));
  for (let i = 0; i < 5; i++) await redis.hset(keys.product(0, `acme/one:${i}`), records);
  const stored = new StoredCount(redis, keys, 16);
  const calls = await monitor(t, { redis, prefix });
  const count = async () => {
    let state = await stored.start();
    do state = await stored.step(state);
    while (state.cursor !== "0");
    return state.counted["0 acme"];
  };
  const expected = 5 * FIELDS * (RECORD_OVERHEAD + "text".length);
  // SCAN finds a key twice if the hash table grows meanwhile, through other tests: the next count is right.
  for (let left = 5; (await count()) !== expected; left--) assert.ok(left > 0, "no count is right");
  // EVALSHA, a digest, the number of hashes, and the hashes.
  const counts = (await calls()).flatMap((call) => {
    const start = call.findIndex((word) => /^evalsha$/i.test(word));
    return start < 0 ? [] : [Number(call[start + 2])];
  });
  assert.ok(counts.length >= 3 && counts.every((count) => count <= 2), counts.join());
});

it("a count begins again if a server was restarted in the middle: a cursor has no meaning for another server", async (t) => {
  const own = await startOwnStore(t);
  const { redis, keys } = own;
  const tenants = Array.from({ length: 400 }, (_, i) => `t${i}`);
  for (const tenant of tenants) await redis.hset(keys.product(0, `${tenant}/one:p`), "v", "text");
  const stored = new StoredCount(redis, keys, 16, { batchSize: 20 });
  let state = await stored.start();
  while (Object.keys(state.counted).length < tenants.length / 2) state = await stored.step(state);
  await own.kill();
  await own.launch();
  do state = await stored.step(state);
  while (state.cursor !== "0");
  assert.deepEqual(Object.keys(state.counted).sort(), tenants.map((tenant) => `0 ${tenant}`).sort());
});

it("a count that a version without the names of the servers has begun begins again", async (t) => {
  const { redis, keys } = withRedis(t);
  await serversOf(redis);
  const stored = new StoredCount(redis, keys, 16, { batchSize: 20 });
  const { counted, cursor, histories } = await stored.step({
    cursor: "0 7",
    started: {},
    counted: { "0 t": 1 },
  });
  assert.deepEqual([counted, cursor], [{}, "0 0"]);
  assert.ok(histories);
});
