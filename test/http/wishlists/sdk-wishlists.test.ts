import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  type Answer,
  type Caller,
  type Json,
  send,
  type Service,
  unique,
  WS,
} from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

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

describe("wishlists of the platform's SDK", () => {
  it("are read by every path alike, with their ETag", async () => {
    const { customer, list } = await newList();
    const page = await SDK.getWishlist({ id: list.id });
    assert.equal(page.body.itemCount, 1);
    for (const answer of [
      await SDK.getWishlistByID(list.id, { pageSize: 5 }),
      await SDK.getWishlistByRef(list.wishlistRef),
    ]) {
      assert.equal(answer.text, page.text);
      assert.equal(answer.headers.etag, page.headers.etag);
    }
    const lookup = await body(SDK.getWishlistByCustomer({ customerId: customer.id }));
    assert.equal(lookup.wishlistCount, 1);
    assert.deepEqual(await body(SDK.getWishlistByCustomerID(customer.id)), lookup);
    assert.deepEqual(await body(SDK.getWishlistByCustomerRef(customer.customerRef)), lookup);
    const beyond = await body(SDK.getWishlistByCustomerID(customer.id, list.id));
    assert.equal(beyond.wishlistCount, 0);
    assert.equal((await SDK.getWishlistByCustomerRef("none")).status, 404);
  });

  it("are changed by every path alike, and never become another list", async () => {
    const { list } = await newList();
    await body(SDK.updateWishlist({ id: list.id, name: "one" }));
    await body(SDK.updateWishlistByID(list.id, { description: "two", isPrivate: "true" }));
    const after = await body(SDK.updateWishlistByRef(list.wishlistRef, { name: "three" }));
    assert.deepEqual([after.name, after.description, after.isPrivate], ["three", "two", true]);
    assert.equal((await SDK.updateWishlistByID(list.id, { id: "other" })).status, 400);
    assert.equal((await SDK.updateWishlistByRef(list.wishlistRef, { wishlistRef: "other" })).status, 400);
    assert.equal((await SDK.updateWishlistByID("none", { name: "x" })).status, 404);
    assert.equal((await SDK.updateWishlistByRef("none", { name: "x" })).status, 404);
  });

  it("are deleted by every path alike", async () => {
    const [one, two, three, four] = await Promise.all([newList(), newList(), newList(), newList()]);
    await body(SDK.deleteWishlistByID(one.list.id), 204);
    await body(SDK.deleteWishlistByRef(two.list.wishlistRef), 204);
    await body(SDK.deleteWishlist({ id: three.list.id }), 204);
    await body(SDK.deleteAllWishlist({ customerRef: four.customer.customerRef }), 204);
    for (const { list } of [one, two, three, four]) {
      assert.equal((await SDK.getWishlistByID(list.id)).status, 404);
      assert.equal((await SDK.getWishlistByRef(list.wishlistRef)).status, 404);
    }
  });

  it("have items, which are read, changed and removed by id and reference", async () => {
    const { list, item } = await newList();
    const { id, wishlistItemRef } = item;
    await body(SDK.updateWishlistItem({ id, notifyMe: true }));
    await body(SDK.updateWishlistItem({ wishlistItemRef, wishlistRef: list.wishlistRef, prerelease: true }));
    await body(SDK.updateWishlistItemByID(id, { addedFromCart: true }));
    await body(SDK.updateWishlistItemByRef(wishlistItemRef, { staffRef: "s" }));
    const after = await body(SDK.getWishlistItemByRef(wishlistItemRef));
    const { notifyMe, prerelease, addedFromCart, staffRef } = after;
    assert.deepEqual([notifyMe, prerelease, addedFromCart, staffRef], [true, true, true, "s"]);
    assert.deepEqual(await body(SDK.getWishlistItemByID(id)), after);
    assert.deepEqual((await body(SDK.getWishlistItems({ id: list.id }))).wishlistItems, [after]);
    assert.equal((await SDK.updateWishlistItem({ notifyMe: true })).status, 400);
    await body(SDK.deleteWishlistItemByRef(wishlistItemRef), 204);
    assert.equal((await SDK.getWishlistItemByRef(wishlistItemRef)).status, 404);
  });
});

describe("the tenant in the header of the platform's SDK", () => {
  it("must be the token's, as in ours, and both must agree", async () => {
    const { list } = await newList();
    const path = `${WS}/wishlists?id=${list.id}`;
    const named = (svc: string | undefined, twc: string | undefined) =>
      shop.get(path, { headers: { "X-SVC-Tenant": svc, "X-TWC-Tenant": twc } });
    const own = shop.tenantId;
    assert.equal((await named(undefined, own)).status, 200);
    assert.equal((await named(own, own)).status, 200);
    for (const [svc, twc] of [
      [undefined, "other"],
      [own, "other"],
      ["other", own],
      [undefined, undefined],
    ])
      assert.equal((await named(svc, twc)).status, 403);
  });
});
