import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  type Answer,
  type Caller,
  given,
  type Json,
  send,
  type Service,
  unique,
  WS,
} from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { until } from "../../support/until.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

/** Parameters as the SDK's HTTP client writes them: without those that are undefined. */
const queryOf = (params: Record<string, unknown>) => {
  const sent = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, JSON.stringify(value).replaceAll('"', "")]],
  );
  return sent.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(sent)).toString()}`;
};

/** A request as the SDK sends it: `/services` before the path, and the tenant in its own header. */
const call = (
  method: string,
  path: string,
  { body, params = {}, caller = shop }: { body?: unknown; params?: Json; caller?: Caller } = {},
): Promise<Answer<Json>> =>
  send(caller.baseUrl, method, `/services${path}${queryOf(params)}`, body, {
    headers: {
      "Content-Type": "application/json",
      Authorization: `Bearer ${caller.token}`,
      "X-TWC-Tenant": caller.tenantId,
    },
  });

/** The functions of the platform's SDK with their requests. */
const SDK = {
  createCustomer: (body: Json) => call("POST", "/customerservice/api/v2/customers/", { body }),
  createBulkCustomers: (body: Json) => call("POST", "/customerservice/api/v2/upload-customers/", { body }),
  getCustomerByID: (id: string) => call("GET", `/customerservice/api/v2/customers/${id}`),
  deleteCustomerByID: (id: string) => call("DELETE", `/customerservice/api/v2/customers/${id}`),
  getCustomerByRef: (ref: string) => call("GET", `/customerservice/api/v2/customers/${ref}/ref`),
  customerLookup: (params: Json) => call("GET", "/customerservice/api/v2/customers/search", { params }),
  updateCustomer: (body: Json) => call("PUT", "/customerservice/api/v2/customers", { body }),
  updateCustomerByID: (id: string, body: Json) =>
    call("PUT", `/customerservice/api/v2/customers/id=${id}`, { body }),
  updateCustomerByRef: (ref: string, body: Json) =>
    call("PUT", `/customerservice/api/v2/customers/customerRef=${ref}`, { body }),
  deleteCustomer: (params: Json) => call("DELETE", "/customerservice/api/v2/customers", { params }),
  createWishlist: (body: Json) => call("POST", "/wsservice/api/wishlists", { body }),
  updateWishlist: (body: Json) => call("PUT", "/wsservice/api/wishlists", { body }),
  updateWishlistByID: (id: string, body: Json) => call("PUT", `/wsservice/api/wishlists/id=${id}`, { body }),
  updateWishlistByRef: (ref: string, body: Json) =>
    call("PUT", `/wsservice/api/wishlists/ref=${ref}`, { body }),
  getWishlist: (params: Json) => call("GET", "/wsservice/api/wishlists", { params }),
  getWishlistByID: (id: string, params?: Json) => call("GET", `/wsservice/api/wishlists/${id}`, { params }),
  getWishlistByRef: (ref: string) => call("GET", `/wsservice/api/wishlists/${ref}/byref`),
  getWishlistByCustomer: (params: Json) => call("GET", "/wsservice/api/wishlists/lookup", { params }),
  getWishlistByCustomerID: (id: string, lastItemId = "") =>
    call("GET", `/wsservice/api/wishlists/customer/${id}`, { params: { pageSize: 10, lastItemId } }),
  getWishlistByCustomerRef: (ref: string, lastItemId = "") =>
    call("GET", `/wsservice/api/wishlists/customer/${ref}/byref`, { params: { pageSize: 10, lastItemId } }),
  deleteWishlist: (params: Json) => call("DELETE", "/wsservice/api/wishlists", { params }),
  deleteWishlistByID: (id: string) => call("DELETE", `/wsservice/api/wishlists/${id}`),
  deleteWishlistByRef: (ref: string) => call("DELETE", `/wsservice/api/wishlists/${ref}/byref`),
  deleteAllWishlist: (params: Json) => call("DELETE", "/wsservice/api/wishlists/customer", { params }),
  createWishlistItem: (body: Json) => call("POST", "/wsservice/api/wishlist/items", { body }),
  getWishlistItems: (params: Json) => call("GET", "/wsservice/api/wishlist/items", { params }),
  getWishlistItemByID: (id: string) => call("GET", `/wsservice/api/wishlist/items/${id}`),
  getWishlistItemByRef: (ref: string) => call("GET", `/wsservice/api/wishlist/items/ref/${ref}`),
  updateWishlistItem: (body: Json) => call("PUT", "/wsservice/api/wishlist/items", { body }),
  updateWishlistItemByID: (id: string, body: Json) =>
    call("PUT", `/wsservice/api/wishlist/items/id=${id}`, { body }),
  updateWishlistItemByRef: (ref: string, body: Json) =>
    call("PUT", `/wsservice/api/wishlist/items/ref=${ref}`, { body }),
  deleteWishlistItemByID: (id: string) => call("DELETE", `/wsservice/api/wishlist/items/${id}`),
  deleteWishlistItemByRef: (ref: string) => call("DELETE", `/wsservice/api/wishlist/items/${ref}/ref`),
  getItemsPopularity: (body: Json) => call("POST", "/wsservice/api/wishlists/itemPopularity", { body }),
  getItemsPopularityOfOldVersions: (body: Json) =>
    call("POST", "/wsservice/api/wishlist/itemPopularity", { body }),
  getCustomersWithFlag: (params: Json) =>
    call("GET", "/wsservice/api/wishlist/items/getCustomersWithFlag", { params }),
  resetWishlistItemFlag: (params: Json) =>
    call("PUT", "/wsservice/api/wishlist/items/resetFlag", { body: {}, params }),
};

/** The answer's body; the test fails if the status is another one. */
async function body(answer: Promise<Answer<Json>>, status = 200): Promise<Json> {
  const { status: got, text, body: json } = await answer;
  assert.equal(got, status, text);
  return json;
}

const newMember = (fields: Json = {}) => ({
  email: `${unique("ann")}@shop.example`,
  customerRef: unique("CUST"),
  firstName: "Ann",
  lastName: "Lee",
  mobile: "623362386238",
  phone: "0151 7445 6927",
  dob: "25-10-1900",
  addresses: [{ address1: "Wish Street 3", countryCode: "AU", firstName: "Ann", postcode: "10000" }],
  attributeGroups: { crm: { attributes: { code: "TQ1234" }, description: "CRM" } },
  optin_preferences: { email: { opt_in_active: true } },
  ...fields,
});
const product = (productRef: string, selectedVariantRef: string) => ({ productRef, selectedVariantRef });

async function newList(): Promise<{ customer: Json; list: Json; item: Json }> {
  const customer = await body(SDK.createCustomer(newMember()), 201);
  const list = await body(
    SDK.createWishlist({ customerRef: customer.customerRef, name: "list", wishlistRef: unique("list") }),
    201,
  );
  const item = await body(
    SDK.createWishlistItem({
      wishlistId: list.id,
      wishlistItemRef: unique("item"),
      product: product(unique("p"), unique("v")),
    }),
  );
  return { customer, list, item };
}

describe("flags and counts of the platform's SDK", () => {
  /** A product of two variants with wishes of several customers. */
  async function wished(count: number, flag: string) {
    const productRef = unique("p");
    const variants = ["a", "b"].map((name) => ({ variantRef: `${productRef}-${name}`, available: 0 }));
    const { text } = await shop.post(`${WS}/products`, { productRef, title: "Tent", variants });
    assert.match(text, /created/);
    const lists = await Promise.all(Array.from({ length: count }, () => newList()));
    for (const [i, { list }] of lists.entries()) {
      const { variantRef } = given(variants[i % 2]);
      await body(
        SDK.createWishlistItem({
          wishlistId: list.id,
          product: product(productRef, variantRef),
          [flag]: true,
        }),
      );
    }
    await until("all wishes wait", async () => {
      const [entry] = await body(SDK.getItemsPopularity([{ productRef }]));
      return entry.count === count;
    });
    return { productRef, variantRef: given(variants[0]).variantRef, lists };
  }

  it("count the wishes for a product, a variant, and both, at both paths", async () => {
    const { productRef, variantRef } = await wished(3, "notifyMe");
    const asked = [
      { productRef },
      { variantRef },
      { productRef, variantRef },
      productRef,
      variantRef,
      "none",
    ];
    for (const answer of [SDK.getItemsPopularity(asked), SDK.getItemsPopularityOfOldVersions(asked)])
      assert.deepEqual(
        (await body(answer)).map(({ count }: Json) => count),
        [3, 2, 2, 3, 2, 0],
      );
    assert.equal((await SDK.getItemsPopularity([{}])).status, 400);
    assert.equal((await SDK.getItemsPopularity([])).status, 400);
  });

  it("list the customers who wait, in pages, and reset their flags", async () => {
    const { productRef, variantRef, lists } = await wished(3, "notifyMe");
    const refs = new Set<string>();
    let lastItemId: string | undefined;
    do {
      const page = await body(
        SDK.getCustomersWithFlag({ productRef, notifyMe: true, pageSize: 1, lastItemId }),
      );
      for (const { customerRef, wishlistItemIds } of page.customers) {
        refs.add(customerRef);
        assert.equal(wishlistItemIds.length, 1);
      }
      lastItemId = page.lastEvaluatedItemId;
    } while (lastItemId !== undefined);
    assert.deepEqual([...refs].sort(), lists.map(({ customer }) => customer.customerRef).sort());
    assert.equal((await body(SDK.getCustomersWithFlag({ variantRef, notifyMe: true }))).customerCount, 2);
    assert.equal((await body(SDK.getCustomersWithFlag({ productRef, preRelease: true }))).customerCount, 0);
    assert.equal((await SDK.getCustomersWithFlag({ productRef: "none", notifyMe: true })).status, 404);
    for (const params of [
      { productRef },
      { notifyMe: true },
      { productRef, notifyMe: true, lastItemId: "x" },
    ])
      assert.equal((await SDK.getCustomersWithFlag(params)).status, 400);

    const part = await body(SDK.resetWishlistItemFlag({ variantRef, notifyMe: true }));
    assert.deepEqual([part.status, part.count], ["finished", 2]);
    assert.equal((await body(SDK.getCustomersWithFlag({ productRef, notifyMe: true }))).customerCount, 1);
    assert.equal((await SDK.resetWishlistItemFlag({ productRef: "none", notifyMe: true })).status, 404);
  });

  it("are reset by a job when the wishes are many, with progress", async () => {
    const { productRef } = await wished(1, "prerelease");
    const variantRef = `${productRef}-a`;
    const customer = await shop.newCustomer();
    const settings = { allowDuplicateVariants: true };
    assert.equal((await shop.put(`${WS}/settings`, settings)).status, 200);
    for (let n = 0; n < 2; n++) {
      const list = await shop.newWishlist({ customerRef: customer.id });
      const rows = Array.from({ length: 90 }, () => ({
        ...product(productRef, variantRef),
        prerelease: true,
      }));
      await body(shop.post(`${WS}/wishlist/add-items`, { wishlistId: list.id, itemRef: rows }), 202);
    }
    await until("all wishes wait", async () => {
      const [entry] = await body(SDK.getItemsPopularity([{ productRef }]));
      return entry.count === 181;
    });
    const started = await SDK.resetWishlistItemFlag({ productRef, preRelease: true });
    assert.equal(started.status, 202, started.text);
    assert.equal(started.body.status, "running");
    const progress = () => body(shop.get(given(started.headers.location)));
    await until("the reset is finished", async () => (await progress()).status === "finished");
    assert.equal((await progress()).count, 181);
    const left = await body(SDK.getCustomersWithFlag({ productRef, preRelease: true }));
    assert.deepEqual([left.customerCount, left.lastEvaluatedItemId], [0, undefined]);
    const other = await service.newCaller();
    assert.equal((await other.get(given(started.headers.location))).status, 404);
  });
});
