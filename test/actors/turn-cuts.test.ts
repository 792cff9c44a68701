import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { encodeCommand } from "../../src/actors/runtime/envelope.ts";
import { HANDLERS } from "../../src/actors/handlers.ts";
import type { ForgetPurchases } from "../../src/actors/order/messages.ts";
import { type StreamCommand, receive } from "../../src/actors/runtime/stream-command.ts";
import { PartitionTurn } from "../../src/actors/runtime/turn.ts";
import type { Cell } from "../../src/store/partition/cells.ts";
import { Keys } from "../../src/store/keys.ts";
import type { ItemRecord } from "../../src/store/records/records.ts";

const MAX_CELLS = 5000;
const MAX_CHARACTERS = 8_000_000;
const MAX_COMMAND_CELLS = 200_000;

/** What a command does: cells that it reads, and characters of the record that it writes. */
interface Load {
  cells: number;
  characters: number;
}

const TIME = "2026-01-01T00:00:00.000Z";
const ITEM: ItemRecord = {
  id: "i",
  wishlistId: "w",
  product: { productRef: "p", selectedVariantRef: "v" },
  purchased: false,
  purchasedAndRemoved: false,
  addedFromCart: false,
  addedByStaff: false,
  disableNotification: false,
  prerelease: false,
  notifyMe: false,
  createdTime: TIME,
  modifiedTime: TIME,
};

const itemCell = (command: string, number: number): Cell<"item"> => ({
  kind: "item",
  of: command,
  field: number,
});

/** A stream of commands, the load of each, and the turns that it takes. */
function turnsOf(loads: readonly Load[]) {
  const received = loads.map((_, i): StreamCommand => {
    const command: ForgetPurchases = {
      type: "ForgetPurchases",
      storeKey: "t/s",
      slot: i.toString(),
      key: "k",
    };
    return receive(`${i + 1}-0`, encodeCommand({ node: "", ask: "", command }));
  });
  const cellsOf = (slot: string) =>
    Array.from({ length: loads[Number(slot)]?.cells ?? 0 }, (_, n) => itemCell(slot, n + 1));
  const handlers = {
    ...HANDLERS,
    ForgetPurchases: {
      reads: ({ slot }: ForgetPurchases) => cellsOf(slot),
      decide({ slot }: ForgetPurchases, draft: Parameters<typeof HANDLERS.ForgetPurchases.decide>[1]) {
        for (const cell of cellsOf(slot)) draft.get(cell);
        const attributeGroups = {
          g: { attributes: { text: "x".repeat(loads[Number(slot)]?.characters ?? 0) } },
        };
        draft.put(itemCell(`new ${slot}`, 1), { ...ITEM, attributeGroups });
        return { ok: true as const };
      },
    },
  };
  const settings = { keys: new Keys("t:"), handlers, localNode: "", commandLifetimeMs: 1e12 };
  const lease = { partition: 0, fence: "f", cursor: "0-0", clean: true };
  const turns: { commands: number[]; cells: number; parked: number }[] = [];
  for (let done = 0; done < received.length;) {
    const commands = received.slice(done);
    const turn = new PartitionTurn(settings, {
      lease,
      cursor: "0-0",
      cancels: "0",
      excluded: new Map(),
      commands,
    });
    let cells = 0;
    while (!turn.isDecided) {
      const wanted = turn.missing();
      cells += wanted.length;
      for (const { cell, load } of wanted) load(cell, null);
      if (wanted.length === 0) turn.decide();
    }
    assert.equal(turn.decided.length, turn.commands.length);
    turns.push({
      commands: turn.commands.map(({ entryId }) => Number(entryId.split("-")[0])),
      cells,
      parked: turn.deadLetters.length,
    });
    done += turn.commands.length;
    assert.ok(turn.commands.length > 0, "a turn that does nothing");
  }
  return turns;
}
const lengthsOf = (loads: readonly Load[]) => turnsOf(loads).map(({ commands }) => commands.length);

describe("a turn", () => {
  it("is cut before the command whose cells would be too many", () => {
    const some = { cells: 2000, characters: 0 };
    assert.deepEqual(lengthsOf([some, some, some, some, some]), [2, 2, 1]);
  });

  it("is cut behind the command that has written too many characters", () => {
    const long = { cells: 1, characters: MAX_CHARACTERS / 2 };
    assert.deepEqual(lengthsOf([long, long, long, long, long]), [2, 2, 1]);
  });

  it("is one command's own where that needs more than a turn has", () => {
    const small = { cells: 1, characters: 0 };
    assert.deepEqual(lengthsOf([small, { cells: MAX_CELLS + 1, characters: 0 }, small]), [1, 1, 1]);
  });

  it("puts a command aside that needs more cells than any may, and goes on", () => {
    const small = { cells: 1, characters: 0 };
    const turns = turnsOf([{ cells: MAX_COMMAND_CELLS + 1, characters: 0 }, small]);
    assert.deepEqual(
      turns.map(({ cells, parked }) => [cells, parked]),
      [
        [0, 1],
        [1, 0],
      ],
    );
  });

  it("decides every command once and in order, and stays within its bounds, whatever they need", () => {
    const load = fc.record({ cells: fc.nat(3000), characters: fc.nat(MAX_CHARACTERS / 4) });
    fc.assert(
      fc.property(fc.array(load, { minLength: 1, maxLength: 12 }), (loads) => {
        const turns = turnsOf(loads);
        assert.deepEqual(
          turns.flatMap(({ commands }) => commands),
          loads.map((_, i) => i + 1),
        );
        for (const { cells, parked } of turns) {
          assert.equal(parked, 0);
          assert.ok(cells <= MAX_CELLS, `${cells} cells`);
        }
      }),
      { numRuns: 20 },
    );
  });
});
