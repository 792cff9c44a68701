import assert from "node:assert/strict";
import { it } from "node:test";
import { type ListReads, ordersOfCustomer } from "../../../src/http/lists/records.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import type { OrderRecord } from "../../../src/store/records/orders.ts";

const COUNT = 1000;
const layout = new Layout(4, "salt");

const orderWith = (number: number): OrderRecord => ({
  orderRef: `o${number}`,
  createdTime: new Date(Date.parse("2026-01-01T00:00:00Z") + number * 1000).toISOString(),
  receivedTime: "2026-01-01T00:00:00.000Z",
  ...{ status: "open", test: false, lines: [], matches: {}, revision: 1 },
});

it("the orders of a customer with very many are read some at a time, and listed with the newest first", async () => {
  let reading = 0;
  let most = 0;
  const address = layout.slotOfRef("t/s", "ann");
  const orders = {
    of: () => Array.from({ length: COUNT }, (_, i) => ({ orderRef: `o${i}`, revision: 1, lines: {} })),
    find: async (_: string, orderRef: string) => {
      most = Math.max(most, ++reading);
      await Promise.resolve();
      reading--;
      return orderWith(Number(orderRef.slice(1)));
    },
  };
  const reads = {
    layout,
    orders,
    targets: { customer: () => address },
    customers: { at: () => Promise.resolve({ id: "ann" }) },
  } as unknown as ListReads;
  const read = (after: string) =>
    ordersOfCustomer(reads, "t/s", { customerRef: "ann" }, { from: { partition: 0, after }, size: 2 });
  const first = await read("");
  const second = await read(first.next?.after ?? "");
  const refs = [...first.texts, ...second.texts].map((text) => (JSON.parse(text) as OrderRecord).orderRef);
  assert.deepEqual(refs, ["o999", "o998", "o997", "o996"]);
  assert.ok(most <= 100, `${most} at once`);
});
