import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Effects } from "../../../src/store/redis/connection/effects.ts";
import { unwatched, watched } from "../../../src/store/redis/connection/sends.ts";
import { Operation } from "../../../src/store/redis/durability/operation.ts";
import { newCustomer, refusal, withActors } from "../../support/actors.ts";
import { withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

const PLACE = { partition: 1 };

/** A dispatcher, with what watches the requests that it works for. */
async function startWatched(t: Parameters<typeof withActors>[0], replyTimeoutMs = 10_000) {
  const { startHost, startDispatcher } = await withActors(t);
  let own: Operation | undefined;
  const { dispatcher } = await startDispatcher({
    replyTimeoutMs,
    through(redis) {
      own = new Operation(redis);
      return redis;
    },
  });
  const [operation, effects] = [given(own), new Effects()];
  const send = () => watched(operation, () => watched(effects, () => dispatcher.send(PLACE, newCustomer())));
  return { startHost, send, operation, effects };
}

describe("what a request sends to the store", () => {
  it("is not what the dispatcher sends for the requests of one pass: none waits for the masters of another", async (t) => {
    const { startHost, send, operation } = await startWatched(t);
    await startHost();
    for (const { ok } of await Promise.all([send(), send()])) assert.ok(ok);
    assert.deepEqual(operation.masters(), []);
  });

  it("has an effect when its command was applied, and none when it was cancelled", async (t) => {
    const { startHost, send, effects } = await startWatched(t, 500);
    assert.equal((await refusal(send())).isUnknown, false);
    assert.equal(effects.areAny, false);
    await startHost();
    assert.ok((await send()).ok);
    assert.equal(effects.areAny, true);
  });

  it("uses masters by reads and writes over its own connection, and has effects by writes alone", async (t) => {
    const { redis, prefix } = withRedis(t);
    const { redis: other } = withRedis(t);
    const [operation, effects] = [new Operation(redis), new Effects()];
    const uses = async (work: () => Promise<unknown>) => {
      await watched(effects, () => watched(operation, work));
      return [operation.masters()?.length, effects.areAny];
    };
    await Promise.all([redis.ping(), other.ping()]);
    const key = `${prefix}{key}`;
    assert.deepEqual(await uses(() => other.get(key)), [0, false]);
    assert.deepEqual(await uses(() => redis.get(key)), [1, false]);
    assert.deepEqual(await uses(() => unwatched(() => redis.set(key, "unwatched"))), [1, false]);
    assert.deepEqual(await uses(() => redis.set(key, "watched")), [1, true]);
  });
});
