import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BegunHandover } from "../../../src/actors/guest/messages.ts";
import type { WishlistRecord } from "../../../src/store/records/records.ts";
import { Shop, slotOf, storeKey, type Who } from "../../support/memory/guest-shop.ts";
import { PLAIN } from "../../support/memory/named-wishes.ts";

/** The first and the last command of a claim, as the guest's partition decides them. */
class Grants {
  readonly shop = new Shop();
  readonly #named = { storeKey, wishlistId: this.shop.guestId };

  begin(who: Who, more: { hash?: string; unusedSince?: string } = {}) {
    const terms = {
      ...{ partition: this.shop.home, slot: slotOf(who).slot, key: who },
      ...{ mode: "keep" as const, most: 3, allowDuplicates: false },
    };
    const begin = { type: "BeginHandover" as const, ...this.#named, hash: "hash", terms, ...more };
    const decision = this.shop.guestPartition.run(begin);
    return decision.ok ? (decision.body as BegunHandover).handover.number : decision.code;
  }

  /** Ends a claim that the customer's partition refused. */
  end(number: number): void {
    assert.ok(this.shop.guestPartition.run({ type: "EndHandover", ...this.#named, number }).ok);
  }
}

describe("the grant of a claim", () => {
  it("needs the token's hash, and a wishlist that has not expired", () => {
    const grants = new Grants();
    const later = new Date(grants.shop.guestPartition.now + 1000).toISOString();
    for (const wrong of [{ hash: "other" }, { hash: "hash", unusedSince: later }])
      assert.equal(grants.begin("ann", wrong), "ResourceNotFound");
  });

  it("belongs to one customer, who gets it again; the next claim may belong to another", () => {
    const grants = new Grants();
    assert.deepEqual(
      [grants.begin("ann"), grants.begin("bob"), grants.begin("ann")],
      [1, "ResourceNotFound", 1],
    );
    grants.end(1);
    assert.deepEqual([grants.begin("bob"), grants.begin("ann")], [2, "ResourceNotFound"]);
  });

  it("is not ended by the late end of an earlier one", () => {
    const grants = new Grants();
    grants.begin("ann");
    grants.end(1);
    grants.begin("ann");
    grants.end(1);
    assert.equal(grants.shop.guestMeta.deleted, true);
    assert.equal(grants.begin("ann"), 2);
    grants.end(2);
    assert.equal(grants.shop.guestMeta.deleted, false);
  });
});

describe("the items of a claim", () => {
  it("are given to the customer once, however often the command is repeated", () => {
    const { shop } = new Grants();
    shop.add(shop.guestPartition, shop.guestId, PLAIN);
    const record = shop.guestPartition.value({ kind: "record", id: shop.guestId }) as WishlistRecord;
    const accept = (number: number) =>
      shop.customers.run({
        ...{ type: "AcceptHandover", ...slotOf("ann"), customerRef: "ann", guestWishlistId: shop.guestId },
        ...{ mode: "keep", most: 3, allowDuplicates: false, number, record },
        items: shop.itemsOf(shop.guestPartition, shop.guestId),
      });
    const first = accept(1);
    assert.ok(first.ok);
    assert.deepEqual(accept(1), first);
    assert.equal(shop.wishesOf("ann").length, 1);
  });
});
