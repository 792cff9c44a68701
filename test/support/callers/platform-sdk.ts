import assert from "node:assert/strict";
import { type Answer, type Caller, type Json, send, unique } from "../service.ts";

/** Writes parameters as the SDK's HTTP client does: without undefined ones. */
const queryOf = (params: Record<string, unknown>) => {
  const sent = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, JSON.stringify(value).replaceAll('"', "")]],
  );
  return sent.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(sent)).toString()}`;
};

type Call = (method: string, path: string, sent?: { body?: unknown; params?: Json }) => Promise<Answer<Json>>;

/** Requests as the SDK sends them: `/services` before the path, and the tenant in its own header. */
const callsOf =
  (caller: () => Caller): Call =>
  (method, path, { body, params = {} } = {}) => {
    const { baseUrl, token, tenantId } = caller();
    return send(baseUrl, method, `/services${path}${queryOf(params)}`, body, {
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${token}`,
        "X-TWC-Tenant": tenantId,
      },
    });
  };

/**
 * The functions of the platform's SDK with their requests, as version 0.1.4 sends them: `src/wishlistService` and
 * `src/customerService` of https://github.com/The-Wishlist-Co/JavascriptSDK, commit
 * aa4815cd299d3de82b2d650d1e6904ff4256209e.
 */
const functionsOf = (call: Call) => ({
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
});

/** Returns the platform's SDK for a caller, which is read at each call. */
export const platformSdk = (caller: () => Caller) => functionsOf(callsOf(caller));

/** Returns the body of an answer, which must have this status. */
export async function body(answer: Promise<Answer<Json>>, status = 200): Promise<Json> {
  const { status: got, text, body: json } = await answer;
  assert.equal(got, status, text);
  return json;
}

/** Returns a new customer with the field names of the SDK. */
export const newMember = (fields: Json = {}) => ({
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

export const product = (productRef: string, selectedVariantRef: string) => ({
  productRef,
  selectedVariantRef,
});

/** Creates a customer with a wishlist that has an item. */
export async function newList(
  SDK: ReturnType<typeof platformSdk>,
): Promise<{ customer: Json; list: Json; item: Json }> {
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
