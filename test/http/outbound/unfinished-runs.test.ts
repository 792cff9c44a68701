import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { DAY_MS } from "../../../src/units/durations.ts";
import { CONSENTING, EXPORTS, newExport, newWisher, overRun, runOf } from "../../support/exports.ts";
import { startS3 } from "../../support/platforms/s3.ts";
import { answers } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Json, type Service, startService, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const SECRET = `whsec_${Buffer.from("of a receiver in this test").toString("base64")}`;
const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
});

/** Ids of the items of a customer with consent. */
async function wish(shop: Caller, count: number): Promise<string[]> {
  const { id } = await shop.newCustomer(CONSENTING);
  const list = await shop.newWishlist({ customerRef: id });
  const items: string[] = [];
  for (let i = 0; i < count; i++) items.push((await shop.newItem(list.id)).id);
  return items.sort();
}

describe("an interrupted export", () => {
  it("loses nothing if a wish is removed before an accepted batch is sent again", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const items = await wish(shop, 5);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET, batchSize: 2 };
    const { id } = await newExport(shop, { connector });
    receiver.faults.push(undefined, answers(503, "after"));
    const { body: run } = await shop.post(`${EXPORTS}/${id}/runs`);
    await until("the second batch is there", () => receiver.taken.size === 2);
    const sentRecords = () =>
      [...receiver.taken.values()].flatMap(({ data }) =>
        (data.records as Json[]).map(({ item }) => item.id as string),
      );
    const [, , removed = ""] = sentRecords();
    assert.equal((await shop.delete(`${WS}/wishlist/items/${removed}`)).status, 204);
    assert.equal((await overRun(shop, id, run.id)).status, "succeeded");
    assert.deepEqual(sentRecords().sort(), items);
  });

  it("gives no other batch the number of a batch whose only wish is removed before it is sent again", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const items = await wish(shop, 2);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET, batchSize: 1 };
    const { id } = await newExport(shop, { connector });
    receiver.faults.push(answers(503, "after"));
    const { body: run } = await shop.post(`${EXPORTS}/${id}/runs`);
    await until("the first batch is there", () => receiver.taken.size === 1);
    const sentItems = () =>
      [...receiver.taken.values()].flatMap(({ data }) =>
        (data.records as Json[]).map(({ item }) => item.id as string),
      );
    assert.equal((await shop.delete(`${WS}/wishlist/items/${sentItems()[0]}`)).status, 204);
    assert.equal((await overRun(shop, id, run.id)).status, "succeeded");
    assert.deepEqual(sentItems().sort(), items);
    const ids = receiver.requests.map(({ headers }) => headers["webhook-id"]);
    assert.deepEqual(ids, [`${run.id}-00000001`, `${run.id}-00000002`]);
  });

  it("exports in the next run a wish that moves during the first run to a list that was read before", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const { person, wishlist: read, items } = await newWisher(shop, 1);
    const between = await shop.newWishlist({ customerRef: person.id });
    items.push(await shop.newItem(between.id));
    const unread = await shop.newWishlist({ customerRef: person.id });
    const moving = await shop.newItem(unread.id);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET, batchSize: 1 };
    const { id } = await newExport(shop, { connector });
    receiver.faults.push(undefined, undefined, answers(503));
    const { body: run } = await shop.post(`${EXPORTS}/${id}/runs`);
    await until("the third batch is refused", () => receiver.requests.length === 3);
    const move = { wishlistId: unread.id, toWishlistId: read.id, itemId: [moving.id] };
    const { body: moved } = await shop.post(`${WS}/wishlist/items/move`, move);
    const added = () =>
      [...receiver.taken.values()].flatMap(({ data }) =>
        (data.records as Json[]).flatMap(({ change, item }) => (change === "added" ? [item.id] : [])),
      );
    assert.equal((await overRun(shop, id, run.id)).status, "succeeded");
    const before = items.map((item) => item.id);
    assert.deepEqual(added(), before);
    await runOf(shop, id);
    assert.deepEqual(added(), [...before, moved.items[0].id]);
  });

  it("keeps the position of its changes if a full run is in between whose mode is changed back meanwhile", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const { items } = await newWisher(shop, 2);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET, batchSize: 1 };
    const { id } = await newExport(shop, { connector });
    await runOf(shop, id);
    assert.equal((await shop.delete(`${WS}/wishlist/items/${items[1]?.id}`)).status, 204);
    await shop.put(`${EXPORTS}/${id}`, { mode: "full" });
    receiver.faults.push(answers(503));
    const { body: full } = await shop.post(`${EXPORTS}/${id}/runs`);
    const path = `${EXPORTS}/${id}/runs/${full.id}`;
    await until("it waits", async () => (await shop.get(path)).body.reasonCode === "platform_answer");
    await shop.put(`${EXPORTS}/${id}`, { mode: "changed" });
    assert.equal((await overRun(shop, id, full.id)).status, "succeeded");
    receiver.taken.clear();
    await runOf(shop, id);
    const records = [...receiver.taken.values()].flatMap(({ data }) => data.records as Json[]);
    assert.deepEqual(
      records.map(({ type, itemId }) => [type, itemId]),
      [["deleted", items[1]?.id]],
    );
  });

  it("begins again with all wishes if its remaining changes may be gone", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const { items } = await newWisher(shop, 1);
    const { id } = await newExport(shop, {
      connector: { type: "webhook", url: receiver.url, secret: SECRET },
    });
    await runOf(shop, id);
    const { redis, keys } = service;
    const state = keys.exportState(`${shop.tenantId}/default`, id);
    const { place } = JSON.parse((await redis.hget(state, "position")) ?? "");
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    const unfinished = {
      ...{ reads: "changes", place: { at: "1-0", item: "~" }, since: daysAgo(31), upTo: daysAgo(10) },
      ...{ until: "1-0", next: place.at },
    };
    await redis.hset(state, { position: JSON.stringify(unfinished) });
    receiver.taken.clear();
    assert.equal((await runOf(shop, id)).counts.accepted, items.length);
  });

  it("loses nothing if its connector is changed from a file to a platform", async (t) => {
    const shop = await service.newCaller();
    const s3 = await startS3(t);
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const items = await wish(shop, 3);
    const target = { bucket: "exports", region: "eu-central-1", baseUrl: s3.url, accessKeyId: "AKIA" };
    const { id } = await newExport(shop, {
      connector: { type: "s3", format: "ndjson", ...target, secretAccessKey: "s3-secret" },
    });
    s3.faults.push(...Array.from({ length: 20 }, () => answers(503)));
    const { body: run } = await shop.post(`${EXPORTS}/${id}/runs`);
    await until("the upload has failed", () => s3.requests.length > 0);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    assert.equal((await shop.put(`${EXPORTS}/${id}`, { connector })).status, 200);
    const { status, reason, reasonCode } = await overRun(shop, id, run.id);
    assert.deepEqual([status, reason], ["failed", "the type of the connector was changed during the run"]);
    assert.equal(reasonCode, "connector_changed");
    assert.equal((await runOf(shop, id)).status, "succeeded");
    const sent = [...receiver.taken.values()].flatMap(({ data }) => data.records as Json[]);
    assert.deepEqual(sent.map(({ item }) => item.id as string).sort(), items);
  });

  it("is sent completely by the next run if it writes one file", async (t) => {
    const shop = await service.newCaller();
    const s3 = await startS3(t);
    const items = await wish(shop, 3);
    const target = { bucket: "exports", region: "eu-central-1", baseUrl: s3.url, accessKeyId: "AKIA" };
    const connector = { type: "s3", format: "ndjson", ...target, secretAccessKey: "s3-secret" };
    const { id } = await newExport(shop, { connector });
    s3.faults.push(answers(403));
    assert.equal((await runOf(shop, id)).status, "failed");
    assert.equal(s3.objects.size, 0);
    const next = await runOf(shop, id);
    assert.deepEqual([next.status, next.counts.accepted], ["succeeded", items.length]);
    const [object] = s3.objects.values();
    const lines = (object?.body.toString().trim() ?? "").split("\n");
    assert.deepEqual(lines.map((line) => JSON.parse(line).item.id as string).sort(), items);
  });
});
