import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { PartitionBatch } from "../../../src/actors/runtime/batch/partition-batch.ts";
import { runBatches } from "../../../src/actors/runtime/batch/run-batches.ts";
import { commandId, encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { receive } from "../../../src/actors/runtime/stream-command.ts";
import { newCustomer } from "../../support/actors.ts";
import { openBatchStore } from "../../support/batch-store.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { leaseOf } from "../../support/lease.ts";
import { withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

const PARTITION = 1;
const LATER = { instance: "i", requestId: "later" };

/** Runs a batch of one command. Before each of its first `times` commits, the command with an id is cancelled. */
async function runWhileCancelling(t: TestContext, idOf: (own: string) => string, times = 1) {
  const { redis, keys } = withRedis(t);
  const command = newCustomer();
  const payload = encodeCommand({ instance: "i", requestId: "own", command });
  const received = receive("1800000000000-0", payload);
  const id = idOf(commandId(given(received.envelope)));
  let cancelled = 0;
  const through = intercepted(redis, async (args, send) => {
    if (args.some((arg) => String(arg).includes('"fence"')) && cancelled < times) {
      cancelled++;
      await redis.sadd(keys.cancelled(PARTITION), id);
      await redis.hincrby(keys.lease(PARTITION), "cancels", 7);
    }
    return send();
  });
  const store = await openBatchStore(redis, keys, through);
  const lease = await leaseOf(redis, keys, PARTITION, { worker: "worker" });
  let decisions = 0;
  const handlers: typeof HANDLERS = {
    ...HANDLERS,
    CreateCustomer: (...args) => {
      decisions++;
      return HANDLERS.CreateCustomer(...args);
    },
  };
  const settings = { keys, handlers, localInstance: "", commandLifetimeMs: 1e12 };
  const start = { lease, cursor: lease.cursor, cancels: "0", excluded: new Map(), commands: [received] };
  const [result] = await runBatches(store, [new PartitionBatch(settings, start)]);
  const { batch, outcome } = given(result);
  const isStored = (await redis.exists(keys.customer(PARTITION, command.slot))) === 1;
  return { outcome: outcome.kind, decisions, isStored, known: batch.start.cancelled?.has(id) };
}

describe("a batch that is decided while a sender gives up", () => {
  it("is committed as it was decided if the batch has no command of this sender, and remembers the cancellation", async (t) => {
    const quiet = await runWhileCancelling(t, () => commandId(LATER), 0);
    const { decisions, ...result } = await runWhileCancelling(t, () => commandId(LATER));
    assert.deepEqual(result, { outcome: "committed", isStored: true, known: true });
    assert.equal(decisions, quiet.decisions);
  });

  it("has no effect if it has the command of this sender", async (t) => {
    const { outcome, isStored } = await runWhileCancelling(t, (own) => own);
    assert.deepEqual([outcome, isStored], ["cancelled", false]);
  });

  it("is left for later if senders give up all the time", async (t) => {
    const { outcome, isStored } = await runWhileCancelling(t, () => commandId(LATER), 1000);
    assert.deepEqual([outcome, isStored], ["cancelled", false]);
  });
});
