import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CustomerAddress } from "../../../src/ingest/schemas/customers.ts";
import { body, newMember, platformSdk } from "../../support/callers/platform-sdk.ts";
import { ADDRESS } from "../../support/data/customers.ts";
import { type Caller, CS, given, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const SDK = platformSdk(() => shop);

describe("customers of the platform's SDK", () => {
  it("are returned as they were sent, with the service's id", async () => {
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

  it("may be sent back unchanged: only the time of the change differs", async () => {
    const made = await body(SDK.createCustomer(newMember({ phone: "+49301234567" })), 201);
    const again = await body(SDK.updateCustomer(made));
    assert.deepEqual({ ...again, lastModifiedDate: "" }, { ...made, lastModifiedDate: "" });
  });

  it("keep every member of their addresses if they are sent back", async () => {
    assert.deepEqual(Object.keys(ADDRESS).sort(), Object.keys(CustomerAddress.properties).sort());
    const { id } = await shop.newCustomer({ addresses: [ADDRESS] });
    await body(SDK.updateCustomer(await body(SDK.getCustomerByRef(id))));
    assert.deepEqual((await body(shop.get(`${CS}/customers/${id}`))).addresses, [ADDRESS]);
  });

  it("are changed by id, by reference or by the names in the body; absent fields stay", async () => {
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

  it("withdraw consent, and give it again", async () => {
    const made = await body(SDK.createCustomer(newMember()), 201);
    const { id } = made;
    const { email } = made.optin_preferences;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const out = await body(
      SDK.updateCustomerByID(id, {
        ...made,
        optin_preferences: { email: { ...email, opt_in_active: false } },
      }),
    );
    assert.equal(out.optin_preferences.email.opt_in_active, false);
    assert.ok(out.optin_preferences.email.opt_in_updated_at > email.opt_in_updated_at);
    const own = await body(shop.get(`${CS}/customers/${id}`));
    assert.deepEqual([own.accepts_marketing, own.marketing_opt_in_level], [false, null]);
  });

  it("who have not consented do not consent if their record is sent back", async () => {
    for (const level of [{}, { marketing_opt_in_level: null }, { marketing_opt_in_level: "unknown" }]) {
      const { id } = await shop.newCustomer({ accepts_marketing: true, ...level });
      const shown = await body(SDK.getCustomerByRef(id));
      const again = await body(SDK.updateCustomer({ ...shown, firstName: "Bea" }));
      assert.deepEqual(again.optin_preferences.email, shown.optin_preferences.email);
      const own = await body(shop.get(`${CS}/customers/${id}`));
      assert.deepEqual([own.accepts_marketing, own.marketing_opt_in_level], [true, "unknown"]);
    }
  });

  it("have one spelling of a phone number with a country code, however they are written", async () => {
    const number = `+4930${Date.now().toString().slice(-8)}`;
    const spelled = `${number.slice(0, 3)} (${number.slice(3, 5)}) ${number.slice(5)}`;
    const { id, phone } = await body(SDK.createCustomer(newMember({ phone: spelled })), 201);
    assert.equal(phone, number);
    const taken = await SDK.createCustomer(newMember({ phone: number }));
    assert.deepEqual([taken.status, taken.body.errors[0].path], [405, "/phone"]);
    const other = await body(SDK.createCustomer(newMember()), 201);
    assert.equal((await SDK.updateCustomerByID(other.id, { phone: spelled })).status, 405);
    assert.equal((await SDK.createBulkCustomers([newMember({ phone: spelled })])).status, 405);
    assert.deepEqual((await body(shop.post(`${WS}/privacy/erase`, { phone: number }))).customerIds, [id]);
  });

  it("are accepted as a bare array, each with its own result", async () => {
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

  it("are refused with the field names that the SDK uses", async () => {
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

  it("are not changed by a body that names another customer, and the field is named as in the body", async () => {
    const { id, customerRef } = await body(SDK.createCustomer(newMember()), 201);
    for (const [answer, path, detail] of [
      [await SDK.updateCustomerByID(id, { id: "x" }), "/id", "id is not the same as in the path."],
      [
        await SDK.updateCustomerByRef(customerRef, { customerRef: "x" }),
        "/customerRef",
        "customerRef is not the same as in the path.",
      ],
      [
        await SDK.updateCustomer({ id, customerRef: "x" }),
        "/customerRef",
        "The customer has another reference, which cannot change.",
      ],
    ] as const) {
      assert.deepEqual([answer.status, answer.body.detail], [405, detail]);
      assert.deepEqual(
        answer.body.errors.map((error: Json) => error.path),
        [path],
      );
    }
  });

  it("that are no objects are refused with the place of their row", async () => {
    const { status, body: problem } = await SDK.createBulkCustomers([1]);
    assert.equal(status, 405);
    assert.deepEqual(
      problem.errors.map((error: Json) => error.path),
      ["/0"],
    );
  });

  it("are found by all given fields together", async () => {
    const phone = `+4930${Date.now().toString().slice(-8)}`;
    const made = await body(SDK.createCustomer(newMember({ phone, lastName: unique("Lee") })), 201);
    const found = [
      { firstName: "ann", lastName: made.lastName.toUpperCase() },
      { email: made.email.toUpperCase() },
      { phone },
      { email: made.email, firstName: "ann", mobile: "623362386238" },
      // A form also sends its empty fields.
      { email: made.email, firstName: "", lastName: "", mobile: "", phone: "" },
      { email: "", firstName: "ann", lastName: made.lastName, mobile: "", phone: "" },
    ];
    const mobile = `0400 ${Date.now().toString().slice(-8)}`;
    const other = await body(SDK.createCustomer(newMember({ mobile, phone: `0${mobile}` })), 201);
    for (const params of [{ mobile }, { mobile: mobile.replace(" ", "") }, { phone: `0${mobile}` }])
      assert.deepEqual(await body(SDK.customerLookup(params)), [other]);
    assert.deepEqual(await body(SDK.customerLookup({ mobile: mobile.slice(0, -1) })), []);
    for (const params of found) assert.deepEqual(await body(SDK.customerLookup(params)), [made]);
    const none = [
      { email: "none@shop.example" },
      { email: made.email, lastName: "Other" },
      { phone, mobile: "1" },
    ];
    for (const params of none) assert.deepEqual(await body(SDK.customerLookup(params)), []);
    const empty = { email: "", firstName: "", lastName: "", phone: "" };
    assert.equal((await SDK.customerLookup({ ...empty, mobile: "" })).status, 400);
  });

  it("are found by name, however many others have the same name or one with the same prefix", async () => {
    const other = await service.newCaller();
    const sdk = platformSdk(() => other);
    const mobile = "+49 151 1234567";
    const people = [
      ...Array.from({ length: 1100 }, (_, i) => ({ id: `l-${i}`, first_name: "Lisa", last_name: "Beck" })),
      ...Array.from({ length: 45 }, (_, i) => ({ id: `i-${i}`, first_name: "Anna", last_name: "Li" })),
      { id: "m", first_name: "Lisa", last_name: "Lisa", mobile },
    ];
    for (let from = 0; from < people.length; from += 1000) {
      const rows = people.slice(from, from + 1000);
      assert.equal((await other.post(`${CS}/upload-customers`, { customers: rows })).status, 201);
    }
    assert.equal((await body(sdk.customerLookup({ lastName: "Li" }))).length, 45);
    assert.equal((await body(sdk.customerLookup({ firstName: "Anna", lastName: "LI" }))).length, 45);
    assert.equal((await body(sdk.customerLookup({ firstName: "lisa" }))).length, 50);
    assert.equal((await body(sdk.customerLookup({ firstName: "lisa", lastName: "lisa" }))).length, 1);
    assert.equal((await body(sdk.customerLookup({ lastName: "Lisa", mobile }))).length, 1);
    // No silent truncation.
    const many = await sdk.customerLookup({ lastName: "Lisa" });
    assert.equal(many.status, 400);
  });

  it("are deleted by id, and by the names in the query", async () => {
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => body(SDK.createCustomer(newMember()), 201)),
    );
    await body(SDK.deleteCustomerByID(one.id), 204);
    await body(SDK.deleteCustomer({ id: two.id }), 204);
    assert.equal((await SDK.deleteCustomer({ id: three.id, customerRef: one.customerRef })).status, 404);
    await body(SDK.deleteCustomer({ id: "", customerRef: three.customerRef }), 204);
    for (const { id } of [one, two, three]) assert.equal((await SDK.getCustomerByID(id)).status, 404);
    assert.equal((await SDK.deleteCustomer({})).status, 400);
  });
});
