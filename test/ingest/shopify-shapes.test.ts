import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command } from "../../src/actors/command.ts";
import { soldBy } from "../../src/actors/order/sales.ts";
import { readEdit, readOrder, readRefund, type ShopifyAmendment } from "../../src/ingest/read/orders.ts";
import { readProduct } from "../../src/ingest/read/products.ts";
import type { OrderRecord } from "../../src/store/records/orders.ts";
import { MemoryPartition } from "../support/memory/partition.ts";

const line = {
  id: 466157049,
  product_id: 632910392,
  variant_id: 39072856,
  sku: "IPOD2008GREEN",
  quantity: 3,
  price: "10.00",
};
const order = (more: object = {}, ofLine: object = {}) => ({
  id: 820982911,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-02T00:00:00Z",
  currency: "EUR",
  customer: { id: 207119551 },
  line_items: [{ ...line, ...ofLine }],
  ...more,
});

function read(more: object = {}, ofLine: object = {}) {
  const result = readOrder(order(more, ofLine));
  if ("error" in result) throw new Error(result.error.detail);
  return result;
}

/** Revenue of the only line. */
function revenueOf({ order: { lines, currency } }: ReturnType<typeof read>) {
  const [only] = lines;
  return only && soldBy(only, currency);
}

describe("Shopify's order", () => {
  it("keeps its other fields if e-mail address or phone number is invalid, and reports the ignored ones", () => {
    const contacts = { email: "none", phone: "030-ask", contact_email: "ann@example.com" };
    const { order: taken, ignored } = read(contacts);
    assert.deepEqual(
      ignored.map(({ path }) => path),
      ["/email", "/phone"],
    );
    assert.deepEqual(
      [taken.customerRef, taken.email, taken.contactEmail, taken.phone],
      ["207119551", undefined, "ann@example.com", undefined],
    );
    const own = { orderRef: "1", customerRef: "c", email: "none", createdTime: "2026-01-01T00:00:00Z" };
    const result = readOrder({ ...own, lines: [] });
    assert.ok("order" in result && result.order.customerRef === "c" && result.ignored.length === 1);
    const broken = readOrder({ ...own, createdTime: "yesterday", lines: [] });
    assert.ok("error" in broken);
  });

  it("with an unknown payment state is open, also if every object has a member of this name", () => {
    for (const financial_status of ["paid", "constructor"])
      assert.equal(read({ financial_status, cancelled_at: null }).order.status, "open");
  });

  it("has the revenue of its remaining units after discounts", () => {
    const discount_allocations = [{ amount: "2.00" }, { amount: "1.00" }];
    assert.deepEqual(revenueOf(read({}, { discount_allocations })), {
      units: 3,
      revenue: { amount: "27.00", currency: "EUR" },
    });
    assert.deepEqual(revenueOf(read({}, { discount_allocations, current_quantity: 1 })), {
      units: 1,
      revenue: { amount: "9.00", currency: "EUR" },
    });
    const refunds = [{ id: 1, refund_line_items: [{ line_item_id: line.id, quantity: 2 }] }];
    assert.equal(revenueOf(read({ refunds }, { current_quantity: 1 }))?.units, 1);
    assert.equal(
      revenueOf(read({}, { discount_allocations: [{ amount: "40.00" }] }))?.revenue?.amount,
      "0.00",
    );
  });

  it("has no revenue after it is cancelled or refunded, or its payment is voided", () => {
    const statusOf = (more: object) => read(more).order.status;
    assert.equal(statusOf({ financial_status: "paid", cancelled_at: null }), "open");
    // `include_fields` may omit the cancellation: then the order stays as it was.
    assert.equal(statusOf({ financial_status: "paid" }), undefined);
    assert.equal(statusOf({ financial_status: "voided" }), "cancelled");
    assert.equal(statusOf({ financial_status: "refunded" }), "refunded");
    assert.equal(statusOf({ cancelled_at: "2026-01-01T00:00:00Z" }), "cancelled");
  });
});

const refund = (id: number, created_at: string, quantity: number) =>
  readRefund({
    id,
    order_id: 820982911,
    created_at,
    refund_line_items: [{ line_item_id: line.id, quantity }],
  });
const edit = (committed_at: string, removed: number, added = 0) =>
  readEdit({
    order_edit: {
      id: 78912328793,
      order_id: 820982911,
      committed_at,
      line_items: {
        additions: added > 0 ? [{ id: line.id, delta: added }] : [],
        removals: removed > 0 ? [{ id: line.id, delta: removed }] : [],
      },
    },
  });

/** The line after versions of the order, refunds and edits, in this order. */
function lineAfter(...inputs: (ReturnType<typeof read> | ReturnType<typeof readRefund>)[]) {
  const partition = new MemoryPartition();
  const place = { storeKey: "t/s", slot: "t/s:o", key: "o" };
  for (const each of inputs) {
    const command: Command =
      "order" in each
        ? { type: "PutOrder", ...place, order: each.order }
        : { type: "AmendOrder", ...place, amendment: (each as ShopifyAmendment).amendment };
    partition.run(command);
  }
  const stored = partition.value({ kind: "order", id: place.slot }) as OrderRecord | null;
  const [only] = stored?.lines ?? [];
  return only && [only.quantity, only.refundedQuantity ?? 0];
}

describe("a refund or an edit that Shopify sends separately", () => {
  const day = (n: number) => `2026-01-0${n}T00:00:00Z`;
  const whole = read();

  it("changes the order's lines, once", () => {
    assert.deepEqual(lineAfter(whole, refund(1, day(3), 1)), [3, 1]);
    assert.deepEqual(lineAfter(whole, refund(1, day(3), 1), refund(1, day(3), 1)), [3, 1]);
    assert.deepEqual(lineAfter(whole, refund(1, day(3), 1), refund(2, day(3), 1)), [3, 2]);
    assert.deepEqual(lineAfter(whole, edit(day(3), 2)), [3, 2]);
    assert.deepEqual(lineAfter(whole, edit(day(3), 0, 2)), [5, 0]);
    assert.deepEqual(lineAfter(whole, edit(day(3), 1), edit(day(3), 1)), [3, 1]);
  });

  it("is not counted twice if a version of the order includes it, in either order of arrival", () => {
    const refunds = [
      { id: 1, created_at: day(3), refund_line_items: [{ line_item_id: line.id, quantity: 1 }] },
    ];
    const newer = read({ updated_at: day(3), refunds }, { current_quantity: 2 });
    assert.deepEqual(lineAfter(whole, newer, refund(1, day(3), 1)), [3, 1]);
    assert.deepEqual(lineAfter(whole, refund(1, day(3), 1), newer), [3, 1]);
    assert.deepEqual(lineAfter(whole, refund(1, day(3), 1), whole), [3, 1]);
    const edited = read({ updated_at: day(4) }, { current_quantity: 1 });
    assert.deepEqual(lineAfter(whole, edited, edit(day(3), 2)), [3, 2]);
    assert.deepEqual(lineAfter(whole, edit(day(3), 2), edited), [3, 2]);
  });

  it("is refused for an unknown order, and counts when a version arrives that includes it", () => {
    assert.equal(lineAfter(refund(1, day(3), 1)), undefined);
    assert.deepEqual(lineAfter(refund(1, day(3), 1), whole), [3, 0]);
    const refunds = [
      { id: 1, created_at: day(3), refund_line_items: [{ line_item_id: line.id, quantity: 1 }] },
    ];
    const newer = read({ updated_at: day(3), refunds }, { current_quantity: 2 });
    assert.deepEqual(lineAfter(refund(1, day(3), 1), whole, newer), [3, 1]);
  });

  it("is reported if it names no order", () => {
    assert.ok("error" in readRefund({ id: 1 }) && "error" in readEdit({ id: 1 }));
  });

  it("is refused if units are not a whole number, because no match could count them", () => {
    const pathsOf = (read: ReturnType<typeof readRefund>) =>
      "error" in read ? read.error.errors?.map(({ path }) => path) : [];
    assert.deepEqual(pathsOf(refund(1, day(3), 0.5)), ["/refund_line_items/0/quantity"]);
    assert.deepEqual(pathsOf(edit(day(3), 0.5)), ["/order_edit/line_items/removals/0/delta"]);
    assert.deepEqual(pathsOf(edit(day(3), 1, 1.5)), ["/order_edit/line_items/additions/0/delta"]);
    assert.deepEqual(lineAfter(whole, refund(1, day(3), -1)), [3, 0]);
  });
});

describe("Shopify's product", () => {
  it("keeps its other fields if its status is unknown, and reports it", () => {
    const product = (status: string) => readProduct({ id: 1, title: "T", status });
    const unknown = product("hibernating");
    assert.ok("product" in unknown);
    assert.deepEqual([unknown.product.title, unknown.product.status], ["T", undefined]);
    assert.deepEqual(
      unknown.ignored.map(({ path }) => path),
      ["/status"],
    );
    const unlisted = product("unlisted");
    assert.ok("product" in unlisted && unlisted.product.status === "active");
    assert.ok("error" in readProduct({ productRef: "1", status: "hibernating" }));
  });
});
