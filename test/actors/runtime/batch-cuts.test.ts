import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import type { ForgetPurchases } from "../../../src/actors/order/messages.ts";
import { PartitionBatch } from "../../../src/actors/runtime/batch/partition-batch.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { receive, type StreamCommand } from "../../../src/actors/runtime/stream-command.ts";
import type { Draft } from "../../../src/actors/state/draft.ts";
import { Keys } from "../../../src/store/keys/keys.ts";
import type { StateKey } from "../../../src/store/partition/state/state-keys.ts";
import { itemWith } from "../../support/data/state-keys.ts";

const MAX_STATE_KEYS = 5000;
const MAX_CHARACTERS = 2_000_000;
const MAX_COMMAND_STATE_KEYS = 200_000;

/** The effect of a command: state keys that it reads, and characters of the record that it writes. */
interface Load {
  stateKeys: number;
  characters: number;
}

const ITEM = { ...itemWith({}), deleted: true, deletedTime: "2026-01-01T00:00:00.000Z" } as const;

const itemStateKey = (command: string, number: number): StateKey<"removed"> => ({
  kind: "removed",
  id: command,
  field: number,
});

/** A stream of commands, the load of each, and the batches that it takes. */
function batchesOf(loads: readonly Load[]) {
  const received = loads.map((_, i): StreamCommand => {
    const command: ForgetPurchases = {
      type: "ForgetPurchases",
      storeKey: "t/s",
      slot: i.toString(),
      key: "k",
    };
    return receive(`${i + 1}-0`, encodeCommand({ instance: "", requestId: "", command }));
  });
  const stateOf = (slot: string) =>
    Array.from({ length: loads[Number(slot)]?.stateKeys ?? 0 }, (_, n) => itemStateKey(slot, n + 1));
  const handlers = {
    ...HANDLERS,
    ForgetPurchases: ({ slot }: ForgetPurchases, draft: Draft) => {
      draft.load(stateOf(slot));
      const attributeGroups = {
        g: { attributes: { text: "x".repeat(loads[Number(slot)]?.characters ?? 0) } },
      };
      draft.put(itemStateKey(`new ${slot}`, 1), { ...ITEM, attributeGroups });
      return { ok: true as const };
    },
  };
  const settings = { keys: new Keys("t:", 16), handlers, localInstance: "", commandLifetimeMs: 1e12 };
  const lease = { partition: 0, fence: "f", cursor: "0-0", clean: true };
  const batches: { commands: number[]; stateKeys: number; parked: number }[] = [];
  for (let done = 0; done < received.length;) {
    const commands = received.slice(done);
    const batch = new PartitionBatch(settings, {
      lease,
      cursor: "0-0",
      cancels: "0",
      excluded: new Map(),
      commands,
    });
    let stateKeys = 0;
    while (!batch.isDecided) {
      const wanted = batch.planReads();
      stateKeys += wanted.length;
      for (const { stateKey, load } of wanted) load(stateKey, null);
      if (wanted.length === 0) batch.decide();
    }
    assert.equal(batch.decided.length, batch.commands.length);
    batches.push({
      commands: batch.commands.map(({ entryId }) => Number(entryId.split("-")[0])),
      stateKeys,
      parked: batch.deadLetters.length,
    });
    done += batch.commands.length;
    assert.ok(batch.commands.length > 0, "a batch that does nothing");
  }
  return batches;
}
const lengthsOf = (loads: readonly Load[]) => batchesOf(loads).map(({ commands }) => commands.length);

describe("a batch", () => {
  it("is cut before the command whose state would be too much", () => {
    const some = { stateKeys: 2000, characters: 0 };
    assert.deepEqual(lengthsOf([some, some, some, some, some]), [2, 2, 1]);
  });

  it("is cut behind the command that has written too many characters", () => {
    const long = { stateKeys: 1, characters: MAX_CHARACTERS / 2 };
    assert.deepEqual(lengthsOf([long, long, long, long, long]), [2, 2, 1]);
  });

  it("is one command's own where that needs more than a batch has", () => {
    const small = { stateKeys: 1, characters: 0 };
    assert.deepEqual(lengthsOf([small, { stateKeys: MAX_STATE_KEYS + 1, characters: 0 }, small]), [1, 1, 1]);
  });

  it("turns a command that needs too much state into a dead letter, and continues", () => {
    const small = { stateKeys: 1, characters: 0 };
    const batches = batchesOf([{ stateKeys: MAX_COMMAND_STATE_KEYS + 1, characters: 0 }, small]);
    assert.deepEqual(
      batches.map(({ stateKeys, parked }) => [stateKeys, parked]),
      [
        [0, 1],
        [1, 0],
      ],
    );
  });

  it("decides every command once and in order, and stays within its limits, for any needs", () => {
    const load = fc.record({ stateKeys: fc.nat(3000), characters: fc.nat(MAX_CHARACTERS / 4) });
    fc.assert(
      fc.property(fc.array(load, { minLength: 1, maxLength: 12 }), (loads) => {
        const batches = batchesOf(loads);
        assert.deepEqual(
          batches.flatMap(({ commands }) => commands),
          loads.map((_, i) => i + 1),
        );
        for (const { stateKeys, parked } of batches) {
          assert.equal(parked, 0);
          assert.ok(stateKeys <= MAX_STATE_KEYS, `${stateKeys} stateKeys`);
        }
      }),
      { numRuns: 20 },
    );
  });
});
