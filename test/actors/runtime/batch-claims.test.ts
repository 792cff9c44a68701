import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { BatchClaims } from "../../../src/actors/runtime/batch/batch-claims.ts";
import { PartitionBatch } from "../../../src/actors/runtime/batch/partition-batch.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { keptText } from "../../../src/actors/runtime/kept-reply.ts";
import { receive, type StreamCommand } from "../../../src/actors/runtime/stream-command.ts";
import { claimStateKey } from "../../../src/actors/state/claim.ts";
import { type Draft, State } from "../../../src/actors/state/draft.ts";
import { productHolder } from "../../../src/store/ids/ids.ts";
import { Keys } from "../../../src/store/keys/keys.ts";

const storeKey = "t/s";
const CLAIM = { reference: "wishlistRef" as const, storeKey, value: "list", holder: "w" };
const GIVEN_BACK = [{ ...CLAIM, at: 7, seq: 0 }];
const DIGEST = "digest";

const newBatch = (handlers: typeof HANDLERS, commands: StreamCommand[]) =>
  new PartitionBatch(
    { keys: new Keys("t:", 16), handlers, localInstance: "", commandLifetimeMs: 1e12 },
    {
      lease: { partition: 0, fence: "f", cursor: "0-0", clean: true },
      cursor: "0-0",
      cancels: "0",
      excluded: new Map(),
      commands,
    },
  );

/** Decides a batch that is granted all claims. All other state has this value. */
function decide(batch: PartitionBatch, value: string | null): void {
  while (!batch.isDecided) {
    for (const { stateKey, load } of batch.planReads())
      load(stateKey, stateKey.kind === "claim" ? "granted" : value);
    batch.decide();
  }
}

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
  const batch = newBatch(handlers, [receive("7-0", payload)]);
  decide(batch, kept);
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

  it("are given back by a row for a product that the row before it has created, for the same holder", () => {
    const key = "0123456789abcdef";
    const slot = { storeKey, slot: `${storeKey}:${key}`, key };
    const command = {
      ...{ type: "PutProduct" as const, ...slot, product: { productRef: "p", title: "P" } },
      variants: [{ variantRef: "v", sku: "s" }],
      ...{ thresholds: { threshold: 1, lowStockThreshold: 3 }, currency: null },
    };
    const rows = ["7-0", "7-1"].map((entryId) =>
      receive(entryId, encodeCommand({ instance: "", requestId: entryId, command })),
    );
    const batch = newBatch(HANDLERS, rows);
    decide(batch, null);
    const [first, second] = batch.decided.map(({ reply }) => reply.ok && JSON.parse(reply.json ?? ""));
    assert.deepEqual([first.status, second.status], ["created", "unchanged"]);
    assert.equal(second.productId, first.productId);
    // They stay nevertheless: a release checks the record, and the product has these names.
    const holder = productHolder(first.productId);
    assert.deepEqual(
      batch.unusedClaims.map((claim) => [claim.holder, claim.at, claim.seq]),
      [
        [holder, 7, 1],
        [holder, 7, 1],
      ],
    );
  });

  it("stay with a command that the next batch decides, if several may have the reference: it claims it again", () => {
    const command = { type: "ForgetPurchases" as const, storeKey, slot: "s", key: "k" };
    const received = receive("7-1", encodeCommand({ instance: "", requestId: "1", command }));
    for (const reference of ["wishlistRef", "itemRef"] as const) {
      const state = new State();
      const claims = new BatchClaims(state);
      const stateKey = claimStateKey({ ...CLAIM, reference });
      claims.add(received, stateKey);
      state.set(stateKey, "granted");
      claims.postpone(received);
      const given = claims.unused.map((claim) => claim.reference);
      assert.deepEqual(given, reference === "itemRef" ? [] : [reference]);
    }
  });
});
