import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MatchResult } from "../../../src/actors/order/messages.ts";
import { Draft } from "../../../src/actors/state/draft.ts";
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
  const match = (variantRefs: readonly string[], orderKey = "o") => {
    const lines = variantRefs.map((selectedVariantRef, i) => ({
      lineRef: `${i}`,
      isUndone: false,
      units: 1,
      candidates: [{ rule: "variant", product: { productRef: "p", selectedVariantRef } }],
    }));
    const order = { orderKey, orderRef: orderKey, revision: 1, person: "customer", boughtTime: FAR };
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

  it("looks at each wish once, however many lines name its variant, and gives each line another one", (t) => {
    const { lists, wishOn, match } = setUp();
    for (const list of lists) wishOn(list, "v");
    const search = t.mock.method(Draft.prototype, "get");
    const counts = [LISTS / 2, LISTS].map((lines) => {
      search.mock.resetCalls();
      const matched = match(
        Array.from({ length: lines }, () => "v"),
        `order of ${lines}`,
      );
      const items = Object.values(matched).flatMap((line) =>
        "matched" in line ? [line.matched.itemId] : [],
      );
      assert.equal(new Set(items).size, LISTS / 2);
      return search.mock.callCount();
    });
    // The second order has twice as many lines, and meets as many wishes that are bought.
    for (const count of counts) assert.ok(count < 60 * LISTS, `${counts.join(" and ")} reads`);
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
