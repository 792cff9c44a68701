import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  CONSENTING,
  EXPORTS,
  newBrazeExport,
  newExport,
  newWisher,
  overRun,
  runOf,
} from "../../support/exports.ts";
import { answers } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { CS, type Json, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const SECRET = `whsec_${Buffer.from("signs the batches of this test file").toString("base64")}`;

describe("a run that is redriven", () => {
  const ALL = ["deleted item", "item added", "item updated"];
  for (const [name, settings, expected] of [
    ["one type of event", { events: ["wishlist.item.updated"] }, ["item updated"]],
    ["other types", { events: ["wishlist.item.added", "wishlist.item.removed"] }, ALL.slice(0, 2)],
    ["all wishes in full", { mode: "full" }, ALL],
  ] as const)
    it(`sends only rejected records of the events that the export now contains: ${name}`, async (t) => {
      const { newCaller } = await startService(t, { ALLOW_PRIVATE_TARGETS: "true" });
      const shop = await newCaller();
      const receiver = await startWebhookReceiver(t, { secret: SECRET });
      const { wishlist, items } = await newWisher(shop, 2);
      const connector = { type: "webhook", url: receiver.url, secret: SECRET };
      const { id } = await newExport(shop, { connector });
      await runOf(shop, id);
      await shop.newItem(wishlist.id);
      await shop.put(`${WS}/wishlist/items/id=${items[0]?.id}`, { notifyMe: true });
      await shop.delete(`${WS}/wishlist/items/${items[1]?.id}`);
      receiver.faults.push(answers(422));
      const run = await runOf(shop, id);
      assert.equal(run.counts.failed, ALL.length);
      receiver.taken.clear();
      assert.equal((await shop.put(`${EXPORTS}/${id}`, settings)).status, 200);
      const { body } = await shop.post(`${EXPORTS}/${id}/runs/${run.id}/redrive`);
      await overRun(shop, id, body.id);
      const records = [...receiver.taken.values()].flatMap(({ data }) => data.records as Json[]);
      assert.deepEqual(records.map(({ type, change, what }) => `${type} ${change ?? what}`).sort(), expected);
    });

  it("sends rejected records again only as far as the current settings choose them", async (t) => {
    const { newCaller } = await startService(t, {
      ALLOW_PRIVATE_TARGETS: "true",
      EXPORT_MIN_INTERVAL_S: "1",
    });
    const shop = await newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const [kept, left, silent] = await Promise.all([
      newWisher(shop, 2),
      newWisher(shop, 2),
      newWisher(shop, 2),
    ]);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    const { id } = await newExport(shop, { connector });
    await runOf(shop, id);
    for (const { items } of [kept, left, silent]) {
      await shop.put(`${WS}/wishlist/items/id=${items[0]?.id}`, { notifyMe: true });
      await shop.delete(`${WS}/wishlist/items/${items[1]?.id}`);
    }
    receiver.faults.push(answers(422));
    const run = await runOf(shop, id);
    assert.equal(run.counts.failed, 6);
    receiver.taken.clear();
    await shop.put(`${EXPORTS}/${id}`, { lists: [kept.wishlist.id, silent.wishlist.id] });
    await shop.put(`${CS}/customers`, { id: silent.person.id, accepts_marketing: false });
    const { body } = await shop.post(`${EXPORTS}/${id}/runs/${run.id}/redrive`);
    const again = await overRun(shop, id, body.id);
    assert.deepEqual([again.counts.accepted, again.counts.skipped.noConsent], [2, 2]);
    const records = [...receiver.taken.values()].flatMap(({ data }) => data.records as Json[]);
    assert.deepEqual(
      records.map(({ type, customer }) => `${type} ${customer.customerId}`).sort(),
      ["deleted", "item"].map((type) => `${type} ${kept.person.svc_customer_id}`),
    );
  });

  it("does not withdraw again what may be exported again", async (t) => {
    const { newCaller } = await startService(t, { ALLOW_PRIVATE_TARGETS: "true" });
    const shop = await newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const [silent, hidden] = await Promise.all([newWisher(shop), newWisher(shop)]);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    const { id } = await newExport(shop, { connector });
    await runOf(shop, id);
    await shop.put(`${CS}/customers`, { id: silent.person.id, accepts_marketing: false });
    await shop.put(`${WS}/wishlists`, { id: hidden.wishlist.id, isPrivate: true });
    receiver.faults.push(answers(422));
    const withdrawn = await runOf(shop, id);
    assert.equal(withdrawn.counts.failed, 2);
    await shop.put(`${CS}/customers`, { id: silent.person.id, ...CONSENTING });
    await shop.put(`${WS}/wishlists`, { id: hidden.wishlist.id, isPrivate: false });
    receiver.faults.push(answers(422));
    const added = await runOf(shop, id);
    assert.equal(added.counts.failed, 2);
    receiver.taken.clear();
    const redrive = async (run: Json): Promise<Json> =>
      overRun(shop, id, (await shop.post(`${EXPORTS}/${id}/runs/${run.id}/redrive`)).body.id);
    assert.equal((await redrive(withdrawn)).counts.sent, 0);
    assert.equal((await redrive(added)).counts.accepted, 2);
    const records = [...receiver.taken.values()].flatMap(({ data }) => data.records as Json[]);
    const idsOf = (found: Json[]) => found.map((record) => record.id).sort();
    assert.deepEqual(idsOf(records), idsOf(added.rejected));
  });

  it("sends the purchase of a wish that was removed because of it", async (t) => {
    const service = await startService(t, { ALLOW_PRIVATE_TARGETS: "true" });
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const { person, items } = await newWisher(shop);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    const { id } = await newExport(shop, { connector });
    await runOf(shop, id);
    const [item] = items;
    const { productRef, selectedVariantRef: variantRef } = item.product;
    const createdTime = new Date(Date.now() + 86_400_000).toISOString();
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    await shop.post(`${WS}/orders`, { orderRef: unique("o"), customerRef: person.id, createdTime, lines });
    await settled(service);
    await shop.delete(`${WS}/wishlist/items/${item.id}?purchasedAndRemoved=true`);
    receiver.faults.push(answers(422));
    const run = await runOf(shop, id);
    assert.ok(run.rejected.some(({ change }: Json) => change === "purchased"));
    receiver.taken.clear();
    const { body } = await shop.post(`${EXPORTS}/${id}/runs/${run.id}/redrive`);
    await overRun(shop, id, body.id);
    const records = [...receiver.taken.values()].flatMap(({ data }) => data.records as Json[]);
    assert.ok(records.some(({ change }) => change === "purchased"));
  });

  it("sends a rejected record again once, although the run that does so fails", async (t) => {
    const { shop, braze, id, itemIds, takenItems } = await newBrazeExport(t, 3);
    braze.faults.push(answers(400), answers(400), answers(400));
    const rejected = await runOf(shop, id);
    assert.equal(rejected.counts.failed, 3);
    const redrive = async (): Promise<Json> => {
      const { body } = await shop.post(`${EXPORTS}/${id}/runs/${rejected.id}/redrive`);
      return overRun(shop, id, body.id);
    };
    braze.faults.push(undefined, answers(401));
    const failed = await redrive();
    assert.deepEqual([failed.status, failed.counts.accepted], ["failed", 1]);
    const { status, counts } = await redrive();
    assert.deepEqual([status, counts.accepted], ["succeeded", 2]);
    assert.deepEqual(takenItems(), itemIds);
  });
});
