import assert from "node:assert/strict";
import { request } from "node:http";
import { before, describe, it } from "node:test";
import type { Budget } from "../../../src/store/redis/structures/budgets.ts";
import { ended, lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { EXPORTS } from "../../support/exports.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Service, startService, tokenRequest, unique, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
});

describe("a limit of counts", () => {
  const CREATIONS = {
    endpoints: [`${WS}/webhook-endpoints`, { url: "https://shop.example/hook" }],
    exports: [EXPORTS, { name: "all", connector: { type: "file" }, mode: "changed" }],
  } as const;
  for (const [name, [path, body]] of Object.entries(CREATIONS)) {
    it(`of ${name} also holds for concurrent creation, and applies to each store alone`, async () => {
      const [shop, other] = await Promise.all([service.newCaller(), service.newCaller()]);
      const answers = await Promise.all(Array.from({ length: 70 }, () => shop.post(path, body)));
      const refused = answers.filter(({ status }) => status === 400);
      assert.deepEqual([refused.length, answers.filter(({ status }) => status === 201).length], [20, 50]);
      for (const answer of refused) {
        assert.equal(answer.body.code, "LimitExceeded");
        assert.match(answer.body.detail, /at most 50 /);
      }
      assert.equal((await shop.get(path)).body[name].length, 50);
      assert.equal((await other.post(path, body)).status, 201);
    });
  }
});

/** A caller whose tenant has its own budgets, set before its first request. */
async function callerWith(budgets: Partial<Record<Budget, number>>) {
  const credentials = await service.tenants.create(unique("t"));
  await service.tenants.setSettings(credentials.tenantId, { budgets });
  return service.callerFor(credentials);
}

/** An upload that stays open until it is ended. */
function openUpload({ baseUrl, headers }: Caller) {
  const req = request(`${baseUrl}${WS}/feeds/orders`, {
    method: "POST",
    headers: { ...headers, "Content-Type": NDJSON },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    req.on("error", reject);
    req.on("response", (res) => resolve(res.resume().statusCode));
  });
  req.write("\n");
  return { status, end: (rest: string) => void req.end(rest) };
}

const orders = (count: number) =>
  Array.from({ length: count }, () => ({
    orderRef: unique("o"),
    createdTime: "2026-01-01T00:00:00Z",
    lines: [{ lineRef: "1", sku: "s", quantity: 1 }],
  }));

describe("a tenant's budget", () => {
  it("of rows counts each row of a request, and refuses requests of this tenant only until the excess is used up", async () => {
    const [shop, other] = await Promise.all([callerWith({ rows: 5 }), service.newCaller()]);
    assert.equal((await shop.post(`${WS}/orders`, orders(50))).status, 202);
    for (const [path, body] of [
      [`${WS}/orders`, orders(1)],
      ["/services/customerservice/api/upload-customers", { customers: [{ id: unique("c") }] }],
    ] as const) {
      const refused = await shop.post(path, body);
      assert.deepEqual([refused.status, refused.body.code], [429, "RateLimited"]);
      assert.equal(refused.body.detail, "The tenant may send 5 rows per second.");
      assert.ok(Number(refused.headers["retry-after"]) >= 1);
    }
    assert.equal((await other.post(`${WS}/orders`, orders(50))).status, 202);
    assert.equal((await shop.get(`${WS}/orders/none`)).status, 404);
  });

  it("of rows slows a file down, and rejects none of its rows", async () => {
    const shop = await callerWith({ rows: 300 });
    const { status, body } = await upload(shop, "orders", NDJSON, lines(orders(600)));
    assert.equal(status, 202);
    const done = await ended(shop, body.id);
    assert.deepEqual(done.counts, { read: 600, applied: { accepted: 600 }, rejected: 0 });
  });

  it("of tokens applies per minute", async () => {
    const { tenantId, credentials } = await callerWith({ tokens: 3 });
    const ask = () =>
      tokenRequest(service.baseUrl, tenantId, {
        grant_type: "client_credentials",
        client_id: credentials.clientId,
        client_secret: credentials.clientSecret,
      });
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await ask());
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length >= 2, answers.map(({ status }) => status).join());
    assert.equal(answers[0]?.status, 200);
    const [first] = refused;
    assert.match(JSON.stringify(first?.body), /"temporarily_unavailable".*3 tokens per minute/);
    assert.ok(Number(first?.headers["retry-after"]) >= 1);
  });

  it("of stored megabytes refuses writes that add data until enough is deleted, and counts what remains", async () => {
    const [shop, other] = await Promise.all([callerWith({ stored: 1 }), service.newCaller()]);
    const bytes = async () => {
      const counts = await Promise.all(
        Array.from({ length: 64 }, (_, p) => service.redis.hget(service.keys.storedBytes(p), shop.tenantId)),
      );
      return counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
    };
    const list = await shop.newWishlist();
    const small = await bytes();
    const attributes = { note: "\u00e9".repeat(4000), more: "\u00e9".repeat(4000) };
    const fill = () =>
      shop.post(`${WS}/wishlist/add-items`, {
        wishlistId: list.id,
        itemRef: Array.from({ length: 60 }, () => ({
          productRef: unique("p"),
          selectedVariantRef: "v",
          attributeGroups: { a: { attributes } },
        })),
      });
    assert.equal((await fill()).status, 202);
    const full = await bytes();
    assert.ok(full > 960_000 && full < 1_100_000, full.toString());
    let refused = await fill();
    let length = 0;
    await until("more is refused", async () => {
      // It grows, but not beyond the maximum length of a description.
      const description = "x".repeat((length = (length + 100) % 2000));
      refused = await shop.put(`${WS}/wishlists`, { id: list.id, description });
      return refused.status === 429;
    });
    assert.equal(refused.body.code, "BudgetExceeded");
    assert.match(refused.body.detail, /"stored"/);
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).status, 200);
    await other.newWishlist();
    assert.equal((await shop.delete(`${WS}/wishlists?id=${list.id}`)).status, 204);
    const left = await bytes();
    assert.ok(left > small && left < small + 120_000, `${small} ${full} ${left}`);
    await until("there is room again", async () => {
      return (await shop.post("/services/customerservice/api/customers", { id: unique("c") })).status === 201;
    });
  });

  it("of open uploads is used while files arrive, and released when they end", async () => {
    const shop = await callerWith({ uploads: 1 });
    const first = openUpload(shop);
    const open = service.keys.openUploads(shop.tenantId);
    await until("the first upload is open", async () => (await service.redis.zcard(open)) === 1);
    const second = await upload(shop, "orders", NDJSON, lines(orders(1)));
    assert.deepEqual([second.status, second.body.code], [429, "BudgetExceeded"]);
    assert.match(second.body.detail, /1 open uploads/);
    assert.ok(Number(second.headers["retry-after"]) >= 1);
    first.end(lines(orders(1)));
    assert.equal(await first.status, 202);
    await until("it is closed", async () => (await service.redis.zcard(open)) === 0);
    assert.equal((await upload(shop, "orders", NDJSON, lines(orders(1)))).status, 202);
  });
});

describe("settings of a store", () => {
  it("apply to its client only, override those of the tenant, and are removed with null", async () => {
    const credentials = await service.tenants.create(unique("t"));
    const { tenantId } = credentials;
    const bind = async (store: string) =>
      service.callerFor(await service.tenants.createClient(tenantId, { store }));
    const [whole, shop, other] = [await service.callerFor(credentials), await bind("at"), await bind("de")];
    const SETTINGS = `${WS}/settings`;
    const held = async (caller: Caller) => {
      const { body } = await caller.get(SETTINGS);
      const { alerts, mail, allowDuplicateVariants, sources } = body;
      const [seconds, name] = [sources.alerts.holdSeconds, sources.mail.shopName];
      return [alerts.holdSeconds, mail.shopName, allowDuplicateVariants, seconds, name];
    };

    await whole.put(SETTINGS, { alerts: { holdSeconds: 5 }, mail: { shopName: "Peak" } });
    const own = { alerts: { holdSeconds: 7 }, mail: { shopName: "Gipfel" }, allowDuplicateVariants: true };
    assert.equal((await shop.put(SETTINGS, own)).body.sources.alerts.holdSeconds, "store");
    assert.deepEqual(await held(shop), [7, "Gipfel", true, "store", "store"]);
    for (const caller of [whole, other])
      assert.deepEqual(await held(caller), [5, "Peak", false, "tenant", "tenant"]);

    // A change of the tenant's settings keeps those of the store.
    await whole.put(SETTINGS, { alerts: { holdSeconds: 9 } });
    const kept = await shop.put(SETTINGS, { mail: { shopName: null } });
    assert.equal(kept.body.mail.shopName, "Peak");
    assert.deepEqual(await held(shop), [7, "Peak", true, "store", "tenant"]);
    await whole.put(SETTINGS, { alerts: { holdSeconds: null }, mail: { shopName: null } });
    assert.deepEqual(await held(other), [60, null, false, "default", "default"]);

    // Writes of the store follow its effective settings.
    for (const [caller, count] of [
      [shop, 2],
      [other, 1],
    ] as const) {
      const { id } = await caller.newWishlist();
      const product = { productRef: "p", selectedVariantRef: "v" };
      const items = [await caller.newItem(id, { product }), await caller.newItem(id, { product })];
      assert.equal(new Set(items.map((item) => item.id as string)).size, count);
    }
    assert.equal((await service.tenants.findFor(`${tenantId}/at`))?.settings.alerts.holdSeconds, 7);
  });
});
