import assert from "node:assert/strict";
import { it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import { recordsAfterName, type PersonalDataParts } from "../../../src/actors/privacy/data-kind.ts";
import { personOrders, personPurchases } from "../../../src/actors/privacy/person-orders.ts";
import type { Person } from "../../../src/actors/privacy/person.ts";
import type { Send } from "../../../src/actors/runtime/send.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { callsPerTurn } from "../../support/turns.ts";

const ORDERS = 1200;
const storeKey = "t/s";
const layout = new Layout(4, "salt");
const customer = layout.slotOfRef(storeKey, "ann");
const refs = Array.from({ length: ORDERS }, (_, i) => `o${i}`);

const person: Person = {
  ...{ storeKey, addresses: [customer], claimants: new Set(), customerIds: [], emails: [], phones: [] },
  orderRefs: refs,
};

/** The orders of a person, and what an erasure does with them. */
function setUp() {
  const sent: Command[] = [];
  const reading = { now: 0, most: 0, all: 0 };
  const purchases = refs.map((orderRef) => ({ orderRef, revision: 1, lines: {} }));
  async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
    yield* await Promise.resolve(all);
  }
  const parts = {
    layout,
    orders: {
      at: async () => {
        reading.most = Math.max(reading.most, ++reading.now);
        reading.all++;
        await new Promise(setImmediate);
        reading.now--;
        return { orderRef: "o", customerRef: "ann" };
      },
      allPurchasesOf: () => each([]),
      purchasesAfter: () => each(purchases.map((record) => ({ name: record.orderRef, record }))),
    },
    waitingOrders: { pagesFor: () => each([]), remove: () => Promise.resolve() },
  } as unknown as PersonalDataParts;
  const send: Send = ({ command }) => {
    sent.push(command);
    return Promise.resolve({ ok: true });
  };
  return { parts, sent, send, reading };
}

it("the very many orders of a person are read and erased some at a time", async () => {
  const { parts, sent, send, reading } = setUp();
  const orders = personOrders(parts);
  let found = 0;
  for await (const _ of orders.find(person, "")) found++;
  await orders.erase?.(person, send);
  assert.deepEqual([found, sent.length, reading.all], [ORDERS, ORDERS, 2 * ORDERS]);
  assert.ok(reading.most > 1 && reading.most <= 100, `${reading.most} at once`);
});

it("the purchases of a person with very many orders are erased some at a time", async () => {
  const { parts, sent, send } = setUp();
  await personPurchases(parts).erase?.(person, send);
  const keys = sent.flatMap((command) =>
    command.type === "ForgetPurchases" ? [command.orderKeys ?? []] : [],
  );
  assert.deepEqual(keys.flat(), refs);
  assert.ok(
    keys.every(({ length }) => length <= 500),
    keys.map(({ length }) => length).join(),
  );
});

it("the very many orders of a person are sorted some in each turn of the event loop", async () => {
  const COUNT = 20_000;
  let sorted: readonly { name: string }[] = [];
  const most = await callsPerTurn(async (count) => {
    const all = Array.from({ length: COUNT }, (_, i) => ({
      get name() {
        count();
        return String((i * 7919) % COUNT).padStart(5, "0");
      },
    }));
    sorted = await recordsAfterName(all, "00999");
  });
  // Each is compared with the name once; 4,000 are sorted in a turn.
  assert.ok(most <= COUNT + 120_000, `${most} names in one turn`);
  const names = sorted.map(({ name }) => Number(name));
  assert.deepEqual(
    names,
    Array.from({ length: COUNT - 1000 }, (_, i) => i + 1000),
  );
});
