import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { ConfigError } from "../../../src/config.ts";
import { ageFeed, keysOfFeed, runArchiving, runLimiting } from "../../support/data/archived-feeds.ts";
import { CONSENTING, linesOf, newExport, runOf } from "../../support/exports.ts";
import { startS3 } from "../../support/platforms/s3.ts";
import { answers } from "../../support/platforms/server.ts";
import { newDataDir } from "../../support/programs.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import {
  type Caller,
  CS,
  given,
  type Json,
  send,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const suite = atEnd();
const dataDir = newDataDir(suite);
let store: Awaited<ReturnType<typeof startS3>>;
let service: Service;
before(async () => {
  store = await startS3(suite, { bucket: "changes" });
  service = await startService(suite, {
    DATA_DIR: dataDir,
    CHANGES_HOT_HOURS: "24",
    CHANGES_BUCKET_URL: `${store.url}/changes`,
    CHANGES_BUCKET_KEY_ID: "AKIA",
    CHANGES_BUCKET_SECRET: "s3-secret",
    ALLOW_PRIVATE_TARGETS: "true",
  });
});

/** Moves the changes of a shop out of Redis, as if they were some days old. */
async function archive(shop: Caller, days: number): Promise<void> {
  await settled(service);
  await ageFeed(service, shop, days);
  await runArchiving(service);
}

/** All changes, in pages. */
async function walk(shop: Caller, limit: number): Promise<Json[]> {
  const events: Json[] = [];
  for (let after = ""; ;) {
    const { status, body, text } = await shop.get(`${WS}/changes?limit=${limit}&after=${after}`);
    assert.equal(status, 200, text);
    events.push(...body.events);
    after = body.cursor;
    if (!body.hasMore) return events;
  }
}

const ENDPOINTS = `${WS}/webhook-endpoints`;
const objectsOf = ({ tenantId }: Caller) =>
  [...store.objects.keys()].filter((key) => key.includes(`/${tenantId}/`));

describe("changes that are no longer in Redis", () => {
  it("come with the same cursors and pages, before those in Redis", async () => {
    const shop = await service.newCaller();
    const { id } = await shop.newWishlist();
    await shop.newItem(id);
    await settled(service);
    await ageFeed(service, shop, 4);
    const old = await walk(shop, 100);
    assert.deepEqual(
      old.map(({ type }) => type),
      ["customer.created", "wishlist.created", "wishlist.item.added"],
    );
    await runArchiving(service);
    const { feed } = await keysOfFeed(service, shop);
    assert.equal(await service.redis.xlen(feed), 0);
    assert.equal(objectsOf(shop).length, 1);
    const { text } = await send(service.baseUrl, "GET", "/metrics");
    for (const name of ["changes_archived_total", "change_segments_total", "change_segment_bytes_total"])
      assert.match(text, new RegExp(`^wishlist_${name} [1-9]`, "m"));
    assert.deepEqual(await walk(shop, 100), old);
    await shop.newItem(id);
    await settled(service);
    for (const limit of [1, 2, 100]) {
      const all = await walk(shop, limit);
      assert.deepEqual([all.slice(0, 3), all.length], [old, 4]);
    }
  });

  it("hold no data of a person, and show none after an erasure", async () => {
    const shop = await service.newCaller();
    const person = {
      id: unique("ref-of-ann"),
      email: `${unique("ann")}@example.com`,
      first_name: unique("Ann"),
    };
    await shop.newCustomer(person);
    const list = await shop.newWishlist({ customerRef: person.id, name: unique("Wishes of Ann") });
    await shop.newItem(list.id, { note: unique("size of Ann") });
    await archive(shop, 4);
    const names = [...Object.values(person), list.name as string];
    const [key = ""] = objectsOf(shop);
    const content = gunzipSync(store.objects.get(key)?.body ?? Buffer.alloc(0)).toString();
    assert.match(content, /wishlist\.item\.added/);
    for (const name of names) assert.ok(!content.includes(name), name);
    assert.ok(JSON.stringify(await walk(shop, 100)).includes(person.id));
    const { status } = await shop.post(`${WS}/privacy/erase`, { customerRef: person.id });
    assert.equal(status, 200);
    await settled(service);
    const after = JSON.stringify(await walk(shop, 100));
    assert.match(after, /wishlist\.item\.added/);
    for (const name of names) assert.ok(!after.includes(name), name);
  });

  it("are a problem with the cursor to continue from if they are lost, and 503 while the archive is away", async () => {
    const shop = await service.newCaller();
    await shop.newCustomer();
    await archive(shop, 5);
    store.faults.push(answers(403));
    const away = await shop.get(`${WS}/changes`);
    assert.deepEqual([away.status, away.body.code, away.headers["retry-after"]], [503, "Unavailable", "10"]);
    await shop.newCustomer();
    await archive(shop, 3);
    await shop.newCustomer();
    await settled(service);
    const [first = ""] = objectsOf(shop);
    store.objects.delete(first);
    const { status, body } = await shop.get(`${WS}/changes`);
    assert.deepEqual([status, body.code, body.status], [410, "ChangesLost", 410]);
    assert.ok(body.detail.includes(`cursor=${body.cursor}`));
    const { events } = (await shop.get(`${WS}/changes?after=${body.cursor}`)).body;
    assert.equal(events.length, 2);
  });

  it("are sent again; a replay stops before lost changes, and the next one continues directly after them", async (t) => {
    const shop = await service.newCaller();
    const before = await shop.newCustomer();
    await archive(shop, 5);
    await shop.newCustomer();
    await archive(shop, 3);
    const [, lost = ""] = objectsOf(shop);
    store.objects.delete(lost);
    // In the same millisecond as the last lost change.
    const { feed, segments } = await keysOfFeed(service, shop);
    const [lastLost] = given((await service.redis.xrevrange(segments, "+", "-", "COUNT", 1))[0]);
    const [ms = "", seq = ""] = lastLost.split("-");
    const behind = await shop.newCustomer();
    await settled(service);
    const [, fields] = given((await service.redis.xrange(feed, "-", "+"))[0]);
    await service.redis
      .multi()
      .del(feed)
      .xadd(feed, `${ms}-${Number(seq) + 1}`, ...fields)
      .exec();

    const { url, received } = await startReceiver(t);
    const created = await shop.post(ENDPOINTS, { url, events: ["customer.created"] });
    const endpoint = `${ENDPOINTS}/${String(created.body.id)}`;
    const replay = async (since: string): Promise<Json> => {
      const { status, text } = await shop.post(`${endpoint}/replay`, { since });
      assert.equal(status, 202, text);
      await settled(service);
      return (await shop.get(endpoint)).body.replay;
    };
    const sent = () => received.map(({ body }) => JSON.parse(body).data.customerRef as string);
    const stopped = await replay(new Date(0).toISOString());
    assert.deepEqual([stopped.status, stopped.reason], ["stopped", "the next events are lost"]);
    assert.equal(stopped.reasonCode, "events_lost");
    assert.deepEqual(sent(), [before.id]);
    assert.equal((await replay(stopped.reachedTime)).status, "completed");
    assert.deepEqual(sent(), [before.id, behind.id]);
  });

  it("that are lost are announced by the page before them, which is not the last", async () => {
    const shop = await service.newCaller();
    await shop.newCustomer();
    await archive(shop, 6);
    const [good = ""] = objectsOf(shop);
    await shop.newCustomer();
    await archive(shop, 4);
    await shop.newCustomer();
    await settled(service);
    for (const key of objectsOf(shop)) if (key !== good) store.objects.delete(key);
    const first = (await shop.get(`${WS}/changes`)).body;
    assert.deepEqual([first.events.length, first.hasMore], [1, true]);
    const lost = await shop.get(`${WS}/changes?after=${first.cursor}`);
    assert.deepEqual([lost.status, lost.body.code], [410, "ChangesLost"]);
    const rest = (await shop.get(`${WS}/changes?after=${lost.body.cursor}`)).body;
    assert.deepEqual([rest.events.length, rest.hasMore], [1, false]);
  });

  it("are exported; an export with lost changes says so, and its next run exports all wishes", async () => {
    const shop = await service.newCaller();
    const { id: customerRef } = await shop.newCustomer(CONSENTING);
    const { id: wishlistId } = await shop.newWishlist({ customerRef });
    const { id } = await newExport(shop);
    const items = [await shop.newItem(wishlistId)];
    const exported = async () => linesOf(dataDir, await runOf(shop, id)).map(({ item }) => item.id);
    assert.deepEqual(await exported(), [items[0].id]);
    items.push(await shop.newItem(wishlistId));
    await settled(service);
    // The export has a position among today's ids: later ids compare by name.
    const { feed } = await keysOfFeed(service, shop);
    const state = service.keys.exportState(`${shop.tenantId}/default`, id);
    const aged = JSON.parse((await service.redis.hget(state, "position")) ?? "{}");
    const [ms = "0", seq = "0"] = String(aged.place.at).split("-");
    aged.place.at = `${Number(ms) - 4 * 86_400_000}-${seq}`;
    await archive(shop, 4);
    await service.redis.hset(state, "position", JSON.stringify(aged));
    assert.equal(await service.redis.xlen(feed), 0);
    assert.deepEqual(await exported(), [items[1].id]);
    items.push(await shop.newItem(wishlistId));
    await archive(shop, 3);
    await service.redis.hset(state, "position", JSON.stringify(aged));
    for (const key of objectsOf(shop)) store.objects.delete(key);
    const failed = await runOf(shop, id);
    assert.deepEqual(
      [failed.status, failed.reason],
      ["failed", "changes since the last run are lost; the next run exports all wishes"],
    );
    assert.deepEqual((await exported()).sort(), items.map((item) => item.id as string).sort());
  });
});

describe("a process with CHANGES_HOT_HOURS", () => {
  it("does not start with a different DATA_DIR, unless the archive is an object store that all processes reach", async (t) => {
    const { prefix } = service;
    const files = { CHANGES_HOT_HOURS: "24" };
    await startService(t, { ...files, DATA_DIR: dataDir, ROLE: "http" }, { prefix });
    await startService(t, { ...files, DATA_DIR: dataDir, ROLE: "http" }, { prefix });
    await assert.rejects(
      startService(t, { ...files, ROLE: "http" }, { prefix }),
      (err) =>
        err instanceof ConfigError &&
        err.message.includes("one DATA_DIR for all processes, or CHANGES_BUCKET_URL"),
    );
    await startService(t, { ROLE: "http" }, { prefix });
  });
});

describe("the limit of the changes of a tenant", () => {
  it("drops the oldest: a caller that has not read them gets 410 and continues with the newer ones", async () => {
    const [shop, other] = await Promise.all([service.newCaller(), service.newCaller()]);
    await service.tenants.setSettings(shop.tenantId, { budgets: { changes: 100 } });
    for (const caller of [shop, other]) {
      const customers = Array.from({ length: 300 }, () => ({ id: unique("c") }));
      const { status } = await caller.post(`${CS}/upload-customers`, { customers });
      assert.equal(status, 201);
    }
    await settled(service);
    const all = await walk(shop, 500);
    await runLimiting(service);

    const { status, body } = await shop.get(`${WS}/changes?limit=500`);
    assert.deepEqual([status, body.code], [410, "ChangesLost"]);
    const rest = (await shop.get(`${WS}/changes?limit=500&after=${body.cursor}`)).body.events;
    assert.ok(rest.length >= 99 && rest.length < 200, String(rest.length));
    assert.deepEqual(rest, all.slice(-rest.length));
    await shop.newCustomer();
    await settled(service);
    assert.equal(
      (await shop.get(`${WS}/changes?limit=500&after=${body.cursor}`)).body.events.length,
      rest.length + 1,
    );
    assert.equal((await walk(other, 500)).length, 300);
  });
});
