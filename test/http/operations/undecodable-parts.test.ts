import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import { type Layout, openLayout } from "../../../src/store/layout/layout.ts";
import { ended, lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { EXPORTS, newExport, overRun, runOf } from "../../support/exports.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

/** A record that is cut off, for example by a manual repair. */
const BROKEN = '{"email":"secret@mail.example",';
const PARTITIONS = 4;
const PRIVACY = `${WS}/privacy`;

const suite = atEnd();
const log: Json[] = [];
let service: Service;
let shop: Caller;
let storeKey: string;
let layout: Layout;

before(async () => {
  const write = (line: string) => void log.push(JSON.parse(line));
  service = await startService(
    suite,
    { PARTITIONS: PARTITIONS.toString() },
    { log: pino({ level: "error" }, { write }) },
  );
  shop = await service.newCaller();
  storeKey = `${shop.tenantId}/default`;
  layout = await openLayout(service.redis, service.keys, PARTITIONS);
});

const reportsOf = (record: string) => log.filter((line) => line.record === record);

describe("a stored part that cannot be decoded", () => {
  it("is omitted from the errors of a feed, and the cursor moves past it", async () => {
    const { redis, keys } = service;
    const rows = Array.from({ length: 4 }, () => ({ id: unique("c"), email: "no address" }));
    const sent = await upload(shop, "customers", NDJSON, lines(rows));
    const { id } = await ended(shop, sent.body.id);
    const errors = keys.feedErrors(layout.partitionOf(`feeds ${storeKey}`), storeKey, id);
    assert.equal(await redis.llen(errors), 4);
    await redis.lset(errors, 1, BROKEN);
    const path = `${WS}/feeds/${id}`;
    const first = (await shop.get(`${path}/errors?limit=2`)).body;
    assert.deepEqual(
      [first.errors.map(({ line }: Json) => line), first.cursor, first.hasMore],
      [[1], "2", true],
    );
    const second = (await shop.get(`${path}/errors?limit=2&after=${first.cursor}`)).body;
    assert.deepEqual(
      [second.errors.map(({ line }: Json) => line), second.cursor, second.hasMore],
      [[3, 4], "4", false],
    );
    assert.equal((await shop.get(path)).status, 200);
    assert.deepEqual(
      reportsOf("error of a feed").map((line) => line.id),
      [`${id} 1`],
    );
  });

  it("is omitted from the rejected records of a run, and from those that are sent again", async () => {
    const { redis, keys } = service;
    const { id: exportId } = await newExport(shop);
    const run = await runOf(shop, exportId);
    const record = { reason: "no", time: new Date().toISOString(), type: "item", itemId: "none" };
    const texts = [JSON.stringify({ ...record, id: "1" }), BROKEN, JSON.stringify({ ...record, id: "3" })];
    await redis.rpush(keys.rejected(storeKey, run.id), ...texts);
    const shown = (await shop.get(`${EXPORTS}/${exportId}/runs/${run.id}`)).body;
    assert.deepEqual(
      shown.rejected.map(({ id }: Json) => id),
      ["1", "3"],
    );
    const redriven = await shop.post(`${EXPORTS}/${exportId}/runs/${run.id}/redrive`);
    assert.equal(redriven.status, 202, redriven.text);
    const { status, counts } = await overRun(shop, exportId, redriven.body.id);
    assert.deepEqual([status, counts.skipped.deleted], ["succeeded", 2]);
    assert.equal(reportsOf("rejected record").length, 1);
  });

  it("is omitted with its run from the runs of an export", async () => {
    const { redis, keys } = service;
    const { id: exportId } = await newExport(shop);
    const [broken, whole] = [await runOf(shop, exportId), await runOf(shop, exportId)];
    await redis.hset(keys.exportRun(storeKey, broken.id), "counts", BROKEN);
    const { status, body } = await shop.get(`${EXPORTS}/${exportId}/runs`);
    assert.equal(status, 200);
    assert.deepEqual(
      body.runs.map(({ id }: Json) => id),
      [whole.id],
    );
    assert.equal(reportsOf("run of an export").length, 1);
  });

  it("is omitted from the events that are sent again by their ids", async () => {
    const hook = { url: "https://receiver.example/hook", events: ["wishlist.created"] };
    const { id } = (await shop.post(`${WS}/webhook-endpoints`, hook)).body;
    await shop.newWishlist();
    await settled(service);
    const events: Json[] = (await shop.get(`${WS}/changes`)).body.events;
    const whole = events.findLast(({ type }) => type === "wishlist.created");
    const changes = new ChangeFeed(service.redis, service.keys, layout, new ArchiveReader({}));
    const broken = `0-${Date.now()}-0`;
    await changes.add(storeKey, broken, BROKEN);
    const eventIds = [broken, whole?.id];
    const again = await shop.post(`${WS}/webhook-endpoints/${id}/replay`, { eventIds });
    const notSent = [{ eventId: broken, reason: "not_found" }];
    assert.deepEqual([again.status, again.body], [202, { eventIds: [whole?.id], notSent }]);
    assert.equal(reportsOf("event").length, 1);
  });

  it("is omitted from the stored data of a person, and the erasure reports an incomplete result", async () => {
    const { redis, keys } = service;
    const customer = await shop.newCustomer();
    const wishlist = await shop.newWishlist({ customerRef: customer.id });
    const [item, other] = [await shop.newItem(wishlist.id), await shop.newItem(wishlist.id)];
    await settled(service);
    const [, number = ""] = String(item.id).split(".");
    const slot = layout.slotOfRef(storeKey, customer.id);
    const key = keys.wishlist(slot.partition, wishlist.id);
    const whole = (await redis.hget(key, number)) ?? "";
    await redis.hset(key, number, BROKEN);
    await redis.hset(keys.alerts(slot.partition, slot.slot), "broken", BROKEN);
    const stored = await shop.post(`${PRIVACY}/export`, { customerRef: customer.id });
    assert.equal(stored.status, 200, stored.text);
    const { alerts, items, wishlists } = stored.body.data;
    assert.deepEqual([alerts, items.map(({ id }: Json) => id), wishlists.length], [[], [other.id], 1]);
    assert.doesNotMatch(stored.text, /secret/);
    assert.deepEqual(
      ["alert", "item"].map((record) => reportsOf(record).length),
      [1, 1],
    );
    const refused = await shop.post(`${PRIVACY}/erase`, { customerRef: customer.id });
    assert.notEqual(refused.status, 200, refused.text);
    await redis.hset(key, number, whole);
    await redis.hdel(keys.alerts(slot.partition, slot.slot), "broken");
    const erased = await shop.post(`${PRIVACY}/erase`, { customerRef: customer.id });
    assert.equal(erased.status, 200, erased.text);
    assert.doesNotMatch(JSON.stringify(log), /secret/);
  });
});
