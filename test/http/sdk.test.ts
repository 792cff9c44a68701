import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../support/redis.ts";
import {
  type Answer,
  type Caller,
  CS,
  given,
  type Json,
  send,
  type Service,
  startService,
  unique,
  WS,
} from "../support/service.ts";
import { until } from "../support/until.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
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
