import assert from "node:assert/strict";
import { it } from "node:test";
import { type ListReads, ordersOfCustomer } from "../../../src/http/lists/records.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import type { OrderRecord } from "../../../src/store/records/orders.ts";

const COUNT = 1000;
const layout = new Layout(4, "salt");

const address = layout.slotOfRef("t/s", "ann");
const orderWith = (number: number): OrderRecord => ({
  orderRef: `o${number}`,
  createdTime: new Date(Date.parse("2026-01-01T00:00:00Z") + number * 1000).toISOString(),
  receivedTime: "2026-01-01T00:00:00.000Z",
  ...{ status: "open", test: false, lines: [], matches: {}, revision: 1 },
});

/** Returns a function that reads a page of the orders that `find` returns; their references are `o<number>`. */
function pagesOf(count: number, find: (orderRef: string) => Promise<OrderRecord>) {
  const orders = {
    purchasesOf: () =>
      Array.from({ length: count }, (_, i) => ({ orderRef: `o${i}`, revision: 1, lines: {} })),
    find: (_: string, orderRef: string) => find(orderRef),
  };
  const reads = {
    layout,
    orders,
    targets: { customer: () => address },
    customers: { at: () => Promise.resolve({ id: "ann" }) },
  } as unknown as ListReads;
  return (after: string, size: number) =>
    ordersOfCustomer(reads, "t/s", { customerRef: "ann" }, { from: { partition: 0, after }, size });
}

const numberIn = (orderRef: string) => Number(orderRef.slice(1));
const refsIn = (texts: readonly string[]) => texts.map((text) => (JSON.parse(text) as OrderRecord).orderRef);

it("the orders of a customer with very many are read some at a time, and listed with the newest first", async () => {
  let reading = 0;
  let most = 0;
  const read = pagesOf(COUNT, async (orderRef) => {
    most = Math.max(most, ++reading);
    await Promise.resolve();
    reading--;
    return orderWith(numberIn(orderRef));
  });
  const first = await read("", 2);
  const second = await read(first.next?.after ?? "", 2);
  assert.deepEqual(refsIn([...first.texts, ...second.texts]), ["o999", "o998", "o997", "o996"]);
  assert.ok(most <= 100, `${most} at once`);
});

it("a page of very large orders of a customer ends before 4 MiB, and the next page continues", async () => {
  const channel = "x".repeat(250_000);
  const read = pagesOf(20, (orderRef) => Promise.resolve({ ...orderWith(numberIn(orderRef)), channel }));
  const first = await read("", 50);
  assert.ok(Buffer.byteLength(first.texts.join("")) <= 4 * 1024 * 1024);
  const second = await read(first.next?.after ?? "", 50);
  assert.deepEqual([refsIn(first.texts).length, second.next], [16, undefined]);
  assert.deepEqual(
    refsIn([...first.texts, ...second.texts]),
    Array.from({ length: 20 }, (_, i) => `o${19 - i}`),
  );
});
