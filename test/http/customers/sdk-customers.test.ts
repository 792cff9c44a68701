import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  type Answer,
  type Caller,
  CS,
  given,
  type Json,
  send,
  type Service,
  unique,
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

describe("customers of the platform's SDK", () => {
  it("come back as they were sent, with the service's id", async () => {
    const member = newMember();
    const made = await body(SDK.createCustomer(member), 201);
    const { optin_preferences, ...plain } = member;
    for (const [name, value] of Object.entries(plain)) assert.deepEqual(made[name], value, name);
    assert.equal(made.optin_preferences.email.opt_in_active, optin_preferences.email.opt_in_active);
    for (const answer of [SDK.getCustomerByID(made.id), SDK.getCustomerByRef(member.customerRef)])
      assert.deepEqual(await body(answer), made);
    const own = await body(shop.get(`${CS}/customers/${member.customerRef}`));
    assert.equal(own.svc_customer_id, made.id);
    assert.equal(own.first_name, "Ann");
    assert.equal(own.marketing_opt_in_level, "single_opt_in");
  });

  it("may be sent back as they came: nothing changes but the time", async () => {
    const made = await body(SDK.createCustomer(newMember({ phone: "+49301234567" })), 201);
    const again = await body(SDK.updateCustomer(made));
    assert.deepEqual({ ...again, lastModifiedDate: "" }, { ...made, lastModifiedDate: "" });
  });

  it("are changed by id, by reference or as the body says; absent fields stay", async () => {
    const { id, customerRef } = await body(SDK.createCustomer(newMember()), 201);
    await body(SDK.updateCustomer({ id, firstName: "Bea" }));
    await body(SDK.updateCustomer({ customerRef, lastName: "Roe" }));
    await body(SDK.updateCustomerByID(id, { loyaltyTier: "gold" }));
    const after = await body(SDK.updateCustomerByRef(customerRef, { phone: "+493012345", vipStatus: true }));
    const { firstName, lastName, loyaltyTier, phone, vipStatus, dob } = after;
    assert.deepEqual(
      [firstName, lastName, loyaltyTier, phone, vipStatus],
      ["Bea", "Roe", "gold", "+493012345", true],
    );
    assert.equal(dob, "25-10-1900");
    assert.equal((await SDK.updateCustomerByID(id, { id: "other" })).status, 405);
    assert.equal((await SDK.updateCustomerByRef(customerRef, { customerRef: "other" })).status, 405);
    assert.equal((await SDK.updateCustomer({ firstName: "x" })).status, 405);
  });

  it("give up consent, and get it again", async () => {
    const { id } = await body(SDK.createCustomer(newMember()), 201);
    const out = await body(
      SDK.updateCustomerByID(id, { optin_preferences: { email: { opt_in_active: false } } }),
    );
    assert.equal(out.optin_preferences.email.opt_in_active, false);
    const own = await body(shop.get(`${CS}/customers/${id}`));
    assert.deepEqual([own.accepts_marketing, own.marketing_opt_in_level], [false, null]);
  });

  it("come in a bare array, each with its own result", async () => {
    const rows = [newMember(), { ...newMember(), email: "no address" }, { firstName: "nobody" }];
    const { customers } = await body(SDK.createBulkCustomers(rows), 201);
    assert.deepEqual(
      customers.map(({ status }: Json) => status),
      ["created", "rejected", "rejected"],
    );
    assert.equal(customers[0].customerRef, given(rows[0]).customerRef);
    assert.deepEqual(
      customers[1].error.errors.map(({ path }: Json) => path),
      ["/email"],
    );
    assert.equal((await body(SDK.getCustomerByID(customers[0].id))).email, given(rows[0]).email);
    const refused = await SDK.createBulkCustomers([{ customerRef: "x", addresses: [{ postcode: 1 }] }]);
    assert.equal(refused.status, 405);
    assert.deepEqual(
      refused.body.errors.map(({ path }: Json) => path),
      ["/0/addresses/0/postcode"],
    );
  });

  it("are refused with the names that the SDK uses", async () => {
    const { customerRef, email } = await body(SDK.createCustomer(newMember()), 201);
    const refusals: [Json, string][] = [
      [newMember({ customerRef }), "/customerRef"],
      [newMember({ email }), "/email"],
      [newMember({ firstName: 1 }), "/firstName"],
      [
        newMember({ optin_preferences: { email: { opt_in_active: "?" } } }),
        "/optin_preferences/email/opt_in_active",
      ],
      [{ firstName: "nobody" }, "/customerRef"],
    ];
    for (const [member, path] of refusals) {
      const { status, body: problem } = await SDK.createCustomer(member);
      assert.equal(status, 405, path);
      assert.deepEqual(
        problem.errors.map((error: Json) => error.path),
        [path],
      );
    }
  });

  it("are looked up by all that is given", async () => {
    const phone = `+4930${Date.now().toString().slice(-8)}`;
    const made = await body(SDK.createCustomer(newMember({ phone, lastName: unique("Lee") })), 201);
    const found = [
      { firstName: "ann", lastName: made.lastName.toUpperCase() },
      { email: made.email.toUpperCase() },
      { phone },
      { email: made.email, firstName: "ann", mobile: "623362386238" },
    ];
    for (const params of found) assert.deepEqual(await body(SDK.customerLookup(params)), [made]);
    const none = [
      { email: "none@shop.example" },
      { email: made.email, lastName: "Other" },
      { phone, mobile: "1" },
    ];
    for (const params of none) assert.deepEqual(await body(SDK.customerLookup(params)), []);
    assert.equal((await SDK.customerLookup({ mobile: "623362386238" })).status, 400);
  });

  it("are deleted by id, and by what the query names", async () => {
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => body(SDK.createCustomer(newMember()), 201)),
    );
    await body(SDK.deleteCustomerByID(one.id), 204);
    await body(SDK.deleteCustomer({ id: two.id }), 204);
    assert.equal((await SDK.deleteCustomer({ id: three.id, customerRef: one.customerRef })).status, 404);
    await body(SDK.deleteCustomer({ customerRef: three.customerRef }), 204);
    for (const { id } of [one, two, three]) assert.equal((await SDK.getCustomerByID(id)).status, 404);
    assert.equal((await SDK.deleteCustomer({})).status, 400);
  });
});
