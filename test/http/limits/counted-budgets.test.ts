import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { recountStored } from "../../../src/jobs/maintenance/recount-stored.ts";
import { StoredCount } from "../../../src/store/tenants/stored-count.ts";
import { lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { MEGABYTE, newFullShop } from "../../support/data/full-shop.ts";
import { atEnd } from "../../support/redis.ts";
import { CS, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const MAX_WISHLISTS = 3;

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { CUSTOMER_WISHLISTS: MAX_WISHLISTS.toString() });
});

describe("a tenant with the maximum number of waiting jobs", () => {
  it("is refused requests that add jobs, may delete and read, and does not affect others", async () => {
    const { shop, customer, list, items, order } = await newFullShop(service);
    const other = await service.newCaller();
    const { body: endpoint } = await shop.post(`${WS}/webhook-endpoints`, {
      url: "https://shop.example/hook",
    });
    const { body: job } = await shop.post(`${WS}/exports`, {
      name: "all",
      connector: { type: "file" },
      mode: "changed",
    });
    await service.tenants.setSettings(shop.tenantId, { budgets: { jobs: 2 } });
    const waiting = service.keys.slotQueue("feeds", shop.tenantId);
    await service.redis.zadd(waiting, 1, "job-1");
    await service.redis.zadd(waiting, 2, "job-2");
    let refused = await shop.put(`${WS}/wishlists`, { id: list, name: "new" });
    await until("more is refused", async () => {
      refused = await shop.put(`${WS}/wishlists`, { id: list, name: "new" });
      return refused.status === 429;
    });
    assert.equal(refused.body.code, "BudgetExceeded");
    assert.match(refused.body.detail, /"jobs"/);
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    const started = [
      shop.post(`${WS}/webhook-endpoints/${endpoint.id}/test`),
      shop.post(`${WS}/webhook-endpoints/${endpoint.id}/replay`, { since: "2026-01-01T00:00:00Z" }),
      shop.post(`${WS}/exports/${job.id}/runs`),
      shop.post(`${WS}/exports/${job.id}/runs/r/redrive`),
    ];
    const making = [
      ...started,
      shop.post(`${WS}/orders`, order()),
      upload(shop, "orders", NDJSON, lines([order()])),
      shop.post(`${CS}/upload-customers`, { customers: [{ id: customer }] }),
    ];
    for (const answer of await Promise.all(making)) assert.equal(answer.status, 429, answer.text);
    assert.equal((await other.post(`${WS}/orders`, order())).status, 202);
    assert.equal((await shop.get(`${WS}/wishlists?id=${list}`)).status, 200);
    assert.equal((await shop.delete(`${WS}/wishlist/items/${items[0].id}`)).status, 204);
    assert.equal((await shop.delete(`${WS}/webhook-endpoints/${endpoint.id}`)).status, 204);
    assert.deepEqual(await service.redis.zrange(waiting, 0, "-1"), ["job-1", "job-2"]);
    await service.redis.del(waiting);
    await until("there is room again", async () => {
      return (await shop.put(`${WS}/wishlists`, { id: list, name: "new" })).status === 200;
    });
  });
});

describe("the nightly count of stored bytes", () => {
  const job = () => ({ progress: undefined as unknown, updateProgress: () => Promise.resolve() });
  const log = pino({ level: "silent" });
  const countersOf = async (tenant: string) =>
    Promise.all(
      Array.from({ length: 16 }, (_, p) => service.redis.hget(service.keys.storedBytes(p), tenant)),
    );

  it("confirms what commits have counted, and corrects a counter that has drifted", async () => {
    const { shop, items, customer } = await newFullShop(service);
    assert.equal((await shop.delete(`${WS}/wishlist/items/${items[0].id}`)).status, 204);
    const gone = await shop.newWishlist({ customerRef: customer });
    await shop.newItem(gone.id);
    assert.equal((await shop.delete(`${WS}/wishlists?id=${gone.id}`)).status, 204);
    await shop.newCustomer();
    const { id: deleted } = await shop.newCustomer();
    assert.equal((await shop.delete(`${CS}/customers/${deleted}`)).status, 204);

    const product = { productRef: "gone", title: "Gone", variants: [{ variantRef: "gone" }] };
    assert.equal((await shop.post(`${WS}/products`, product)).status, 202);
    assert.equal((await shop.delete(`${WS}/products/gone`)).status, 204);

    const sumOf = (counters: readonly (string | null)[]) => counters.reduce((sum, n) => sum + Number(n), 0);
    const withoutStock = sumOf(await countersOf(shop.tenantId));
    const level = (variantRef: string, locationRef: string) => ({ variantRef, locationRef, available: 3 });
    const pending = [level("later", "a"), level("later", "berlin"), level("never", "berlin")];
    assert.deepEqual(
      (await shop.post(`${WS}/stock-levels`, pending)).body.results,
      pending.map(() => ({ status: "parked" })),
    );
    assert.ok(sumOf(await countersOf(shop.tenantId)) > withoutStock + pending.length * 200);
    const later = { productRef: "later", title: "Later", variants: [{ variantRef: "later" }] };
    assert.equal((await shop.post(`${WS}/products`, later)).status, 202);
    await settled(service);
    const left = [level("later", "a"), level("later", "berlin"), level("new", "b")];
    assert.deepEqual((await shop.post(`${WS}/stock-levels`, left)).body.results.at(-1), { status: "parked" });

    const stored = new StoredCount(service.redis, service.keys, 16, { batchSize: 20 });
    const before = await countersOf(shop.tenantId);
    await recountStored({ stored, log }, job());
    assert.deepEqual(await countersOf(shop.tenantId), before);
    const drifted = before.findIndex((bytes) => Number(bytes) > 0);
    const [key, field] = [service.keys.storedBytes(drifted), shop.tenantId];
    await service.redis.hincrby(key, field, 5 * MEGABYTE);
    await service.redis.hset(service.keys.storedBytes(0), "nobody", 7);
    // Another process continues where one was stopped.
    const progress = await stored.step(await stored.start());
    assert.notEqual(progress.cursor, "0");
    assert.equal(await recountStored({ stored, log }, { ...job(), progress }), 2);
    assert.deepEqual(await countersOf(shop.tenantId), before);
  });

  it("counts what remains of deleted records, so that creations and deletions cannot store data without a limit", async () => {
    const shop = await service.newCaller();
    const usedBytes = async () =>
      (await countersOf(shop.tenantId)).reduce((sum, bytes) => sum + Number(bytes), 0);
    for (let i = 0; i < 5; i++) {
      const before = await usedBytes();
      const { id } = await shop.newCustomer();
      assert.equal((await shop.delete(`${CS}/customers/${id}`)).status, 204);
      assert.ok((await usedBytes()) > before);
    }
  });

  it("does not correct a counter that changes during the count", async () => {
    const { shop } = await newFullShop(service);
    const stored = new StoredCount(service.redis, service.keys, 16);
    const state = await stored.start();
    await service.redis.hincrby(service.keys.storedBytes(0), shop.tenantId, 1000);
    const counted = {
      ...state.started,
      [`0 ${shop.tenantId}`]: (state.started[`0 ${shop.tenantId}`] ?? 0) + 500,
    };
    assert.equal(await stored.finish({ ...state, counted }), 0);
  });
});

describe("a customer's wishlists", () => {
  it("are limited to the operator's maximum, also if they are created concurrently", async () => {
    const shop = await service.newCaller();
    const { id: customerRef } = await shop.newCustomer();
    const create = () => shop.post(`${WS}/wishlists`, { customerRef, name: "list" });
    const answers = await Promise.all(Array.from({ length: MAX_WISHLISTS + 2 }, create));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 405);
    assert.deepEqual([made.length, refused.length], [MAX_WISHLISTS, 2]);
    for (const { body, headers } of refused) {
      assert.equal(body.code, "LimitExceeded");
      assert.match(body.detail, new RegExp(`\\b${MAX_WISHLISTS}\\b`));
      assert.match(headers.allow ?? "", /POST/);
    }
    assert.equal((await shop.delete(`${WS}/wishlists?id=${made[0]?.body.id}`)).status, 204);
    assert.equal((await create()).status, 201);
    assert.equal((await create()).status, 405);
  });
});
