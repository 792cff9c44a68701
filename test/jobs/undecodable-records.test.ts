import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { recount } from "../../src/jobs/reports/recount.ts";
import { ordinal } from "../../src/store/ids/base32.ts";
import { parseItemId, partitionOfWishlist } from "../../src/store/ids/ids.ts";
import { type Layout, openLayout } from "../../src/store/layout/layout.ts";
import { skippingUndecodable } from "../../src/store/records/undecodable.ts";
import { ReportCounters } from "../../src/store/reports/counters.ts";
import { BROKEN, breakRecord, type Place } from "../support/data/broken-records.ts";
import { feed, lines, NDJSON } from "../support/data/feeds.ts";
import { CONSENTING, linesOf, newExport, runOf } from "../support/exports.ts";
import { runNightly } from "../support/jobs/nightly.ts";
import { withQueue } from "../support/jobs/queue.ts";
import { metricOf } from "../support/processes.ts";
import { startReceiver } from "../support/receiver.ts";
import { atEnd, keysLike } from "../support/redis.ts";
import { type Caller, given, type Json, type Service, startService, unique, WS } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { alertsOf, newProduct, setStock, wishFor } from "../support/shop.ts";
import { inconsistencies, toolEnv } from "../support/tool.ts";

const suite = atEnd();
const log: Json[] = [];
const write = (line: string) => void log.push(JSON.parse(line));
let service: Service;
let shop: Caller;
let storeKey: string;
let layout: Layout;
/** The endpoint of new customers, and the one of all events, with what they received. */
let created: { path: string; received: { body: string }[] };
let all: typeof created;
/** The owner of the broken records, one of each kind, and a wish for the lamp that others wait for. */
let lamp: Awaited<ReturnType<typeof newProduct>>;
let tent: Awaited<ReturnType<typeof newProduct>>;
let customer: Json;
let item: Json;
let removed: Json;
let guest: Json;
let exporting: Json;
const orderRef = "order-of-the-broken";

const order = (ref: string, customerRef: string, { productRef, variantRef }: typeof tent) =>
  shop.post(`${WS}/orders`, {
    orderRef: ref,
    customerRef,
    createdTime: new Date().toISOString(),
    lines: [{ lineRef: "1", productRef, variantRef, quantity: 1 }],
  });

const matchOf = async (ref: string) => (await shop.get(`${WS}/orders/${ref}`)).body.lines?.[0];

before(async () => {
  service = await startService(
    suite,
    { ALLOW_PRIVATE_TARGETS: "true", PARTITIONS: "4" },
    { log: pino({ level: "error" }, { write }) },
  );
  shop = await service.newCaller();
  storeKey = `${shop.tenantId}/default`;
  layout = await openLayout(service.redis, service.keys, 4);
  await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveSeconds: 0, waveMultiple: 1000 } });
  const newEndpoint = async (events: string[]) => {
    const { url, received } = await startReceiver(suite);
    const { status, body } = await shop.post(`${WS}/webhook-endpoints`, { url, events });
    assert.equal(status, 201);
    return { path: `${WS}/webhook-endpoints/${body.id}`, received };
  };
  created = await newEndpoint(["customer.created"]);
  all = await newEndpoint(["*"]);
  lamp = await newProduct(shop, { available: 0 });
  tent = await newProduct(shop, { available: 5 });
  ({ customer, item } = await wishFor(shop, lamp, { notifyMe: true }, CONSENTING));
  const wishlistId = item.wishlistId as string;
  const wishOfTent = { product: { productRef: tent.productRef, selectedVariantRef: tent.variantRef } };
  await shop.newItem(wishlistId, wishOfTent);
  removed = await shop.newItem(wishlistId);
  assert.equal((await shop.delete(`${WS}/wishlist/items/${removed.id}`)).status, 204);
  guest = (await shop.post(`${WS}/wishlists`, { guest: true, name: "mine" })).body;
  exporting = await newExport(shop, { mode: "full" });
  await settled(service);
  await order(orderRef, customer.id, tent);
  await setStock(shop, lamp.variantRef, 5);
  await settled(service);
  assert.equal((await alertsOf(shop, customer)).length, 1);
});

const home = () => given(partitionOfWishlist(item.wishlistId as string));
const slot = () => given(layout.slotOfRef(storeKey, customer.id as string));
const number = ({ id }: Json) => ordinal(given(parseItemId(id)).number);
const productAt = () => layout.slotOf("product", storeKey, tent.productRef);
const guestHash = () => service.keys.wishlist(given(partitionOfWishlist(guest.id as string)), guest.id);
const inList = (field: string): Place => ({ hash: service.keys.wishlist(home(), item.wishlistId), field });

/** Every kind of record that background work reads, by its name in the findings of `verify`. */
const KINDS: Record<string, () => Place> = {
  "wishlist metadata": () => inList("m"),
  wishlist: () => inList("j"),
  item: () => inList(number(item)),
  "removed item": () => ({
    hash: service.keys.removedItems(home(), item.wishlistId),
    field: number(removed),
  }),
  guest: () => ({ hash: guestHash(), field: "g" }),
  customer: () => ({ hash: service.keys.customer(slot().partition, slot().slot), field: "j" }),
  product: () => ({ hash: service.keys.product(productAt().partition, productAt().slot), field: "j" }),
  variant: () => ({
    hash: service.keys.product(productAt().partition, productAt().slot),
    field: `v${tent.variantRef}`,
  }),
  order: () => {
    const { partition, slot } = layout.slotOf("order", storeKey, orderRef);
    return { hash: service.keys.order(partition, slot), field: "j" };
  },
  purchase: () => ({ hash: service.keys.purchases(slot().partition, slot().slot) }),
  alert: () => ({ hash: service.keys.alerts(slot().partition, slot().slot) }),
  endpoint: () => ({ hash: service.keys.endpoints(storeKey), field: "we-broken" }),
  export: () => ({ hash: service.keys.exports(storeKey), field: "ex-broken" }),
  shop: () => ({ hash: service.keys.shops, field: "broken.example" }),
  redaction: () => ({ hash: service.keys.redactions, field: "broken.example" }),
  client: () => ({ hash: service.keys.clients(shop.tenantId), field: "broken" }),
};

/** Runs the background work beside a broken record, and checks its result for others. */
const WORKS: Record<string, (other: { customer: Json; item: Json }) => Promise<void>> = {
  async "a wave of alerts, and webhooks"(other) {
    await setStock(shop, lamp.variantRef, 0);
    await setStock(shop, lamp.variantRef, 5);
    await settled(service, { withinMs: 100 });
    assert.equal((await alertsOf(shop, other.customer)).length, 1);
    const received = created.received.filter(({ body }) => body.includes(other.customer.svc_customer_id));
    assert.equal(received.length, 1);
  },
  async "the change feed, and a replay of all events"(other) {
    const feed = await changes();
    const added = feed.find(
      ({ type, data }) => type === "wishlist.item.added" && data.itemId === other.item.id,
    );
    assert.ok(added?.data.item);
    const sentBefore = all.received.length;
    assert.equal((await shop.post(`${all.path}/replay`, { since: feed[0]?.timestamp })).status, 202);
    await settled(service);
    const { status, sent } = (await shop.get(all.path)).body.replay;
    assert.deepEqual([status, sent], ["completed", feed.length]);
    const ids = new Set(all.received.slice(sentBefore).map(({ body }) => JSON.parse(body).id));
    assert.deepEqual(
      feed.filter(({ id }) => !ids.has(id)),
      [],
    );
  },
  async "the work of the night"(other) {
    const { partition, wishlist } = given(parseItemId(other.item.id));
    const gone = `${wishlist}.1z`;
    const name = [...(await keysOfWaiting())].find(({ ids }) => ids.includes(other.item.id));
    await service.redis.zadd(given(name).key, 1, gone);
    await runNightly(service);
    assert.equal(await service.redis.zscore(given(name).key, gone), null, `${partition}`);
    assert.notEqual(await service.redis.zscore(given(name).key, item.id), null);
    const counting = { name: "recount-stored", opts: { jobId: unique("recount"), attempts: 1 } };
    await withQueue(service, "maintenance", async (queue) => {
      const job = await queue.add(counting.name, {}, counting.opts);
      await settled(service, { withinMs: 0 });
      assert.equal(await queue.getJobState(given(job.id)), "completed");
    });
  },
  async "a run of an export"(other) {
    const run = await runOf(shop, exporting.id);
    assert.equal(run.status, "succeeded");
    assert.ok(linesOf(service.dataDir, run).some((line) => line.item?.id === other.item.id));
  },
  async "the match of orders that came together"(other) {
    const ref = unique("order");
    const both = [orderRef, ref].map((each) => layout.slotOf("order", storeKey, each));
    const places = both.map(({ partition, key }) => ({ partition, key }));
    await order(ref, other.customer.id, lamp);
    await withQueue(service, "orders", async (queue) => {
      await queue.add("orders", { kind: "match", storeKey, places }, { attempts: 1 });
      await settled(service, { withinMs: 100 });
    });
    assert.ok((await matchOf(ref)).matched, JSON.stringify(await matchOf(ref)));
  },
  async "files of rows"(other) {
    const stock = [tent, lamp].map(({ variantRef }) => ({ variantRef, available: 5 }));
    const people = [customer, other.customer].map(({ id }) => ({ id, phone: null }));
    for (const [rows, fileKind] of [
      [stock, "stock-levels"],
      [people, "customers"],
    ] as const) {
      const { counts } = await feed(shop, fileKind, NDJSON, lines(rows));
      assert.ok(counts.read === 2 && counts.rejected <= 1, JSON.stringify(counts));
    }
  },
  async "a recount"() {
    const { redis, keys } = service;
    const counters = new ReportCounters(redis, keys, layout);
    let left = 0;
    const onUndecodable = skippingUndecodable(() => left++);
    assert.ok(await recount({ redis, keys, layout, counters, onUndecodable }, storeKey));
    assert.ok(left <= 1);
  },
};

/** All events of the change feed. */
async function changes(): Promise<Json[]> {
  const found: Json[] = [];
  for (let [after, hasMore] = ["", true]; hasMore;) {
    const { status, body, text } = await shop.get(`${WS}/changes?after=${after}`);
    assert.equal(status, 200, text);
    found.push(...body.events);
    ({ cursor: after, hasMore } = body);
  }
  return found;
}

/** The waiting lists with their entries. */
async function keysOfWaiting() {
  const keys = await keysLike(service.redis, `${service.prefix}*:waiting:*`);
  return Promise.all(keys.map(async (key) => ({ key, ids: await service.redis.zrange(key, 0, "-1") })));
}

const findings = () => inconsistencies(toolEnv(service), "--repair");

/** How many records of a kind the service has counted. */
const counted = (kind: string) =>
  metricOf(service, `wishlist_undecodable_records_total{record="${kind.replaceAll(" ", "_")}"}`);

/** Kinds whose records no other record leads to, so that none of them hides another: they are broken together. */
const APART = ["guest", "endpoint", "export", "shop", "redaction", "client"];
const OTHERS = Object.keys(KINDS).filter((kind) => !APART.includes(kind));

for (const kinds of [...OTHERS.map((kind) => [kind]), APART])
  describe(`a stored ${kinds.join(", ")} that cannot be decoded`, () => {
    it("does not stop work for others, is logged once, and is a finding that no repair changes", async () => {
      const other = await wishFor(shop, lamp, { notifyMe: true }, CONSENTING);
      await settled(service);
      const broken = await Promise.all(
        kinds.map(async (kind) => breakRecord(service.redis, given(KINDS[kind])())),
      );
      log.length = 0;
      const before = await Promise.all(kinds.map(counted));
      try {
        for (const work of Object.values(WORKS)) await work(other);
        const found = await findings();
        assert.deepEqual(
          found.map(({ index, what, repaired }) => [index, what, repaired]).sort(),
          kinds.map((kind) => [kind, "undecodable", false]).sort(),
        );
        for (const { text } of broken) assert.equal(await text(), BROKEN);
      } finally {
        for (const { restore } of broken) await restore();
      }
      const lines = log.filter(
        ({ msg }) =>
          msg === "a stored record cannot be decoded and is skipped; run npm run -s wishlist -- verify",
      );
      const counts = (await Promise.all(kinds.map(counted))).map((count, i) => count - (before[i] ?? 0));
      assert.ok(Math.max(...counts) <= 1, JSON.stringify(lines));
      assert.equal(counts.filter((count) => count === 1).length, lines.length);
      assert.ok(!JSON.stringify(log).includes("secret@mail.example"));
    });
  });

describe("an order for a product that cannot be decoded", () => {
  it("is matched when the product is sent again", async () => {
    const { customer: buyer } = await wishFor(shop, tent);
    const { hash } = given(KINDS["product"])();
    const text = given((await service.redis.hget(hash, "j")) ?? undefined);
    await service.redis.hset(hash, "j", BROKEN);
    const ref = unique("order");
    await order(ref, buyer.id, tent);
    await settled(service);
    assert.deepEqual([(await matchOf(ref)).matched, (await matchOf(ref)).reason], [undefined, undefined]);
    await service.redis.hset(hash, "j", text);
    const { productRef, variantRef } = tent;
    const variants = [{ variantRef, sku: "T-1" }];
    await shop.post(`${WS}/products`, { productRef, title: "Beanie", variants });
    await settled(service);
    assert.ok((await matchOf(ref)).matched);
  });
});
