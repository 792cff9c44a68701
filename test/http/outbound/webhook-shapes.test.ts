import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { addTo } from "../../../src/collections/grouped.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, CS, type Json, send, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
let document: Json;
/** The messages that an endpoint for all events got, by type. */
const messages = new Map<string, Json[]>();

/** Causes events about customers, wishlists, items, orders and alerts. */
async function causeEvents(): Promise<void> {
  const variant = await newProduct(shop, { available: 0 });
  const { customer, item } = await wishFor(shop, variant, { notifyMe: true });
  await setStock(shop, variant.variantRef, 5);
  await settled(service);
  await shop.put(`${WS}/wishlist/items/id=${item.id}`, { note: "for Ada" });
  const order = {
    orderRef: "o-1",
    customerRef: customer.id,
    createdTime: new Date(Date.now() + 60_000).toISOString(),
    lines: [{ lineRef: "1", quantity: 1, ...variant }],
  };
  await shop.post(`${WS}/orders`, order);
  await settled(service);
  await shop.post(`${WS}/orders`, { ...order, status: "cancelled", updatedTime: order.createdTime });
  await settled(service);
  await shop.put(`${WS}/wishlists`, { id: item.wishlistId, name: "renamed" });
  await shop.delete(`${WS}/wishlist/items/${item.id}`);
  await shop.delete(`${WS}/wishlists?id=${item.wishlistId}`);
  await shop.put(`${CS}/customers`, { id: customer.id, first_name: "Ada" });
  await shop.delete(`${CS}/customers/${customer.id}`);
}

before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
  shop = await service.newCaller();
  await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveSeconds: 0 } });
  const { url, received } = await startReceiver(suite);
  const { id } = (await shop.post(`${WS}/webhook-endpoints`, { url })).body;
  await causeEvents();
  assert.equal((await shop.post(`${WS}/webhook-endpoints/${id}/test`)).status, 202);
  await settled(service);
  for (const message of received.map(({ body }): Json => JSON.parse(body)))
    addTo(messages, message.type, message);
  document = (await send(service.baseUrl, "GET", "/openapi.json")).body;
});

const CAUSED = [
  "alert.back_in_stock",
  "customer.created",
  "customer.deleted",
  "customer.updated",
  "order.received",
  "webhook.test",
  "wishlist.created",
  "wishlist.deleted",
  "wishlist.item.added",
  "wishlist.item.purchase_reverted",
  "wishlist.item.purchased",
  "wishlist.item.removed",
  "wishlist.item.updated",
  "wishlist.updated",
];

describe("the message of each type of event, and of a test", () => {
  it("has the members that the API document describes, and no others beside its data", () => {
    assert.deepEqual([...messages.keys()].sort(), CAUSED);
    const { properties, required } = document.components.schemas.WebhookEvent;
    assert.deepEqual([...required].sort(), Object.keys(properties).sort());
    const isDescribed = new Ajv2020({ strict: false, validateFormats: false })
      .addSchema(document, "doc")
      .compile({ $ref: "doc#/components/schemas/WebhookEvent" });
    for (const [type, each] of messages) {
      const { content } = document.webhooks[type].post.requestBody;
      assert.deepEqual(content["application/json"].schema, { $ref: "#/components/schemas/WebhookEvent" });
      for (const message of each) {
        assert.ok(isDescribed(message), `${type}: ${JSON.stringify(isDescribed.errors)}`);
        assert.deepEqual(Object.keys(message as object).sort(), Object.keys(properties).sort(), type);
        const { tenant, store }: Json = message;
        assert.deepEqual([tenant, store], [shop.tenantId, "default"], type);
      }
    }
  });

  it("has documented members in its data, except those of an alert", () => {
    const { properties } = document.components.schemas.EventData;
    for (const [type, each] of messages) {
      if (type.startsWith("alert.")) continue;
      for (const { data } of each)
        assert.deepEqual(
          Object.keys(data).filter((name) => !Object.hasOwn(properties, name)),
          [],
          type,
        );
    }
  });
});
