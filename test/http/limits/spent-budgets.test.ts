import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { ended, lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { BUDGET_MB, LONG, MEGABYTE, newFullShop } from "../../support/data/full-shop.ts";
import { atEnd } from "../../support/redis.ts";
import {
  type Answer,
  type Caller,
  CS,
  type Json,
  send,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";

const MAX_WISHLISTS = 3;

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { CUSTOMER_WISHLISTS: MAX_WISHLISTS.toString() });
});

/** The effect of each write on a tenant that has used up its stored bytes. Only writes that add data are refused. */
const WRITES: Record<string, "adds" | "removes" | "stores no records"> = {
  createWishlist: "adds",
  updateWishlist: "adds",
  deleteWishlist: "removes",
  deleteWishlists: "removes",
  createShare: "stores no records",
  revokeShare: "removes",
  createItem: "adds",
  addItems: "adds",
  claimWishlist: "adds",
  moveItems: "adds",
  copyItems: "adds",
  updateItemById: "adds",
  updateItemByRef: "adds",
  deleteItemById: "removes",
  deleteItemByRef: "removes",
  createCustomer: "adds",
  uploadCustomers: "adds",
  updateCustomer: "adds",
  deleteCustomer: "removes",
  putProducts: "adds",
  setStockLevels: "adds",
  deleteProduct: "removes",
  putOrders: "adds",
  feedOrders: "adds",
  feedProducts: "adds",
  feedStockLevels: "adds",
  feedCustomers: "adds",
  erasePersonalData: "removes",
  exportPersonalData: "stores no records",
  updateSettings: "stores no records",
  createExport: "stores no records",
  updateExport: "stores no records",
  deleteExport: "stores no records",
  startExportRun: "stores no records",
  redriveExportRun: "stores no records",
  cancelExportRun: "stores no records",
  createWebhookEndpoint: "stores no records",
  updateWebhookEndpoint: "stores no records",
  deleteWebhookEndpoint: "stores no records",
  testWebhookEndpoint: "stores no records",
  createClient: "stores no records",
  updateClient: "stores no records",
  rotateClientSecret: "stores no records",
  deleteClient: "stores no records",
  rotateWebhookSecret: "stores no records",
  replayWebhooks: "stores no records",
  retryAlertMail: "stores no records",
  retryAlertMails: "stores no records",
  takeShopifyWebhook: "adds",
  issueToken: "stores no records",
  unsubscribe: "removes",
  searchCustomers: "stores no records",
  lookupCustomers: "stores no records",
  lookupVariants: "stores no records",
  sdkCreateCustomer: "adds",
  sdkUploadCustomers: "adds",
  sdkUpdateCustomer: "adds",
  sdkUpdateCustomerById: "adds",
  sdkUpdateCustomerByRef: "adds",
  sdkUpdateWishlistById: "adds",
  sdkUpdateWishlistByRef: "adds",
  sdkUpdateItem: "adds",
  sdkDeleteCustomer: "removes",
  sdkDeleteCustomerById: "removes",
  sdkDeleteWishlistById: "removes",
  sdkDeleteWishlistByRef: "removes",
  sdkGetItemPopularity: "stores no records",
  sdkResetFlag: "removes",
};

/** Operations of the document that are not reads. */
async function documentedWrites(): Promise<string[]> {
  const { body } = await send(service.baseUrl, "GET", "/openapi.json");
  const methods = Object.values(body.paths as Record<string, Record<string, Json>>).flatMap(Object.entries);
  return methods.flatMap(([method, { operationId }]: [string, Json]) =>
    method === "get" ? [] : [operationId as string],
  );
}

/** Sets the stored megabytes of a tenant, and waits until all processes know them. */
async function fill({ shop }: { shop: Caller }, megabytes: number): Promise<void> {
  await service.redis.hset(service.keys.storedBytes(0), shop.tenantId, (megabytes * MEGABYTE).toString());
  await until("the budget is used up", async () => {
    return (await shop.post(`${CS}/customers`, { id: unique("c"), note: "x" })).status === 429;
  });
}

const checkRefused = (name: string, { status, body, headers }: Answer<Json>) => {
  assert.deepEqual([status, body.code], [429, "BudgetExceeded"], name);
  assert.match(body.detail, /"stored"/);
  assert.ok(Number(headers["retry-after"]) >= 1);
};

describe("a tenant that has used up its stored bytes", () => {
  it("has a known effect of every documented write", async () => {
    assert.deepEqual((await documentedWrites()).sort(), Object.keys(WRITES).sort());
  });

  it("is refused new data in every kind of record, and keeps its data", async () => {
    const full = await newFullShop(service);
    const { shop, customer, list, items, product, order } = full;
    await fill(full, 3 * BUDGET_MB);
    const more = { attributeGroups: { ...LONG, b: { attributes: { note: "x" } } } };
    const variants = [...product().variants, { variantRef: "m" }];
    const rows: [string, string, object][] = [
      ["putProducts", `${WS}/products`, product({ title: "x".repeat(200), variants })],
      [
        "setStockLevels",
        `${WS}/stock-levels`,
        { productRef: "shirt", variantRef: "s", available: 1, locationRef: "l" },
      ],
      ["setStockLevels", `${WS}/stock-levels`, { variantRef: "unknown", available: 1 }],
      ["putOrders", `${WS}/orders`, order({ orderRef: "o2" })],
      ["uploadCustomers", `${CS}/upload-customers`, { customers: [{ id: unique("c") }] }],
      ["createWishlist", `${WS}/wishlists`, { name: "of a guest", guest: true }],
    ];
    const adding: Record<string, Promise<Answer<Json>>> = {
      createWishlist: shop.post(`${WS}/wishlists`, { customerRef: customer, name: "second" }),
      updateWishlist: shop.put(`${WS}/wishlists`, { id: list, ...more }),
      createItem: shop.post(`${WS}/wishlist/items`, {
        wishlistId: list,
        product: { productRef: "p", selectedVariantRef: "v" },
      }),
      addItems: shop.post(`${WS}/wishlist/add-items`, {
        wishlistId: list,
        itemRef: [{ productRef: "p", selectedVariantRef: "v" }],
      }),
      updateItemById: shop.put(`${WS}/wishlist/items/id=${items[0].id}`, more),
      updateItemByRef: shop.put(`${WS}/wishlist/items/ref=${items[0].wishlistItemRef}`, more),
      createCustomer: shop.post(`${CS}/customers`, { id: unique("c") }),
      updateCustomer: shop.put(`${CS}/customers`, { id: customer, note: "x".repeat(501) }),
    };
    for (const [name, path, row] of rows) {
      assert.equal(WRITES[name], "adds");
      checkRefused(name, await shop.post(path, row));
    }
    for (const [name, answer] of Object.entries(adding)) {
      assert.equal(WRITES[name], "adds");
      checkRefused(name, await answer);
    }
    const { status, body } = await upload(
      shop,
      "orders",
      NDJSON,
      lines([order({ orderRef: "o3" }), order()]),
    );
    assert.equal(status, 202);
    const { errors, counts } = await ended(shop, body.id);
    assert.deepEqual([errors.length, errors[0].line, errors[0].code], [1, 1, "BudgetExceeded"]);
    assert.equal(counts.rejected, 1);
    assert.equal((await shop.get(`${WS}/wishlist/items?id=${list}`)).body.wishlistItems.length, items.length);
  });

  it("may shrink and delete its data, also far beyond the budget", async () => {
    const full = await newFullShop(service);
    const { shop, customer, list, items, product, order } = full;
    await fill(full, 3 * BUDGET_MB);
    const [first, second, third] = items;
    const less = { attributeGroups: null };
    const shrinking: [string, number, () => Promise<Answer<Json>>][] = [
      ["updateWishlist", 200, () => shop.put(`${WS}/wishlists`, { id: list, ...less })],
      ["updateItemById", 200, () => shop.put(`${WS}/wishlist/items/id=${first.id}`, less)],
      ["updateItemByRef", 200, () => shop.put(`${WS}/wishlist/items/ref=${second.wishlistItemRef}`, less)],
      ["updateCustomer", 200, () => shop.put(`${CS}/customers`, { id: customer, note: null })],
      ["uploadCustomers", 201, () => shop.post(`${CS}/upload-customers`, { customers: [{ id: customer }] })],
      ["putProducts", 202, () => shop.post(`${WS}/products`, product())],
      ["putOrders", 202, () => shop.post(`${WS}/orders`, order())],
      ["deleteItemById", 204, () => shop.delete(`${WS}/wishlist/items/${first.id}`)],
      ["deleteItemByRef", 204, () => shop.delete(`${WS}/wishlist/items/${second.wishlistItemRef}/ref`)],
      ["deleteItemById", 204, () => shop.delete(`${WS}/wishlist/items/${third.id}`)],
      ["deleteWishlist", 204, () => shop.delete(`${WS}/wishlists?id=${list}`)],
      ["deleteProduct", 204, () => shop.delete(`${WS}/products/shirt`)],
      ["deleteCustomer", 204, () => shop.delete(`${CS}/customers/${customer}`)],
    ];
    for (const [name, status, act] of shrinking) {
      const answer = await act();
      assert.equal(answer.status, status, `${name} ${answer.text}`);
    }
  });

  it("may let numbers grow by a digit slightly beyond the budget", async () => {
    const full = await newFullShop(service);
    await fill(full, 1.02 * BUDGET_MB);
    const level = { productRef: "shirt", variantRef: "s", available: 10 };
    const { body, text } = await full.shop.post(`${WS}/stock-levels`, level);
    assert.equal(body.results?.[0].status, "applied", text);
  });

  it("can repeat a refused write under the same Idempotency-Key once there is space", async () => {
    const full = await newFullShop(service);
    const { shop, customer } = full;
    await fill(full, 3 * BUDGET_MB);
    const create = () =>
      shop.post(
        `${WS}/wishlists`,
        { customerRef: customer, name: "second" },
        { headers: { "Idempotency-Key": "k1" } },
      );
    checkRefused("createWishlist", await create());
    await service.redis.hset(service.keys.storedBytes(0), shop.tenantId, 0);
    let answer = await create();
    await until("there is room again", async () => {
      answer = await create();
      return answer.status !== 429;
    });
    assert.equal(answer.status, 201, answer.text);
  });
});
