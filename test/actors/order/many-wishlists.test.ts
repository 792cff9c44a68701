import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MatchResult } from "../../../src/actors/order/messages.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const storeKey = "t/s";
const place = { storeKey, slot: `${storeKey}:key`, key: "key" };
const LISTS = 300;
const FAR = "2030-01-01T00:00:00.000Z";

/** A customer with many wishlists. */
function setUp() {
  const store = new MemoryPartition();
  assert.ok(store.run({ type: "CreateCustomer", ...place, ref: "ann", fields: {} }).ok);
  const lists = Array.from({ length: LISTS }, (_, i) => {
    const made = store.run({ type: "CreateWishlist", ...place, fields: { name: `list ${i}` } });
    return made.ok ? (made.body as { id: string }).id : "";
  });
  const wishOn = (wishlistId: string, selectedVariantRef: string) => {
    const item = { product: { productRef: "p", selectedVariantRef } };
    assert.ok(store.run({ type: "AddItem", storeKey, wishlistId, item, allowDuplicates: false }).ok);
  };
  const match = (variantRefs: readonly string[]) => {
    const lines = variantRefs.map((selectedVariantRef, i) => ({
      lineRef: `${i}`,
      isUndone: false,
      units: 1,
      candidates: [{ rule: "variant", product: { productRef: "p", selectedVariantRef } }],
    }));
    const order = { orderKey: "o", orderRef: "o", revision: 1, person: "customer", boughtTime: FAR };
    const matched = store.run({ type: "MatchOrder", ...place, ...order, lines, removePurchased: false });
    assert.ok(matched.ok);
    return (matched.body as MatchResult).lines;
  };
  return { lists, wishOn, match };
}

describe("the match of an order", () => {
  it("finds the wish on the newest of a customer's many wishlists", () => {
    const { lists, wishOn, match } = setUp();
    const newest = lists.at(-1) ?? "";
    wishOn(newest, "v");
    const { 0: line } = match(["v"]);
    assert.ok(line && "matched" in line, JSON.stringify(line));
    assert.equal(line.matched.wishlistId, newest);
  });

  it("also reads the oldest ones if the order has very many lines", () => {
    const { lists, wishOn, match } = setUp();
    const [oldest = ""] = lists;
    wishOn(oldest, "v0");
    wishOn(lists.at(-1) ?? "", "v1");
    const lines = match(Array.from({ length: 1000 }, (_, i) => `v${i}`));
    assert.ok(lines["0"] && "matched" in lines["0"]);
    assert.equal(lines["0"].matched.wishlistId, oldest);
    assert.deepEqual(lines["1"], { code: "no_wish" });
  });
});
