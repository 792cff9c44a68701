import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { boughtUnits, wantedUnits } from "../../../src/actors/wishlist/items/quantity.ts";
import { MemoryShop } from "../../support/memory/shop.ts";
import { runs } from "../../support/runner/runs.ts";

/** An order of the variant, as its shop knows it. */
interface Sold {
  order: ReturnType<MemoryShop["newOrder"]>;
  quantity: number;
  refundedQuantity: number;
}

/** A customer with two wishlists, who wishes for one variant. */
async function newStory(removePurchased: boolean) {
  const shop = new MemoryShop();
  shop.set({ removePurchased });
  const product = await shop.newProduct();
  const ann = shop.customer();
  const lists = [ann.list(), ann.list()];
  const itemsOn = (list: string) => shop.partition.all("item", list).map(({ value }) => value);
  const items = () => lists.flatMap(itemsOn);
  /** Units that the lines of orders have bought, by item. */
  const taken = () => {
    const units = new Map<string, number>();
    for (const { value } of shop.partition.all("purchase", ann.address.slot))
      for (const line of Object.values(value.lines))
        units.set(line.itemId, (units.get(line.itemId) ?? 0) + (line.taken ?? 1));
    return units;
  };
  return { shop, product, ann, lists, itemsOn, items, taken };
}

/** A step: what happens, to which of several, and how many units. */
type Step = [
  what: "wish" | "quantity" | "move" | "remove" | "order" | "again" | "setting",
  which: number,
  units: number,
];

const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0][]>(
      "wish",
      "quantity",
      "move",
      "remove",
      "order",
      "order",
      "again",
      "again",
      "setting",
    ),
    fc.nat(5),
    fc.nat(4),
  ),
  { minLength: 8, maxLength: 20 },
);

describe("the bought units of a wish", () => {
  it("are those of the orders that bought it, after any wishes, moves, orders, refunds and cancellations", () =>
    fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (removesFirst, all) => {
        const { shop, product, ann, lists, itemsOn, items, taken } = await newStory(removesFirst);
        let removePurchased = removesFirst;
        const orders: Sold[] = [];
        const resend = ({ order, ...line }: Sold) => order.comes({}, line);
        const take = async ([what, which, units]: Step): Promise<void> => {
          const list = lists[which % lists.length] ?? "";
          const item = items()[which % Math.max(1, items().length)];
          const sold = orders[which % Math.max(1, orders.length)];
          const other = lists.find((each) => each !== item?.wishlistId) ?? "";
          if (what === "wish" && itemsOn(list).length === 0)
            await ann.wish(product, { quantity: 1 + (units % 3) }, list);
          if (what === "quantity" && item) ann.changeWish(item.id, { quantity: 1 + units });
          if (what === "move" && item) ann.moveToList(item.id, other);
          if (what === "remove" && item) ann.removeWish(item.id);
          if (what === "order") {
            const quantity = 1 + (units % 3);
            const made = { order: shop.newOrder(ann.buys, product), quantity, refundedQuantity: 0 };
            orders.push(made);
            await resend(made);
          }
          if (what === "again" && sold) {
            if (which % 2 === 0) sold.refundedQuantity = Math.min(sold.quantity, units);
            else sold.quantity = Math.max(1 + units, sold.refundedQuantity);
            await resend(sold);
          }
          if (what === "setting") {
            removePurchased = !removePurchased;
            shop.set({ removePurchased });
          }
          await shop.settled();
        };
        const compare = () => {
          const found = items().map((item) => [item.id, boughtUnits(item), item.purchased]);
          const expected = items().map((item) => {
            const units = taken().get(item.id) ?? 0;
            return [item.id, units, units >= wantedUnits(item)];
          });
          assert.deepEqual(found, expected);
        };
        for (const step of all) {
          await take(step);
          compare();
        }
        for (const { order } of orders) await order.comes({ status: "cancelled" });
        compare();
        assert.ok(items().every((item) => boughtUnits(item) === 0));
      }),
      runs(150),
    ));

  it("do not include those of a refund that came while the customer had wished again", async () => {
    const { shop, product, ann, lists, items } = await newStory(true);
    const [first = "", second = ""] = lists;
    await ann.wish(product, { quantity: 3 }, first);
    const [one, two] = [
      shop.newOrder(ann.buys, product),
      shop.newOrder(ann.buys, { ...product, quantity: 2 }),
    ];
    await one.comes();
    await two.comes();
    assert.deepEqual(items(), []);
    const again = await ann.wish(product, {}, first);
    await one.comes({ status: "cancelled" });
    assert.equal(one.bought, "undone_wished_again");
    ann.moveToList(again, second);
    await two.comes({}, { refundedQuantity: 1 });
    const [restored] = items().filter(({ wishlistId }) => wishlistId === first);
    assert.deepEqual([restored?.quantity, restored?.purchasedQuantity], [3, 1]);
  });

  it("are given back also by an order from before the wish was for several units", async () => {
    const { shop, product, ann, lists, items } = await newStory(false);
    const itemId = await ann.wish(product, {}, lists[0]);
    const [one, two] = [shop.newOrder(ann.buys, product), shop.newOrder(ann.buys, product)];
    await one.comes();
    ann.changeWish(itemId, { quantity: 2 });
    shop.set({ removePurchased: true });
    await two.comes();
    assert.deepEqual(items(), []);
    await one.comes({ status: "cancelled" });
    assert.deepEqual(
      items().map(({ purchased, purchasedQuantity }) => [purchased, purchasedQuantity]),
      [[false, 1]],
    );
  });
});
