import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { presentOrder } from "../../../src/http/presenters/orders.ts";
import { mayTakeFreedWish } from "../../../src/jobs/orders/reasons.ts";
import { type OrderRecord, UNMATCHED_CODES } from "../../../src/store/records/orders.ts";
import { decodeOrder, decodePurchase } from "../../../src/store/records/stored-orders.ts";

/** What version 0.1.0 stored of a line that matched no wish, and what it means. */
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
  it("reads the sentences of version 0.1.0 as codes, and shows them as that version did", () => {
    for (const [reason, code] of SENTENCES) {
      const order = decodeOrder(orderWith({ a: { reason } }));
      assert.deepEqual(order.matches, { a: { code } });
      assert.deepEqual(shownLines(order), [{ lineRef: "a", quantity: 1, reason, reasonCode: code }]);
    }
  });

  it("reads codes and matches as they were written", () => {
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

  it("takes a line with an unknown sentence as not looked at", () => {
    const order = decodeOrder(orderWith({ a: { reason: "?" } }));
    assert.deepEqual(order.matches, {});
    assert.deepEqual(shownLines(order), [{ lineRef: "a", quantity: 1 }]);
  });

  it("lets exactly the lines take a freed wish that another order may have taken it from", () => {
    const hopeful = SENTENCES.filter(([reason]) =>
      mayTakeFreedWish(decodeOrder(orderWith({ a: { reason } })).matches["a"]),
    );
    assert.deepEqual(
      hopeful.map(([, code]) => code),
      ["no_wish", "bought_before"],
    );
    assert.equal(mayTakeFreedWish(undefined), true);
    const matched = { wishlistId: "w", itemId: "i", rule: "email, sku" };
    assert.equal(mayTakeFreedWish({ matched }), false);
  });

  it("reads why an undone line's wish is not as it was before", () => {
    const of = (undone: Record<string, string>) =>
      decodePurchase(JSON.stringify({ orderRef: "o", revision: 1, lines: {}, undone })).undone;
    const codes = { a: "wished_again", b: "reference_taken" };
    assert.deepEqual(
      of({ a: "the wish had been made again", b: "another item has got the wish's reference" }),
      codes,
    );
    assert.deepEqual(of(codes), codes);
    const plain = { orderRef: "o", revision: 1, lines: {} };
    assert.deepEqual(decodePurchase(JSON.stringify(plain)), plain);
  });
});
