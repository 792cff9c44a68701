import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { redisUrl } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { type Caller, CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct } from "../../support/shop.ts";

const VARIANTS = `${WS}/variants/lookup`;
const CUSTOMERS = `${CS}/customers/lookup`;
const LOOKUPS = [VARIANTS, CUSTOMERS];
const MOST = 50;

let service: Service;
let shop: Caller & { credentials: Parameters<Service["callerFor"]>[0] };
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const found = async (path: string, refs: unknown[], caller: Caller = shop): Promise<Json[]> => {
  const { status, body, text } = await caller.post(path, { refs });
  assert.equal(status, 200, text);
  return body.results as Json[];
};

describe("POST variants/lookup", () => {
  it("answers each entry in order, as a single request does, except the stock by location", async () => {
    const [sku, gtin] = [unique("SKU-"), unique("40")];
    const offer = { price: "9.50", currency: "EUR", available: 3 };
    const { variantRef, variantId } = await newProduct(
      shop,
      { title: "Rust", sku, gtin, ...offer },
      { title: "Beanie" },
    );
    const refs = [sku, "none", variantId, gtin, variantRef, sku];
    const results = await found(VARIANTS, refs);
    assert.deepEqual(
      results.map(({ ref }) => ref),
      refs,
    );
    const { stockLevels, ...alone } = (await shop.get(`${WS}/variants/${variantRef}`)).body;
    assert.deepEqual(stockLevels.length, 1);
    for (const { ref, variant } of results)
      assert.deepEqual(variant, ref === "none" ? undefined : alone, ref);
  });

  it("accepts integers and global ids, and answers with their references", async () => {
    const number = Math.floor(Math.random() * 1e12);
    const { variantId } = await newProduct(shop, { variantRef: number });
    const results = await found(VARIANTS, [number, `gid://shopify/ProductVariant/${number}`]);
    assert.deepEqual(
      results.map(({ ref, variant }) => [ref, variant.variantId]),
      [
        [`${number}`, variantId],
        [`${number}`, variantId],
      ],
    );
  });

  it("accepts as many entries as the largest page of a list", async () => {
    const rows = Array.from({ length: MOST }, () => ({
      productRef: unique("p"),
      title: "Mug",
      variants: [{ variantRef: unique("v") }],
    }));
    await shop.post(`${WS}/products`, rows);
    const refs = rows.flatMap(({ variants }) => variants.map(({ variantRef }) => variantRef));
    const results = await found(VARIANTS, refs);
    assert.deepEqual(
      results.map(({ variant }) => variant?.variantRef),
      refs,
    );
  });
});

describe("POST customers/lookup", () => {
  it("answers each entry in order, as a single request does", async () => {
    const ada = await shop.newCustomer({ first_name: "Ada" });
    const grace = await shop.newCustomer();
    const refs = [grace.svc_customer_id, "none", ada.id, grace.id, ada.id];
    const results = await found(CUSTOMERS, refs);
    assert.deepEqual(
      results.map(({ ref, customer }) => [ref, customer?.id]),
      [
        [refs[0], grace.id],
        ["none", undefined],
        [ada.id, ada.id],
        [grace.id, grace.id],
        [ada.id, ada.id],
      ],
    );
    assert.deepEqual(results[2].customer, (await shop.get(`${CS}/customers/${ada.id}`)).body);
  });

  it("does not find deleted customers", async () => {
    const { id } = await shop.newCustomer();
    await shop.delete(`${CS}/customers/${id}`);
    assert.deepEqual(await found(CUSTOMERS, [id]), [{ ref: id }]);
  });
});

describe("a lookup of many records", () => {
  it("finds those of its own store only", async () => {
    const { variantRef, variantId } = await newProduct(shop);
    const { id, svc_customer_id: customerId } = await shop.newCustomer();
    const other = await service.newCaller();
    for (const [path, refs] of [
      [VARIANTS, [variantRef, variantId]],
      [CUSTOMERS, [id, customerId]],
    ] as const) {
      const nothing = refs.map((ref) => ({ ref }));
      assert.deepEqual(await found(path, [...refs], other), nothing);
    }
  });

  it("names the invalid field of a request", async () => {
    const wrong: [body: unknown, path: string][] = [
      [{}, "/refs"],
      [{ refs: "v" }, "/refs"],
      [{ refs: [] }, "/refs"],
      [{ refs: Array.from({ length: MOST + 1 }, (_, i) => `v${i}`) }, "/refs"],
      [{ refs: ["v", ""] }, "/refs/1"],
      [{ refs: ["v", "w", "x".repeat(256)] }, "/refs/2"],
      [{ refs: [true] }, "/refs/0"],
    ];
    for (const path of LOOKUPS)
      for (const [body, at] of wrong) {
        const answer = await shop.post(path, body);
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(
          answer.body.errors.map((error: Json) => error.path),
          [at],
        );
      }
  });

  it("is refused without a token, without the scope, and for an invalid body", async () => {
    const body = { refs: ["v"] };
    const writer = await service.callerFor(shop.credentials, "wishlists:write");
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`X-${i}`, "x"]));
    for (const path of LOOKUPS) {
      const statuses = [
        await shop.post(path, body, { headers: { Authorization: undefined } }),
        await shop.post(path, body, { headers: { "X-SVC-Tenant": "other" } }),
        await writer.post(path, body),
        await shop.post(path, undefined, { raw: "{" }),
        await shop.post(path, undefined, { raw: `{"refs":["${"x".repeat(1024 * 1024)}"]}` }),
        await shop.post(path, body, { headers: { "Content-Type": "text/plain" } }),
        await shop.post(path, body, { headers: many }),
      ].map(({ status }) => status);
      assert.deepEqual(statuses, [401, 403, 403, 400, 413, 415, 431]);
    }
  });

  it("counts as one request of the tenant's rate limit, and is refused beyond it", async (t) => {
    const strict = await startService(t, { RATE_LIMIT: "2" });
    const refs = Array.from({ length: MOST }, (_, i) => `v${i}`);
    for (const path of LOOKUPS) {
      const caller = await strict.newCaller();
      const { status, headers } = await caller.post(path, { refs });
      assert.deepEqual([status, headers["ratelimit-policy"]], [200, '"tenant";q=2;w=1']);
      assert.match(String(headers["ratelimit"]), /^"tenant";r=1;/);
      // One of six is over the limit, wherever a second ends.
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => caller.post(path, { refs })));
      assert.ok(answers.some((answer) => answer.status === 429));
    }
  });

  it("is answered 503 while Redis is away", async (t) => {
    const proxy = await startProxy(t, redisUrl());
    const away = await startService(t, { ASK_TIMEOUT_MS: "1500" }, { redisUrl: proxy.url });
    const caller = await away.newCaller();
    await caller.post(VARIANTS, { refs: ["v"] });
    proxy.cut();
    for (const path of LOOKUPS) assert.equal((await caller.post(path, { refs: ["v"] })).status, 503);
  });

  it("has no Idempotency-Key: each answer has current data", async () => {
    const { variantRef, productRef } = await newProduct(shop);
    const headers = { "Idempotency-Key": unique("key") };
    const title = async () =>
      (await shop.post(VARIANTS, { refs: [variantRef] }, { headers })).body.results[0].variant.productTitle;
    assert.equal(await title(), "Beanie");
    await shop.post(`${WS}/products`, { productRef, title: "Cap" });
    assert.equal(await title(), "Cap");
  });

  it("is not in the audit log, and neither is a count of wishes", async () => {
    const caller = await service.newCaller();
    for (const path of LOOKUPS) await found(path, ["v"], caller);
    assert.equal((await caller.post(`${WS}/wishlists/itemPopularity`, [{ productRef: "p" }])).status, 200);
    const { body } = await caller.get(`${WS}/audit`);
    assert.deepEqual(body.entries, []);
  });
});
