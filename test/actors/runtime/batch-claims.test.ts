import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { PartitionBatch } from "../../../src/actors/runtime/batch/partition-batch.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { keptText } from "../../../src/actors/runtime/kept-reply.ts";
import { receive } from "../../../src/actors/runtime/stream-command.ts";
import { claimStateKey } from "../../../src/actors/state/claim.ts";
import type { Draft } from "../../../src/actors/state/draft.ts";
import { Keys } from "../../../src/store/keys/keys.ts";

const storeKey = "t/s";
const CLAIM = { reference: "wishlistRef" as const, storeKey, value: "list", holder: "w" };
const GIVEN_BACK = [{ ...CLAIM, at: 7 }];
const DIGEST = "digest";

/** A decided batch of one command that claims a reference and is granted it. `kept`: the reply to its Idempotency-Key. */
function batchWith(kept: string | null) {
  const command = { type: "ForgetPurchases" as const, storeKey, slot: "s", key: "k" };
  const payload = encodeCommand({ instance: "", requestId: "", digest: DIGEST, command });
  const handlers = {
    ...HANDLERS,
    ForgetPurchases: (_: unknown, draft: Draft) => {
      draft.load([claimStateKey(CLAIM)]);
      return { ok: true as const };
    },
  };
  const batch = new PartitionBatch(
    { keys: new Keys("t:", 16), handlers, localInstance: "", commandLifetimeMs: 1e12 },
    {
      lease: { partition: 0, fence: "f", cursor: "0-0", clean: true },
      cursor: "0-0",
      cancels: "0",
      excluded: new Map(),
      commands: [receive("7-0", payload)],
    },
  );
  while (!batch.isDecided) {
    for (const { stateKey, load } of batch.planReads())
      load(stateKey, stateKey.kind === "claim" ? "granted" : kept);
    batch.decide();
  }
  return batch;
}

describe("claims of a batch", () => {
  it("stay with a command that is accepted", () => {
    assert.deepEqual(batchWith(null).unusedClaims, []);
  });

  it("are given back where the command is repeated and gets its first reply", () => {
    const batch = batchWith(keptText({ ok: true, json: "{}" }, "w"));
    assert.deepEqual(
      batch.decided.map(({ reply }) => reply),
      [{ ok: true, json: "{}", replayed: true }],
    );
    assert.deepEqual(batch.unusedClaims, GIVEN_BACK);
  });

  it("are given back where the store refuses the writes, and the command becomes a dead letter", () => {
    const instead = batchWith(null).toDeadLetters("refused");
    assert.equal(instead.deadLetters.length, 1);
    assert.deepEqual(instead.unusedClaims, GIVEN_BACK);
  });
});
