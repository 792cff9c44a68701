import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { watched } from "../../../src/store/redis/connection/sends.ts";
import { DurableWaits } from "../../../src/store/redis/durability/durable-waits.ts";
import { NotDurable } from "../../../src/store/redis/failures.ts";
import { reconnect, withRedis } from "../../support/redis.ts";

/** Waits for so many replicas, and a written key for each wait. */
async function startWaits(t: TestContext, replicas: number) {
  const { redis, keys } = withRedis(t);
  const key = keys.durableMark(0);
  const outcomes: boolean[] = [];
  const waits = new DurableWaits(redis, {
    wait: { command: "WAIT", args: [replicas] },
    timeoutMs: 20,
    marks: [key],
    onWait: (_seconds, isDurable) => outcomes.push(isDurable),
  });
  await redis.ping();
  const write = () => redis.set(key, "1");
  const path = waits.pathOf(key);
  await write();
  return { redis, waits, write, written: [{ key, path }], outcomes };
}

/** More than any server has. */
const TOO_MANY = 99;

describe("DurableWaits", () => {
  it("confirm only writes that the required number of servers has", async (t) => {
    const enough = await startWaits(t, 0);
    assert.deepEqual(await enough.waits.confirm(enough.written), [undefined]);
    assert.deepEqual(enough.outcomes, [true]);
    const lacking = await startWaits(t, TOO_MANY);
    const [fault] = await lacking.waits.confirm(lacking.written);
    assert.ok(fault instanceof NotDurable);
    assert.deepEqual(lacking.outcomes, [false]);
  });

  it("confirm no write over a connection that has changed", async (t) => {
    const { redis, waits, write, written, outcomes } = await startWaits(t, 0);
    const operation = waits.newOperation();
    await watched(operation, write);
    await reconnect(redis);
    assert.ok((await waits.confirm(written))[0] instanceof NotDurable);
    await assert.rejects(waits.confirmAll(operation, 0), NotDurable);
    assert.deepEqual(outcomes, []);
  });

  it("wait for the connections that an operation has used, and for nothing if it has used none", async (t) => {
    const { waits, write, outcomes } = await startWaits(t, TOO_MANY);
    const operation = waits.newOperation();
    await waits.confirmAll(operation, 0);
    assert.deepEqual(outcomes, []);
    await watched(operation, write);
    await assert.rejects(waits.confirmAll(operation, 0), NotDurable);
    assert.deepEqual(outcomes, [false]);
  });
});
