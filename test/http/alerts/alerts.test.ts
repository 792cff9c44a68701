import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../../support/redis.ts";
import { type Caller, CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock, wishFor } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
  await shop.put(`${WS}/settings`, {
    alerts: { holdSeconds: 0, waveSeconds: 0 },
  });
});

/** Events of alerts by the customer whom they tell of, as far as the change feed was read. */
const alertEvents = new Map<string, number>();
let cursor = "";
async function readAlertEvents(): Promise<void> {
  for (let hasMore = true; hasMore;) {
    const { body } = await shop.get(`${WS}/changes?limit=1000&after=${cursor}`);
    for (const { type, data } of body.events as Json[])
      if (type.startsWith("alert."))
        alertEvents.set(data.customerRef, (alertEvents.get(data.customerRef) ?? 0) + 1);
    ({ cursor, hasMore } = body);
  }
}

/** Sees, once all is done, that each customer has so many alerts, each with one event. */
async function told(customers: Json, counts: number | number[] = 1): Promise<void> {
  await settled(service);
  await readAlertEvents();
  const all: Json[] = [customers].flat();
  const expected = typeof counts === "number" ? all.map(() => counts) : counts;
  const lengths = await Promise.all(all.map(async (each) => (await alertsOf(shop, each)).length));
  assert.deepEqual(lengths, expected);
  assert.deepEqual(
    all.map(({ id }) => alertEvents.get(id) ?? 0),
    expected,
  );
}

const explain = async (customer: Json, variantRef: string, more = "", by = shop) =>
  (await by.get(`${WS}/alerts/explain?customerRef=${customer.id}&variantRef=${variantRef}${more}`)).body;

describe("back in stock", () => {
  it("is told once to each who waits, when stock rises, however often the feed says so", async () => {
    const product = await newProduct(shop, { available: 0 });
    const [one, other] = [
      await wishFor(shop, product, { notifyMe: true }),
      await wishFor(shop, product, { notifyMe: true }),
    ];
    for (const available of [5, 5, 6]) await setStock(shop, product.variantRef, available);
    await told([one.customer, other.customer]);
    const [alert] = await alertsOf(shop, one.customer);
    assert.deepEqual(
      [alert.type, alert.cycle, alert.productRef, alert.variantRef, alert.itemIds, alert.customerRef],
      ["back_in_stock", 1, product.productRef, product.variantRef, [one.item.id], one.customer.id],
    );
    assert.equal(alert.status, "sent");
    await setStock(shop, product.variantRef, 0);
    await setStock(shop, product.variantRef, 2);
    await told(one.customer, 2);
    assert.equal((await alertsOf(shop, one.customer))[1].cycle, 2);
  });

  it("is not told to who did not ask, is silenced, has bought, has removed it, or wished too late", async () => {
    const product = await newProduct(shop, { available: 0 });
    const plain = await wishFor(shop, product);
    const silenced = await wishFor(shop, product, { notifyMe: true, disableNotification: true });
    const removed = await wishFor(shop, product, { notifyMe: true });
    await shop.delete(`${WS}/wishlist/items/${removed.item.id}`);
    const gone = await wishFor(shop, product, { notifyMe: true });
    await shop.delete(`${CS}/customers/${gone.customer.id}`);
    const waiting = await wishFor(shop, product, { notifyMe: true });
    await setStock(shop, product.variantRef, 1);
    await told(waiting.customer);
    const late = await wishFor(shop, product, { notifyMe: true });
    await setStock(shop, product.variantRef, 5);
    await told(
      [plain, silenced, removed, late, waiting].map(({ customer }) => customer),
      [0, 0, 0, 0, 1],
    );
  });

  it("waits for a product that the catalogue does not know, and is told when it comes", async () => {
    const product = { productRef: "unknown-p", variantRef: "unknown-v" };
    const { customer } = await wishFor(shop, product, { notifyMe: true });
    assert.equal((await explain(customer, "unknown-v")).decision, "blocked by catalogue");
    await setStock(shop, product.variantRef, 3);
    await shop.post(`${WS}/products`, {
      productRef: product.productRef,
      variants: [{ variantRef: product.variantRef }],
    });
    await told(customer);
  });

  it("tells no more in a wave than the units allow; the others keep their place in line", async () => {
    await shop.put(`${WS}/settings`, { alerts: { waveMultiple: 2, waveSeconds: 3600 } });
    const product = await newProduct(shop, { available: 0 });
    const waiting = [];
    for (let i = 0; i < 5; i++) waiting.push((await wishFor(shop, product, { notifyMe: true })).customer);
    await settled(service);
    await setStock(shop, product.variantRef, 1);
    await told(waiting, [1, 1, 0, 0, 0]);
    const underWay = async () => (await shop.get(`${WS}/alerts/waves`)).body.waves;
    await until("the wave is listed", async () => (await underWay()).length === 1);
    const [wave] = await underWay();
    assert.deepEqual(
      [wave.alert, wave.variantRef, wave.alerted, wave.left],
      ["back_in_stock", product.variantRef, 2, 3],
    );
    assert.equal(Date.parse(wave.expectedEndTime) - Date.parse(wave.nextTime), 3_600_000);
    const { body: others } = await (await service.newCaller()).get(`${WS}/alerts/waves`);
    assert.deepEqual(others, { waves: [] });
    await shop.put(`${WS}/settings`, { alerts: { waveMultiple: 5, waveSeconds: 0 } });
    await setStock(shop, product.variantRef, 0);
    await setStock(shop, product.variantRef, 1);
    await told(waiting, [2, 2, 1, 1, 1]);
    await until("the wave is over", async () => (await underWay()).length === 0);
  });

  it("tells a customer with several lists once, of all of them, and gives one place in a wave for it", async () => {
    await shop.put(`${WS}/settings`, { alerts: { waveMultiple: 2, waveSeconds: 0 } });
    const product = await newProduct(shop, { available: 0 });
    const { customer, item } = await wishFor(shop, product, { notifyMe: true });
    const wished = { productRef: product.productRef, selectedVariantRef: product.variantRef };
    const items = [item];
    const others = [];
    for (let list = 0; list < 2; list++) {
      others.push((await wishFor(shop, product, { notifyMe: true })).customer);
      const { id } = await shop.newWishlist({ customerRef: customer.id });
      items.push(await shop.newItem(id, { product: wished, notifyMe: true }));
    }
    await settled(service);
    await setStock(shop, product.variantRef, 1);
    await told([customer, ...others]);
    const [alert] = await alertsOf(shop, customer);
    assert.deepEqual(
      alert.items.map(({ itemId, wishlistId }: Json) => [itemId, wishlistId]),
      items.map(({ id, wishlistId }) => [id, wishlistId]),
    );
    assert.deepEqual(
      alert.itemIds,
      items.map(({ id }) => id),
    );
  });

  it("is not told to who came to the variant after the rise, also when the wish was here before", async () => {
    const product = await newProduct(shop, { available: 0 });
    const other = await newProduct(shop);
    const returned = await wishFor(shop, product, { notifyMe: true });
    const come = await wishFor(shop, other, { notifyMe: true });
    const stayed = await wishFor(shop, product, { notifyMe: true });
    const move = (item: Json, from: Json, to: Json) =>
      shop.put(`${WS}/wishlist/items/id=${item.id}`, {
        product: {
          productRef: to.productRef,
          selectedVariantRef: to.variantRef,
          oldVariantRef: from.variantRef,
        },
      });
    await move(returned.item, product, other);
    await settled(service);
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 1 } });
    await setStock(shop, product.variantRef, 5);
    for (const { item } of [returned, come]) await move(item, other, product);
    await settled(service, { withinMs: 0 });
    for (const { customer } of [returned, come])
      assert.equal((await explain(customer, product.variantRef)).decision, "blocked by before the rise");
    await told([stayed.customer, returned.customer, come.customer], [1, 0, 0]);
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
  });

  it("is not told when stock has fallen again before the hold time is over", async () => {
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 1 } });
    const product = await newProduct(shop, { available: 0 });
    const { customer } = await wishFor(shop, product, { notifyMe: true });
    await setStock(shop, product.variantRef, 5);
    await settled(service, { withinMs: 0 });
    assert.match((await explain(customer, product.variantRef)).decision, /hold/);
    for (const available of [0, 4, 0, 3]) await setStock(shop, product.variantRef, available);
    await told(customer);
    assert.equal((await alertsOf(shop, customer))[0].cycle, 3);
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
  });
});

describe("register interest", () => {
  it("is told when the product can be bought for the first time, and never again", async () => {
    const product = await newProduct(shop, { available: 5 }, { prerelease: true });
    const { customer } = await wishFor(shop, product, { prerelease: true, notifyMe: true });
    await settled(service);
    assert.deepEqual(await alertsOf(shop, customer), []);
    await shop.post(`${WS}/products`, { productRef: product.productRef, prerelease: false });
    await told(customer);
    assert.equal((await alertsOf(shop, customer))[0].type, "register_interest");
    for (const available of [0, 5]) await setStock(shop, product.variantRef, available);
    await told(customer, 2);
    assert.equal((await alertsOf(shop, customer))[1].type, "back_in_stock");
  });

  it("is told when the time of publication comes, whatever its time zone", async () => {
    const publishedTime = new Date(Date.now() + 1500 - 9 * 3_600_000).toISOString().replace("Z", "-09:00");
    const product = await newProduct(shop, { available: 5 }, { publishedTime });
    const { customer } = await wishFor(shop, product, { prerelease: true });
    await settled(service, { withinMs: 0 });
    assert.deepEqual(await alertsOf(shop, customer), []);
    await told(customer);
    const [alert] = await alertsOf(shop, customer);
    assert.ok(Date.parse(alert.createdTime) >= Date.parse(publishedTime));
  });
});

describe("a product that was deleted and has come back", () => {
  it("is told of anew to those who still wait", async () => {
    const product = await newProduct(shop, { available: 0 });
    const { customer } = await wishFor(shop, product, { notifyMe: true });
    await settled(service);
    await setStock(shop, product.variantRef, 5);
    await told(customer);
    await shop.delete(`${WS}/products/${product.productRef}`);
    const variants = [{ variantRef: product.variantRef, available: 0 }];
    await shop.post(`${WS}/products`, { productRef: product.productRef, variants });
    await setStock(shop, product.variantRef, 7);
    await told(customer, 2);
  });
});

describe("a lower price", () => {
  it("is told against the price at the wish, in the same currency, and never when it is zero", async () => {
    await shop.put(`${WS}/settings`, { alerts: { priceDrop: true } });
    const product = await newProduct(shop, { available: 5, price: "100.00", currency: "EUR" });
    const { customer } = await wishFor(shop, product);
    const price = (amount: string, currency = "EUR") =>
      shop.post(`${WS}/products`, {
        productRef: product.productRef,
        variants: [{ variantRef: product.variantRef, price: amount, currency }],
      });
    await settled(service);
    for (const [amount, currency] of [
      ["98.00"],
      ["0"],
      ["98.00"],
      ["50.00", "USD"],
      ["97.00", "EUR"],
    ] as const)
      await price(amount, currency);
    await told(customer, 0);
    await price("90.00");
    await told(customer);
    const [alert] = await alertsOf(shop, customer);
    assert.deepEqual([alert.type, alert.previousPrice, alert.price], ["price_drop", "100.00", "90.00"]);
    const { events } = (await shop.get(`${WS}/changes?limit=1000`)).body;
    const change = events.find(({ data }: Json) => data.id === alert.id);
    assert.deepEqual([change.data.previousPrice, change.data.items], ["100.00", alert.items]);
  });

  it("is told where prices come without a currency, once the tenant has one", async () => {
    await shop.put(`${WS}/settings`, { alerts: { priceDrop: true }, currency: "SEK" });
    const [id, variantId] = [unique("p"), unique("v")];
    const price = (amount: string) =>
      shop.post(`${WS}/products`, { id, title: "Tent", variants: [{ id: variantId, price: amount }] });
    await price("100.00");
    const { customer, item } = await wishFor(shop, { productRef: id, variantRef: variantId });
    assert.deepEqual(item.priceWhenAdded, { amount: "100.00", currency: "SEK" });
    await settled(service);
    await price("90.00");
    await told(customer);
    const [{ type, currency }] = await alertsOf(shop, customer);
    assert.deepEqual([type, currency], ["price_drop", "SEK"]);
    await shop.put(`${WS}/settings`, { currency: null });
  });
});

describe("low stock", () => {
  it("is told when few are left, once until there are more again", async () => {
    await shop.put(`${WS}/settings`, { alerts: { lowStock: true } });
    const product = await newProduct(shop, { available: 10 });
    const { customer } = await wishFor(shop, product);
    await settled(service);
    for (const available of [3, 2, 1]) await setStock(shop, product.variantRef, available);
    await told(customer);
    assert.equal((await alertsOf(shop, customer))[0].type, "low_stock");
    await shop.put(`${WS}/settings`, { alerts: { lowStock: false } });
  });
});
