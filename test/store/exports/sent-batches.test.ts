import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SentBatches } from "../../../src/store/exports/sent-batches.ts";
import { withRedis } from "../../support/redis.ts";

describe("SentBatches", () => {
  it("lets one of many begin a batch, and reports an unknown outcome to the others", async (t) => {
    const { redis, keys } = withRedis(t);
    const ledger = new SentBatches(redis, keys).of("ex1");
    const begun = await Promise.all(Array.from({ length: 5 }, () => ledger.begin("b1")));
    assert.deepEqual(begun.sort(), [...Array<string>(4).fill("unknown"), undefined]);
  });

  it("returns the outcome of a batch without the platform's words, to its own export only", async (t) => {
    const { redis, keys } = withRedis(t);
    const batches = new SentBatches(redis, keys);
    const reason = { code: "record_refused", platform: "braze", detail: "no" } as const;
    const sent = { accepted: 1, rejected: [{ id: "r1", reason }] };
    await batches.of("ex1").begin("b1");
    await batches.of("ex1").markSent("b1", sent);
    const rejected = [{ id: "r1", reason: { code: "record_refused", platform: "braze" } }];
    assert.deepEqual(await batches.of("ex1").begin("b1"), { accepted: 1, rejected });
    assert.equal(await batches.of("ex2").begin("b1"), undefined);
  });

  it("keeps the sentences of an outcome that an earlier version has stored", async (t) => {
    const { redis, keys } = withRedis(t);
    const sent = { accepted: 1, rejected: [{ id: "r1", reason: "Braze: no" }] };
    await redis.set(keys.sentBatch("ex1", "b1"), JSON.stringify(sent));
    const rejected = [{ id: "r1", reason: { sentence: "Braze: no" } }];
    assert.deepEqual(await new SentBatches(redis, keys).of("ex1").begin("b1"), { accepted: 1, rejected });
  });

  it("lets a batch begin again if none of it arrived", async (t) => {
    const { redis, keys } = withRedis(t);
    const ledger = new SentBatches(redis, keys).of("ex1");
    await ledger.begin("b1");
    await ledger.forget("b1");
    assert.equal(await ledger.begin("b1"), undefined);
  });

  it("expires batches after a time", async (t) => {
    const { redis, keys } = withRedis(t);
    const ledger = new SentBatches(redis, keys).of("ex1");
    await ledger.begin("b1");
    assert.ok((await redis.ttl(keys.sentBatch("ex1", "b1"))) > 86_400);
    await ledger.markSent("b1", { accepted: 0, rejected: [] });
    assert.ok((await redis.ttl(keys.sentBatch("ex1", "b1"))) > 86_400);
  });
});
