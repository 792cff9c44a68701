import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { purchaseStateKey } from "../../../src/actors/state/ledger.ts";
import { variantSince } from "../../../src/actors/wishlist/items/waiting.ts";
import { addressOf } from "../../../src/store/partition/state/state-keys.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import type { Order } from "../../support/memory/people.ts";
import { MemoryShop } from "../../support/memory/shop.ts";
import { runs } from "../../support/runner/runs.ts";

/** A shop with one variant, and a customer who wishes for it on some lists. */
async function setUp(removePurchased = false) {
  const shop = new MemoryShop();
  shop.set({ removePurchased });
  const product = await shop.newProduct();
  return { shop, product, ann: shop.customer() };
}

const listOf = (itemId: string) => itemId.split(".")[0] ?? "";

/** Gives a customer a guest's wish for a variant, on the customer's first list. */
function claim({ shop, ann, product: named }: Awaited<ReturnType<typeof setUp>>, number: number): void {
  const { address, ref } = ann;
  const { productRef, variantRef } = named;
  const time = shop.at(0);
  const [wishlistId, id] = [`guest${number}`, `guest${number}.1`];
  const product = { productRef, selectedVariantRef: variantRef };
  const item: ItemRecord = {
    ...{ id, wishlistId, product, createdTime: time, modifiedTime: time },
    ...{ purchased: false, purchasedAndRemoved: false, notifyMe: false, prerelease: false },
    ...{ addedFromCart: false, addedByStaff: false, disableNotification: false },
  };
  const times = { createdTime: time, modifiedTime: time };
  const record = { id: wishlistId, name: "guest", deleted: false, isPrivate: false, ...times };
  const { slot, key } = address;
  shop.carryOut(address, {
    type: "AcceptHandover",
    ...{ storeKey: "t/s", slot, key, customerRef: ref },
    ...{ mode: "merge", most: 100, allowDuplicates: false, number, guestWishlistId: wishlistId },
    record: { ...record, customerId: "", customerRef: "" },
    items: [item],
  });
}

/** A step: what happens, to which of several, and how much. */
type Step = [
  what:
    | "wish"
    | "quantity"
    | "move"
    | "claim"
    | "remove"
    | "order"
    | "again"
    | "correct"
    | "cancel"
    | "setting",
  which: number,
  amount: number,
];

const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0][]>(
      ...(["wish", "wish", "quantity", "move", "move", "claim", "remove", "order", "order"] as const),
      ...(["again", "correct", "correct", "correct", "cancel", "setting"] as const),
    ),
    fc.nat(5),
    fc.nat(9),
  ),
  { minLength: 6, maxLength: 20 },
);

/** An order, and what is known about what it bought. */
interface Sold {
  order: Order;
  time: string;
  /** Since when the wish was for its variant when the order bought it; undefined if the order has bought none. */
  since: string | undefined;
}

/** A customer with three wishlists, who wishes for one variant and buys it. */
class Story {
  readonly #lists: readonly string[];
  readonly #all: Sold[] = [];
  readonly #parts: Awaited<ReturnType<typeof setUp>>;
  #removePurchased: boolean;
  #count = 0;

  constructor(parts: Awaited<ReturnType<typeof setUp>>, removePurchased: boolean) {
    this.#parts = parts;
    this.#lists = [0, 1, 2].map(() => parts.ann.list());
    this.#removePurchased = removePurchased;
  }

  #every(kind: "item" | "removed"): ItemRecord[] {
    return this.#parts.shop.partition.everyOf(kind).map(({ value }) => value);
  }

  /** Number of units that the line of an order has bought. */
  #unitsOf({ ref }: Order): number {
    const purchases = this.#parts.shop.partition.all("purchase", this.#parts.ann.address.slot);
    const line = purchases.find(({ value }) => value.orderRef === ref)?.value.lines["1"];
    return line ? (line.taken ?? 1) : 0;
  }

  /** Notes what each order has bought in a step. */
  #note(): void {
    const wishes = [...this.#every("item"), ...this.#every("removed")];
    for (const sold of this.#all) {
      const bought = wishes.find(({ id }) => id === sold.order.bought);
      const units = this.#unitsOf(sold.order);
      sold.since = units === 0 ? undefined : (sold.since ?? (bought && variantSince(bought)));
      assert.ok(sold.since === undefined || sold.since < sold.time, "it keeps no later wish");
    }
  }

  async #correct(sold: Sold, ms: number): Promise<void> {
    const { order, since } = sold;
    const [before, units] = [order.bought, this.#unitsOf(order)];
    sold.time = new Date(Date.parse(sold.time) + ms).toISOString();
    await order.comes({ createdTime: sold.time });
    if (since === undefined) return;
    if (since < sold.time) assert.deepEqual([order.bought, this.#unitsOf(order) >= units], [before, true]);
    // It may have found another wish.
    else sold.since = undefined;
  }

  async #order(units: number): Promise<void> {
    const { shop, product, ann } = this.#parts;
    const time = shop.at(1);
    const order = shop.newOrder(ann.buys, { ...product, quantity: units });
    this.#all.push({ order, time, since: undefined });
    await order.comes({ createdTime: time });
  }

  async take([what, which, amount]: Step): Promise<void> {
    const { shop, product, ann } = this.#parts;
    const list = this.#lists[which % this.#lists.length] ?? "";
    const items = this.#every("item");
    const item = items[which % Math.max(1, items.length)];
    const sold = this.#all[which % Math.max(1, this.#all.length)];
    const isEmpty = items.every(({ wishlistId }) => wishlistId !== list);
    if (what === "wish" && isEmpty) await ann.wish(product, { quantity: 1 + (amount % 3) }, list);
    if (what === "quantity" && item) ann.changeWish(item.id, { quantity: 1 + (amount % 4) });
    if (what === "move" && item && item.wishlistId !== list) ann.moveToList(item.id, list);
    if (what === "claim") claim(this.#parts, ++this.#count);
    if (what === "remove" && item) ann.removeWish(item.id);
    if (what === "order") await this.#order(1 + (amount % 2));
    if (what === "again" && sold) await sold.order.comes({ createdTime: sold.time });
    if (what === "cancel" && sold) await sold.order.comes({ createdTime: sold.time, status: "cancelled" });
    if (what === "correct" && sold) await this.#correct(sold, (amount - 6) * 30_000);
    if (what === "setting") {
      this.#removePurchased = !this.#removePurchased;
      shop.set({ removePurchased: this.#removePurchased });
    }
    await shop.pass(60);
    this.#note();
  }
}

describe("an order whose time is corrected", () => {
  it("keeps what it bought if the wish that it bought is older, whatever became of the wish, and only then", () =>
    fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (removePurchased, all) => {
        const story = new Story(await setUp(removePurchased), removePurchased);
        for (const step of all) await story.take(step);
      }),
      runs(150),
    ));

  /** A purchased wish, joined an hour later with a new wish; and its order, with its time. */
  const joinedLater = async () => {
    const parts = await setUp();
    const { shop, product, ann } = parts;
    const first = await ann.wish(product);
    const createdTime = shop.at(1000);
    const order = shop.newOrder(ann.buys, product, { createdTime });
    await order.comes();
    assert.equal(order.bought, first);
    await shop.pass(3600);
    const second = await ann.wish(product);
    const itemId = ann.moveToList(first, listOf(second));
    await shop.settled();
    const corrected = (seconds: number) =>
      order.comes({ createdTime: new Date(Date.parse(createdTime) + seconds * 1000).toISOString() });
    return { ...parts, order, itemId, corrected };
  };

  it("keeps a wish that was joined with a later one, also if an earlier version stored the purchase", async () => {
    const { shop, ann, order, itemId, corrected } = await joinedLater();
    const { partition } = shop;
    const { slot } = ann.address;
    for (const { field, value } of partition.all("purchase", slot)) {
      const lines = Object.entries(value.lines).map(([ref, { wishedTime: _, ...line }]) => [ref, line]);
      const stateKey = purchaseStateKey(slot, String(field));
      const former = { ...value, lines: Object.fromEntries(lines) };
      partition.stateKeys.set(addressOf(stateKey), { stateKey, value: former });
    }
    await corrected(1);
    assert.deepEqual([order.bought, shop.item(itemId)?.purchasedQuantity], [itemId, 1]);
    await corrected(-1);
    assert.deepEqual([order.bought, shop.item(itemId)?.purchasedQuantity], [itemId, 1]);
    await corrected(-3);
    assert.deepEqual([order.bought, shop.item(itemId)?.purchasedQuantity], ["wished_later", undefined]);
  });

  it("loses a wish that was for another variant at the corrected time", async () => {
    const { shop, product, ann } = await setUp();
    const other = await shop.newProduct();
    const itemId = await ann.wish(other);
    await shop.pass(3600);
    await ann.moveWish(itemId, other, product);
    const order = shop.newOrder(ann.buys, product);
    await order.comes();
    assert.equal(order.bought, itemId);
    await order.comes({ createdTime: shop.at(-60_000) });
    assert.equal(order.bought, "wished_later");
  });
});
