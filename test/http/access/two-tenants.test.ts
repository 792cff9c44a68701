import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CONSENTING, EXPORTS, newExport, overRun, runOf } from "../../support/exports.ts";
import { startHangingReceiver, startReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, CS, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const SLOTS = 4;
/** The maximum number of endpoints and exports of a store. */
const MANY = 50;
const ENDPOINTS = `${WS}/webhook-endpoints`;

const suite = atEnd();
let service: Service;
let newShop: () => Promise<Caller>;
before(async () => {
  service = await startService(suite, {
    ALLOW_PRIVATE_TARGETS: "true",
    TENANT_DELIVERIES: SLOTS.toString(),
    TENANT_EXPORTS: SLOTS.toString(),
  });
  newShop = service.newCaller;
});

const times = (count: number) => Array.from({ length: count }, (_, i) => i);
const newEndpoint = async (shop: Caller, url: string, events: string[]) => {
  const { status, text } = await shop.post(ENDPOINTS, { url, events });
  assert.equal(status, 201, text);
};
const newWish = async (shop: Caller) => {
  const customer = await shop.newCustomer(CONSENTING);
  const { id } = await shop.newWishlist({ customerRef: customer.id });
  await shop.newItem(id);
};

describe("while all receivers of one tenant hang", () => {
  it("delivers the webhook of another tenant, and in the end each of the first tenant's once", async (t) => {
    const [attacker, shop] = [await newShop(), await newShop()];
    const hanging = await startHangingReceiver(t);
    for (const i of times(MANY)) await newEndpoint(attacker, `${hanging.url}/${i}`, ["customer.created"]);
    const { url, received } = await startReceiver(t);
    await newEndpoint(shop, url, ["customer.created"]);
    for (const _ of times(3)) await attacker.newCustomer();
    await until("the slots of the first tenant are taken", () => hanging.open() >= SLOTS);
    await shop.newCustomer();
    await until("the other's webhook", () => received.length === 1);
    assert.equal(hanging.ended(), 0);
    assert.ok(hanging.received.length < 3 * MANY, "some deliveries of the first tenant still wait");
    hanging.answer();
    await settled(service);
    assert.equal(new Set(hanging.received).size, 3 * MANY);
    assert.equal(hanging.received.length, 3 * MANY);
    assert.equal(received.length, 1);
  });

  it("delivers the webhook of another tenant to the same host", async (t) => {
    const [attacker, shop] = [await newShop(), await newShop()];
    const hanging = await startHangingReceiver(t);
    const isOfShop = (request: string) => request.startsWith("/answered");
    await newEndpoint(attacker, `${hanging.url}/hanging`, ["customer.created"]);
    await newEndpoint(shop, `${hanging.url}/answered`, ["customer.created"]);
    const customers = times(200).map((i) => ({ id: `c-${i}` }));
    await attacker.post(`${CS}/upload-customers`, { customers });
    await until("more requests wait than one job sends", () => hanging.open() > 16);
    await shop.newCustomer();
    await until("the other's webhook", () => hanging.received.some(isOfShop));
    assert.equal(hanging.ended(), 1);
    hanging.answer();
    await settled(service);
    assert.equal(new Set(hanging.received).size, customers.length + 1);
  });

  it("completes the export of another tenant, and in the end all of the first tenant's", async (t) => {
    const [attacker, shop] = [await newShop(), await newShop()];
    const hanging = await startHangingReceiver(t);
    await newWish(attacker);
    const exports: string[] = [];
    for (const i of times(MANY)) {
      const connector = { type: "webhook", url: `${hanging.url}/${i}` };
      exports.push((await newExport(attacker, { connector })).id);
    }
    const runs: [string, string][] = [];
    for (const id of exports) runs.push([id, (await attacker.post(`${EXPORTS}/${id}/runs`)).body.id]);
    await until("the slots of the first tenant are taken", () => hanging.open() === SLOTS);
    await newWish(shop);
    assert.equal((await runOf(shop, (await newExport(shop)).id)).status, "succeeded");
    assert.equal(hanging.ended(), 0);
    assert.equal(hanging.received.length, SLOTS);
    hanging.answer();
    await settled(service);
    for (const [id, run] of runs) assert.equal((await overRun(attacker, id, run)).status, "succeeded");
    assert.equal(hanging.received.length, MANY);
  });
});
