import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { presentOrder } from "../../../src/http/presenters/orders.ts";
import { mayTake } from "../../../src/jobs/orders/may-take.ts";
import { type OrderRecord, UNMATCHED_CODES } from "../../../src/store/records/orders.ts";
import { decodeOrder, decodePurchase } from "../../../src/store/records/stored-orders.ts";

/** Sentences of version 0.1.0 for a line without a match, and their codes. */
const SENTENCES = [
  ["test order", "test_order"],
  ["no such customer", "no_customer"],
  ["several products have a variant of this reference", "variant_ambiguous"],
  ["the variant is not known", "variant_unknown"],
  ["no wish for this variant", "no_wish"],
  ["wished after the order", "wished_later"],
  ["bought before", "bought_before"],
  ["the wishlist was deleted", "wishlist_deleted"],
  ["cancelled or refunded", "undone"],
  ["cancelled or refunded; the wish had been made again", "undone_wished_again"],
  ["cancelled or refunded; another item has got the wish's reference", "undone_reference_taken"],
] as const;

const orderWith = (matches: Record<string, unknown>) =>
  JSON.stringify({
    orderRef: "o",
    lines: Object.keys(matches).map((lineRef) => ({ lineRef, quantity: 1 })),
    matches,
  });

const shownLines = (order: OrderRecord) =>
  (JSON.parse(presentOrder(order)) as { lines: Record<string, unknown>[] }).lines;

describe("stored orders", () => {
  it("have codes instead of the sentences of version 0.1.0, and show both a sentence and the code", () => {
    for (const [reason, code] of SENTENCES) {
      const order = decodeOrder(orderWith({ a: { reason } }));
      assert.deepEqual(order.matches, { a: { code } });
      const [line = {}] = shownLines(order);
      assert.equal(line["reasonCode"], code);
      assert.deepEqual([line], shownLines(decodeOrder(orderWith({ a: { code } }))));
      assert.match(String(line["reason"]), / /);
    }
  });

  it("read codes and matches as they were written", () => {
    const matched = { wishlistId: "w", itemId: "i", rule: "email, sku" };
    const matches = {
      a: { matched },
      ...Object.fromEntries(UNMATCHED_CODES.map((code) => [code, { code }])),
    };
    const order = decodeOrder(orderWith(matches));
    assert.deepEqual(order.matches, matches);
    assert.deepEqual(decodeOrder(JSON.stringify(order)), order);
    assert.deepEqual(shownLines(order)[0], { lineRef: "a", quantity: 1, matched });
  });

  it("treat a line with an unknown sentence as not matched yet", () => {
    for (const reason of ["?", "constructor"]) {
      const order = decodeOrder(orderWith({ a: { reason } }));
      assert.deepEqual(order.matches, {});
      assert.deepEqual(shownLines(order), [{ lineRef: "a", quantity: 1 }]);
    }
  });

  it("let exactly those lines take an open wish that another order may have taken from them", () => {
    const line = { lineRef: "a", quantity: 3, refundedQuantity: 1 };
    const hopeful = SENTENCES.filter(([reason]) =>
      mayTake(line, decodeOrder(orderWith({ a: { reason } })).matches["a"], undefined),
    );
    assert.deepEqual(
      hopeful.map(([, code]) => code),
      ["no_wish", "wished_later", "bought_before"],
    );
    assert.equal(mayTake(line, undefined, undefined), true);
    const matched = { wishlistId: "w", itemId: "i", rule: "email, sku" };
    const purchase = { ...matched, number: 1, wasRemoved: false };
    // The wish was for one unit, and may be for more now, unless its purchase removed it.
    assert.equal(mayTake(line, { matched }, purchase), true);
    assert.equal(mayTake(line, { matched }, { ...purchase, wasRemoved: true }), false);
    for (const [taken, isShort] of [
      [1, true],
      [2, false],
    ] as const)
      assert.equal(mayTake(line, { matched }, { ...purchase, taken }), isShort);
  });

  it("show why an undone line's wish is not restored", () => {
    const of = (undone: Record<string, string>) =>
      decodePurchase(JSON.stringify({ orderRef: "o", revision: 1, lines: {}, undone })).undone;
    const codes = { a: "wished_again", b: "reference_taken" };
    assert.deepEqual(
      of({ a: "the wish had been made again", b: "another item has got the wish's reference" }),
      codes,
    );
    assert.deepEqual(of(codes), codes);
    assert.deepEqual(of({ a: "constructor" }), { a: "constructor" });
    const plain = { orderRef: "o", revision: 1, lines: {} };
    assert.deepEqual(decodePurchase(JSON.stringify(plain)), plain);
  });
});
