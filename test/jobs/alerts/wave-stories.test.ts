import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Customer } from "../../support/memory/people.ts";
import { MemoryShop, type Named } from "../../support/memory/shop.ts";

/** A shop with a product that is sold out, unless its fields say otherwise. */
async function setUp({ alerts = {}, variant = {}, product = {}, ...how }: Setting) {
  const shop = new MemoryShop(how);
  shop.set({ alerts });
  return { shop, tent: await shop.newProduct({ available: 0, ...variant }, product) };
}

/** How jobs are done: once or twice, and of which lists. */
interface How {
  times: number;
  isDivided: boolean;
}

interface Setting extends How {
  alerts?: object;
  variant?: object;
  product?: object;
}

/** How many alerts each customer has. */
const counts = (...customers: Customer[]) => customers.map(({ alerts }) => alerts.length);

/** The alerts of a customer, in their order. */
const told = ({ alerts }: Customer) => alerts.map(({ type }) => type);

async function stocks(shop: MemoryShop, variant: Named, ...levels: number[]): Promise<void> {
  for (const available of levels) {
    await shop.stock(variant, available);
    await shop.settled();
  }
}

const ASKS = { notifyMe: true };
/** A job may be done twice, and is then as good as done once. The waves of a divided list run in rounds. */
const WAYS: Record<string, How> = {
  once: { times: 1, isDivided: false },
  twice: { times: 2, isDivided: false },
  "once in rounds": { times: 1, isDivided: true },
  "twice in rounds": { times: 2, isDivided: true },
};

for (const [way, how] of Object.entries(WAYS)) {
  describe(`an alert whose jobs are done ${way}`, () => {
    it("is not raised without a request, with notifications disabled, after a purchase or a removal, for a deleted customer, or for a later wish", async () => {
      const { shop, tent } = await setUp(how);
      const [plain, silenced, bought] = [shop.customer(), shop.customer(), shop.customer()];
      const [removed, gone, waits, late] = [
        shop.customer(),
        shop.customer(),
        shop.customer(),
        shop.customer(),
      ];
      await plain.wish(tent);
      await silenced.wish(tent, { ...ASKS, disableNotification: true });
      await bought.wish(tent, ASKS);
      await shop.newOrder(bought.buys, tent).comes();
      removed.removeWish(await removed.wish(tent, ASKS));
      await gone.wish(tent, ASKS);
      gone.delete();
      await waits.wish(tent, ASKS);
      await stocks(shop, tent, 1);
      await late.wish(tent, ASKS);
      await stocks(shop, tent, 5, 5, 6);
      assert.deepEqual(counts(plain, silenced, bought, removed, gone, late), [0, 0, 0, 0, 0, 0]);
      assert.deepEqual(counts(waits), [1]);
    });

    it("is raised in a wave for as many customers as the units allow; the others keep their position", async () => {
      const { shop, tent } = await setUp({ ...how, alerts: { waveMultiple: 2, waveSeconds: 3600 } });
      const line = Array.from({ length: 5 }, () => shop.customer());
      for (const customer of line) await customer.wish(tent, ASKS);
      await stocks(shop, tent, 1);
      assert.deepEqual(counts(...line), [1, 1, 0, 0, 0]);
      await shop.pass(3600);
      assert.deepEqual(counts(...line), [1, 1, 1, 1, 0]);
      // The next wave finds nothing that it could notify.
      await shop.stock(tent, 0);
      await shop.pass(3600);
      assert.deepEqual(counts(...line), [1, 1, 1, 1, 0]);
      await stocks(shop, tent, 1);
      assert.deepEqual(counts(...line), [2, 2, 1, 1, 0]);
    });

    it("is raised once for a customer with several lists, about all of them, and uses one place in a wave", async () => {
      const { shop, tent } = await setUp({ ...how, alerts: { waveMultiple: 2, waveSeconds: 3600 } });
      const [ann, first, second, third] = [
        shop.customer(),
        shop.customer(),
        shop.customer(),
        shop.customer(),
      ];
      const items = [await ann.wish(tent, ASKS)];
      await first.wish(tent, ASKS);
      items.push(await ann.wish(tent, ASKS));
      await second.wish(tent, ASKS);
      await third.wish(tent, ASKS);
      await stocks(shop, tent, 1);
      assert.deepEqual(counts(ann, first, second, third), [1, 1, 0, 0]);
      assert.deepEqual(ann.alerts[0]?.itemIds, items);
      await shop.pass(3600);
      assert.deepEqual(counts(ann, first, second, third), [1, 1, 1, 1]);
    });

    it("is not raised for a wish that got the variant after the rise, even if the wish is older", async () => {
      const { shop, tent } = await setUp({ ...how, alerts: { holdSeconds: 60 } });
      const stove = await shop.newProduct();
      const [returned, came, stayed] = [shop.customer(), shop.customer(), shop.customer()];
      const returning = await returned.wish(tent, ASKS);
      const coming = await came.wish(stove, ASKS);
      await stayed.wish(tent, ASKS);
      await returned.moveWish(returning, tent, stove);
      await stocks(shop, tent, 5);
      await returned.moveWish(returning, stove, tent);
      await came.moveWish(coming, stove, tent);
      await shop.pass(60);
      assert.deepEqual(counts(returned, came, stayed), [0, 0, 1]);
      await stocks(shop, tent, 0, 5);
      await shop.pass(60);
      assert.deepEqual(counts(returned, came, stayed), [1, 1, 2]);
    });

    it("is not raised if stock has fallen again before the hold time is over", async () => {
      const { shop, tent } = await setUp({ ...how, alerts: { holdSeconds: 60 } });
      const ann = shop.customer();
      await ann.wish(tent, ASKS);
      await stocks(shop, tent, 5, 0, 4, 0, 3);
      assert.deepEqual(counts(ann), [0]);
      await shop.pass(60);
      assert.deepEqual(
        ann.alerts.map(({ cycle }) => cycle),
        [3],
      );
    });

    it("is raised for units that came below the threshold, once the threshold is lower", async () => {
      const { shop, tent } = await setUp(how);
      const ann = shop.customer();
      await ann.wish(tent, ASKS);
      await stocks(shop, tent, 5, 0);
      shop.set({ alerts: { threshold: 5 } });
      await stocks(shop, tent, 3);
      assert.deepEqual(counts(ann), [1]);
      shop.set({ alerts: { threshold: 1 } });
      await stocks(shop, tent, 4);
      assert.deepEqual(counts(ann), [2]);
      // Without a fall in between, a changed threshold is no new rise.
      shop.set({ alerts: { threshold: 5 } });
      await stocks(shop, tent, 3);
      shop.set({ alerts: { threshold: 1 } });
      await stocks(shop, tent, 4);
      assert.deepEqual(counts(ann), [2]);
    });

    it("of a release is raised when the product can be bought for the first time, and never again", async () => {
      const { shop, tent } = await setUp({
        ...how,
        variant: { available: 5 },
        product: { prerelease: true },
      });
      const ann = shop.customer();
      await ann.wish(tent, { ...ASKS, prerelease: true });
      await shop.settled();
      assert.deepEqual(told(ann), []);
      await shop.product({ productRef: tent.productRef, prerelease: false });
      await shop.settled();
      assert.deepEqual(told(ann), ["register_interest"]);
      await stocks(shop, tent, 0, 5);
      assert.deepEqual(told(ann), ["register_interest", "back_in_stock"]);
    });

    it("of a release is raised at the time of publication, and not before", async () => {
      const shop = new MemoryShop(how);
      const publishedTime = shop.at(3_600_000);
      const tent = await shop.newProduct({ available: 5 }, { publishedTime });
      const ann = shop.customer();
      await ann.wish(tent, { prerelease: true });
      await shop.pass(3000);
      assert.deepEqual(told(ann), []);
      await shop.pass(700);
      assert.deepEqual(told(ann), ["register_interest"]);
    });

    it("of a product that was deleted and created again is raised again for customers who still wait", async () => {
      const { shop, tent } = await setUp(how);
      const ann = shop.customer();
      await ann.wish(tent, ASKS);
      await stocks(shop, tent, 5);
      assert.deepEqual(counts(ann), [1]);
      shop.deleteProduct(tent);
      const { productRef, variantRef } = tent;
      await shop.product({ productRef, title: "Tent", variants: [{ variantRef, available: 0 }] });
      await stocks(shop, tent, 7);
      assert.deepEqual(counts(ann), [2]);
    });

    it("of a lower price compares with the price at the wish, in its currency, and is never raised for a price of zero", async () => {
      const variant = { available: 5, price: "100.00", currency: "EUR" };
      const { shop, tent } = await setUp({ ...how, alerts: { priceDrop: true }, variant });
      const { productRef, variantRef } = tent;
      const ann = shop.customer();
      await ann.wish(tent);
      const costs = async (price: string, currency = "EUR") => {
        await shop.product({ productRef, variants: [{ variantRef, price, currency }] });
        await shop.settled();
      };
      for (const price of ["98.00", "0", "98.00"]) await costs(price);
      await costs("50.00", "USD");
      await costs("97.00");
      assert.deepEqual(told(ann), []);
      await costs("90.00");
      const [{ type, previousPrice, price } = {}] = ann.alerts;
      assert.deepEqual([counts(ann), type, previousPrice, price], [[1], "price_drop", "100.00", "90.00"]);
    });

    it("of a lower price is raised for prices without a currency, once the tenant has one", async () => {
      const shop = new MemoryShop(how);
      shop.set({ currency: "SEK", alerts: { priceDrop: true } });
      const costs = (price: string) =>
        shop.product({ id: "tent", title: "Tent", variants: [{ id: "red", price }] });
      await costs("100.00");
      const ann = shop.customer();
      const itemId = await ann.wish({ productRef: "tent", variantRef: "red" });
      assert.deepEqual(shop.item(itemId)?.priceWhenAdded, { amount: "100.00", currency: "SEK" });
      await costs("90.00");
      await shop.settled();
      const [{ type, currency } = {}] = ann.alerts;
      assert.deepEqual([counts(ann), type, currency], [[1], "price_drop", "SEK"]);
    });

    it("of low stock is raised when few units are left, once until there are more again", async () => {
      const { shop, tent } = await setUp({ ...how, alerts: { lowStock: true }, variant: { available: 10 } });
      const ann = shop.customer();
      await ann.wish(tent);
      await stocks(shop, tent, 3, 2, 1);
      assert.deepEqual(told(ann), ["low_stock"]);
      await stocks(shop, tent, 10, 3);
      assert.deepEqual(told(ann), ["low_stock", "low_stock"]);
    });
  });
}

describe("a wave over a long waiting list", () => {
  it("lets other jobs run after each 1000 wishes, and alerts each customer once", async () => {
    const { shop, tent } = await setUp({ times: 1, isDivided: false });
    const line = Array.from({ length: 2500 }, () => shop.customer());
    for (const customer of line) await customer.wish(tent, ASKS);
    await shop.settled();
    const inOneJob: number[] = [];
    let sum = 0;
    await shop.stock(tent, 10_000);
    await shop.settled(() => {
      const before = sum;
      sum = line.reduce((all, { alerts }) => all + alerts.length, 0);
      if (sum > before) inOneJob.push(sum - before);
    });
    assert.deepEqual(inOneJob, [1000, 1000, 500]);
    assert.deepEqual(new Set(counts(...line)), new Set([1]));
  });
});
