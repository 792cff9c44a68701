import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { PartitionBatch } from "../../../src/actors/runtime/batch/partition-batch.ts";
import { runBatches } from "../../../src/actors/runtime/batch/run-batches.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { receive } from "../../../src/actors/runtime/stream-command.ts";
import { newCustomer } from "../../support/actors.ts";
import { openBatchStore } from "../../support/batch-store.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { leaseOf } from "../../support/lease.ts";
import { withRedis } from "../../support/redis.ts";

const PARTITION = 1;
const SETTINGS = { handlers: HANDLERS, localInstance: "", commandLifetimeMs: 1e12 };

/** An answer of Redis to a call that it does not carry out, and will not later. */
const refusal = () => Object.assign(new Error("WRONGTYPE Operation against a key"), { name: "ReplyError" });

type Call = "load" | "commit";

/**
 * Runs a command whose calls of the store are refused, `times` at most, and then another one.
 * @param refused the calls with the key of the first command's customer that are refused
 */
async function runRefused(t: TestContext, refused: Call, times = Infinity) {
  const { redis, keys } = withRedis(t);
  const [command, next] = [newCustomer(), newCustomer()];
  const key = keys.customer(PARTITION, command.slot);
  let refusals = 0;
  const through = intercepted(redis, (args, send) => {
    const call: Call = args.some((arg) => String(arg).includes('"fence"')) ? "commit" : "load";
    if (call !== refused || !args.includes(key) || refusals >= times) return send();
    refusals++;
    return Promise.reject(refusal());
  });
  const store = await openBatchStore(redis, keys, through);
  const lease = await leaseOf(redis, keys, PARTITION, { worker: "worker" });
  let { cursor } = lease;
  const run = async (entryId: string, made: typeof command) => {
    const payload = encodeCommand({ instance: "", requestId: "", command: made });
    const start = { lease, cursor, cancels: "0", excluded: new Map(), commands: [receive(entryId, payload)] };
    const settings = { ...SETTINGS, keys };
    const [result] = await runBatches(store, [new PartitionBatch(settings, start)]);
    assert.equal(result?.outcome.kind, "committed");
    cursor = result.batch.end;
    return result.batch.decided.map(({ reply }) => (reply.ok ? "ok" : reply.code));
  };
  return {
    replies: [await run("1800000000000-0", command), await run("1800000000001-0", next)],
    letters: await redis.xlen(keys.deadLetters(PARTITION)),
    stored: await Promise.all(
      [command, next].map(({ slot }) => redis.exists(keys.customer(PARTITION, slot))),
    ),
  };
}

describe("a command that the store refuses", () => {
  const EXPECTED = { replies: [["Internal"], ["ok"]], letters: 1, stored: [0, 1] };

  it("becomes one dead letter without effect where its writes are refused, and the next one is applied", async (t) => {
    assert.deepEqual(await runRefused(t, "commit"), EXPECTED);
  });

  it("becomes one dead letter without effect where its state is refused, and the next one is applied", async (t) => {
    assert.deepEqual(await runRefused(t, "load"), EXPECTED);
  });

  it("has no effect once it is refused, also where its writes are accepted from then on", async (t) => {
    assert.deepEqual(await runRefused(t, "commit", 2), EXPECTED);
  });
});
