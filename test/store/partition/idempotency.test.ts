import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { KEY_LIFETIME_MS } from "../../../src/store/idempotency/key-lifetime.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { IdempotencyKeys, type KeyRecord } from "../../../src/store/partition/idempotency.ts";
import { withRedis } from "../../support/redis.ts";

async function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, 16);
  const place = (digest: string) => keys.idempotency(layout.partitionOf(digest), digest);
  return { redis, keys, place, idempotency: new IdempotencyKeys(redis, keys, layout) };
}

const record = (fingerprint: string): KeyRecord => ({ fingerprint, at: 1, partition: 2 });

describe("IdempotencyKeys", () => {
  it("gives a key to one of many requests, and shows it to the others", async (t) => {
    const { idempotency } = await setUp(t);
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, i) => idempotency.claim("digest", record(`request${i}`))),
    );
    const winner = await idempotency.find("digest");
    assert.equal(found.filter((present) => present === undefined).length, 1);
    for (const present of found) if (present) assert.deepEqual(present, winner);
  });

  it("finds nothing for an unused key", async (t) => {
    const { idempotency } = await setUp(t);
    assert.equal(await idempotency.find("digest"), undefined);
    assert.equal(await idempotency.answer(2, "digest"), undefined);
  });

  it("lets one of many take a key over from a dead attempt, also one of version 0.1.0", async (t) => {
    const { redis, place, idempotency } = await setUp(t);
    const dead = { ...record("one"), attempt: "dead" };
    for (const store of [
      () => idempotency.claim("digest", dead),
      () => redis.set(place("digest"), JSON.stringify(dead)),
    ]) {
      await redis.del(place("digest"));
      await store();
      const successors = ["a", "b", "c"].map((attempt) => ({ ...dead, at: 2, firstAt: 1, attempt }));
      const taken = await Promise.all(successors.map((own) => idempotency.takeOver("digest", dead, own)));
      assert.deepEqual([...taken].sort(), [false, false, true]);
      assert.deepEqual(await idempotency.find("digest"), successors[taken.indexOf(true)]);
    }
  });

  it("reads a record of version 0.1.0, and stores its own parts separately", async (t) => {
    const { redis, place, idempotency } = await setUp(t);
    const former = { ...record("one"), attempt: "a45e8c56-0a9e-4270-8fb5-3ab4363dcc89" };
    await redis.set(place("digest"), JSON.stringify(former));
    assert.deepEqual(await idempotency.claim("digest", record("two")), former);
    for (const own of [record("one"), former, { fingerprint: "-_", at: 1_795_355_149_049, attempt: "-_" }]) {
      await redis.del(place("other"));
      await idempotency.claim("other", own);
      assert.deepEqual(await idempotency.find("other"), own);
    }
  });

  it("lets a deleted key be used again", async (t) => {
    const { idempotency } = await setUp(t);
    await idempotency.claim("digest", record("one"));
    await idempotency.deleteIfEqual("digest", record("one"));
    assert.equal(await idempotency.claim("digest", record("two")), undefined);
    assert.deepEqual(await idempotency.find("digest"), record("two"));
  });

  it("changes and deletes the record of its own request only", async (t) => {
    const { idempotency } = await setUp(t);
    const [mine, others] = [record("mine"), record("others")];
    await idempotency.claim("digest", mine, 60_000);
    const done = { ...mine, answer: "sealed" };
    assert.equal(
      await idempotency.setUnlessOther("digest", others, { ...others, answer: "x" }, 60_000),
      false,
    );
    assert.equal(await idempotency.deleteIfEqual("digest", others), false);
    assert.equal(await idempotency.setUnlessOther("digest", mine, done, 60_000), true);
    assert.deepEqual(await idempotency.find("digest"), done);
    assert.equal(await idempotency.deleteIfEqual("digest", done), true);
    assert.equal(await idempotency.find("digest"), undefined);
  });

  it("expires every key, also one that was taken over", async (t) => {
    const { redis, place, idempotency } = await setUp(t);
    await idempotency.claim("one", record("one"));
    await idempotency.claim("two", record("dead"));
    await idempotency.takeOver("two", record("dead"), record("two"));
    for (const digest of ["one", "two"]) {
      const left = await redis.pttl(place(digest));
      assert.ok(left > 0 && left <= KEY_LIFETIME_MS, digest);
    }
  });

  it("finds the answer in its partition", async (t) => {
    const { redis, keys, idempotency } = await setUp(t);
    await redis.set(keys.answer(2, "digest"), "answer");
    assert.equal(await idempotency.answer(2, "digest"), "answer");
    assert.equal(await idempotency.answer(3, "digest"), undefined);
  });
});
