import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AuditLog } from "../../../src/store/tenants/audit-log.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { withRedis } from "../../support/redis.ts";
import { script } from "../../support/script.ts";

const start = script("tenants/append-audit");
const startEnd = script("tenants/end-audit");

describe("append-audit", () => {
  it("returns the id of the entry, and drops some of the entries beyond the age or the number, with their outcomes", async (t) => {
    const { call, redis, key } = start(t);
    const [entries, outcomes] = [key("entries"), key("outcomes")];
    for (const id of ["1-0", "2-0", "3-0", "4-0"]) {
      await redis.xadd(entries, id, "e", id);
      await redis.hset(outcomes, id, "done");
    }
    const append = (oldest: string, most: string) => call(["new", oldest, most], ["entries", "outcomes"]);
    const left = async () => (await redis.xrange(entries, "-", "+")).map(([, [, text]]) => text);
    const id = await append("2-0", "100");
    assert.deepEqual(await left(), ["2-0", "3-0", "4-0", "new"]);
    assert.equal((await redis.xrevrange(entries, "+", "-", "COUNT", 1))[0]?.[0], id);
    await append("2-0", "3");
    assert.deepEqual(await left(), ["4-0", "new", "new"]);
    assert.deepEqual(await redis.hkeys(outcomes), ["4-0"]);
  });
});

describe("end-audit", () => {
  it("returns 1 for an outcome that it records, and 0 without a log", async (t) => {
    const { call, redis, key } = startEnd(t);
    const end = () => call(["1-0", "done"], ["entries", "outcomes"]);
    assert.equal(await end(), 0);
    assert.equal(await redis.exists(key("outcomes")), 0);
    await redis.xadd(key("entries"), "1-0", "e", "{}");
    assert.equal(await end(), 1);
    assert.deepEqual(await redis.hgetall(key("outcomes")), { "1-0": "done" });
  });
});

describe("the audit log", () => {
  it("has entries for 400 days, and at most so many of them", async (t) => {
    const { redis, keys } = withRedis(t);
    let now = Date.now();
    const log = new AuditLog(redis, keys, () => now, { maxEntries: 5 });
    const actor = { kind: "client" as const, id: "c" };
    const read = async () =>
      (await log.page("t", { store: "s", size: 50 })).entries.map(({ action }) => action);
    for (const action of ["a", "b", "c", "d", "e", "f", "g"]) await log.begin("t", { actor, action });
    assert.deepEqual(await read(), ["g", "f", "e", "d", "c"]);
    now += 399 * DAY_MS;
    assert.equal((await read()).length, 5);
    now += 2 * DAY_MS;
    assert.deepEqual(await read(), []);
    await log.begin("t", { actor, action: "h" });
    assert.equal(await redis.xlen(keys.audit("t")), 1);
  });

  it("shows a store its own entries and those of the whole tenant, the newest first, once on all pages of any size", async (t) => {
    const { redis, keys } = withRedis(t);
    const log = new AuditLog(redis, keys, () => Date.now());
    const actor = { kind: "client" as const, id: "c" };
    const ids: string[] = [];
    for (let i = 0; i < 30; i++) {
      const store = ["s", "other", undefined][i % 3];
      const id = await log.begin("t", { actor, action: "x", ...(store === undefined ? {} : { store }) });
      if (store !== "other") ids.unshift(id);
    }
    for (const size of [1, 7, 50]) {
      const found: string[] = [];
      for (let before: string | undefined; ;) {
        const { entries, next } = await log.page("t", { store: "s", before, size });
        assert.ok(entries.length <= size);
        found.push(...entries.map(({ id }) => id));
        if (next === undefined) break;
        before = next;
      }
      assert.deepEqual(found, ids);
    }
  });
});
