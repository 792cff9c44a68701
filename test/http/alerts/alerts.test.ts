import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { AlertCount } from "../../support/jobs/alert-count.ts";
import { type Caller, type Json, type Service, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { alertsOf, explanationOf, newProduct, setStock, wishFor } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

let service: Service;
let shop: Caller;
let alerts: AlertCount;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  alerts = new AlertCount(service, shop);
  await shop.put(`${WS}/settings`, {
    alerts: { holdSeconds: 0, waveSeconds: 0 },
  });
});

/**
 * The rules of alerts have tests without a service (test/jobs/alerts, test/actors/alert). These tests run through a
 * service.
 */
describe("back in stock", () => {
  it("alerts each waiting customer once after a rise in stock, however often the feed repeats it", async () => {
    const product = await newProduct(shop, { available: 0 });
    const [one, other] = [
      await wishFor(shop, product, { notifyMe: true }),
      await wishFor(shop, product, { notifyMe: true }),
    ];
    for (const available of [5, 6]) await setStock(shop, product.variantRef, available);
    await alerts.expect([one.customer, other.customer]);
    const [alert] = await alertsOf(shop, one.customer);
    assert.deepEqual(
      [alert.type, alert.cycle, alert.productRef, alert.variantRef, alert.itemIds, alert.customerRef],
      ["back_in_stock", 1, product.productRef, product.variantRef, [one.item.id], one.customer.id],
    );
    assert.equal(alert.status, "sent");
  });

  it("waits for a product that the catalogue does not have yet, and alerts when it arrives", async () => {
    const product = { productRef: "unknown-p", variantRef: "unknown-v" };
    const { customer } = await wishFor(shop, product, { notifyMe: true });
    assert.equal((await explanationOf(shop, customer, "unknown-v")).decision, "blocked by catalogue");
    await setStock(shop, product.variantRef, 3);
    await shop.post(`${WS}/products`, {
      productRef: product.productRef,
      variants: [{ variantRef: product.variantRef }],
    });
    await alerts.expect(customer);
  });

  it("alerts wave by wave, and lists the waves in progress", async () => {
    await shop.put(`${WS}/settings`, { alerts: { waveMultiple: 2, waveSeconds: 3600 } });
    const product = await newProduct(shop, { available: 0 });
    const waiting = [];
    for (let i = 0; i < 5; i++) waiting.push((await wishFor(shop, product, { notifyMe: true })).customer);
    await settled(service);
    await setStock(shop, product.variantRef, 1);
    await alerts.expect(waiting, [1, 1, 0, 0, 0]);
    const currentWaves = async () => (await shop.get(`${WS}/alerts/waves`)).body.waves;
    await until("the wave is listed", async () => (await currentWaves()).length === 1);
    const [wave] = await currentWaves();
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
    await alerts.expect(waiting, [2, 2, 1, 1, 1]);
    await until("the wave is over", async () => (await currentWaves()).length === 0);
  });

  it("does not alert if stock has fallen again before the end of the hold time", async () => {
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 1 } });
    const product = await newProduct(shop, { available: 0 });
    const { customer } = await wishFor(shop, product, { notifyMe: true });
    await setStock(shop, product.variantRef, 5);
    await settled(service, { withinMs: 0 });
    assert.match((await explanationOf(shop, customer, product.variantRef)).decision, /hold/);
    for (const available of [0, 4]) await setStock(shop, product.variantRef, available);
    await alerts.expect(customer);
    assert.equal((await alertsOf(shop, customer))[0].cycle, 2);
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
  });
});

describe("register interest", () => {
  it("alerts at the time of publication, in any time zone", async () => {
    const publishedTime = new Date(Date.now() + 1500 - 9 * 3_600_000).toISOString().replace("Z", "-09:00");
    const product = await newProduct(shop, { available: 5 }, { publishedTime });
    const { customer } = await wishFor(shop, product, { prerelease: true });
    await settled(service, { withinMs: 0 });
    assert.deepEqual(await alertsOf(shop, customer), []);
    await alerts.expect(customer);
    const [alert] = await alertsOf(shop, customer);
    assert.ok(Date.parse(alert.createdTime) >= Date.parse(publishedTime));
  });
});

describe("price drop", () => {
  it("alerts with the price when the wish was added, to the customer and in the change feed", async () => {
    await shop.put(`${WS}/settings`, { alerts: { priceDrop: true } });
    const product = await newProduct(shop, { available: 5, price: "100.00", currency: "EUR" });
    const { customer } = await wishFor(shop, product);
    await settled(service);
    await shop.post(`${WS}/products`, {
      productRef: product.productRef,
      variants: [{ variantRef: product.variantRef, price: "90.00" }],
    });
    await alerts.expect(customer);
    const [alert] = await alertsOf(shop, customer);
    assert.deepEqual([alert.type, alert.previousPrice, alert.price], ["price_drop", "100.00", "90.00"]);
    const { events } = (await shop.get(`${WS}/changes?limit=1000`)).body;
    const change = events.find(({ data }: Json) => data.id === alert.id);
    assert.deepEqual([change.data.previousPrice, change.data.items], ["100.00", alert.items]);
  });
});

describe("low stock", () => {
  it("alerts once when few units are left, and again only after the stock was higher", async () => {
    await shop.put(`${WS}/settings`, { alerts: { lowStock: true } });
    const product = await newProduct(shop, { available: 10 });
    const { customer } = await wishFor(shop, product);
    await settled(service);
    for (const available of [3, 2]) await setStock(shop, product.variantRef, available);
    await alerts.expect(customer);
    assert.equal((await alertsOf(shop, customer))[0].type, "low_stock");
    await shop.put(`${WS}/settings`, { alerts: { lowStock: false } });
  });
});
