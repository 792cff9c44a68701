import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CUSTOMERS } from "../../support/data/customers.ts";
import { CSV, feed, lines, NDJSON } from "../../support/data/feeds.ts";
import { type Caller, CS, type Json, unique } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let shop: Caller;
before(async () => {
  shop = await (await sharedService()).newCaller();
});

const UPLOAD = `${CS}/upload-customers`;

const stored = async (id: string): Promise<Json> => (await shop.get(`${CUSTOMERS}/${id}`)).body;

/** Each way in which rows of customers arrive. */
const ENTRIES: Record<string, (row: Json) => Promise<unknown>> = {
  upload: (row) => shop.post(UPLOAD, { customers: [row] }),
  "NDJSON file": (row) => feed(shop, "customers", NDJSON, lines([row])),
  "CSV file": (row) =>
    feed(shop, "customers", CSV, `${Object.keys(row).join(",")}\n${Object.values(row).join(",")}\n`),
};

describe("a row about a customer", () => {
  for (const [entry, send] of Object.entries(ENTRIES))
    it(`that is older than the newest row changes nothing (${entry})`, async () => {
      const id = unique("c");
      const row = (first_name: string, day: number) =>
        send({ id, first_name, updated_at: `2025-03-0${day}T00:00:00.000Z` });
      await row("New", 5);
      await row("Old", 4);
      const { first_name, updated_at } = await stored(id);
      assert.deepEqual([first_name, updated_at], ["New", "2025-03-05T00:00:00.000Z"]);
      // A change by a request says nothing about the platform's data.
      await shop.put(CUSTOMERS, { id, note: "by hand" });
      await row("Newer", 6);
      assert.equal((await stored(id)).first_name, "Newer");
      await send({ id, first_name: "Untimed" });
      assert.equal((await stored(id)).first_name, "Untimed");
    });
});

describe("Shopify's email_marketing_consent", () => {
  const given = { state: "SUBSCRIBED", opt_in_level: "CONFIRMED_OPT_IN" };
  const consentOf = ({ accepts_marketing, marketing_opt_in_level }: Json) => [
    accepts_marketing,
    marketing_opt_in_level,
  ];

  it("sets the consent in each write of a customer", async () => {
    const WRITES: Record<string, (body: Json) => Promise<unknown>> = {
      post: (body) => shop.post(CUSTOMERS, body),
      put: async (body) => {
        await shop.newCustomer({ id: body.id });
        return shop.put(CUSTOMERS, body);
      },
      upload: (row) => shop.post(UPLOAD, { customers: [row] }),
      "NDJSON file": (row) => feed(shop, "customers", NDJSON, lines([row])),
    };
    for (const [name, write] of Object.entries(WRITES)) {
      const id = unique("c");
      const time = "2025-03-05T10:00:00.000Z";
      const email_marketing_consent = { ...given, consent_updated_at: time };
      await write({ id, accepts_marketing: false, email_marketing_consent });
      const customer = await stored(id);
      assert.deepEqual(consentOf(customer), [true, "confirmed_opt_in"], name);
      assert.equal(customer.accepts_marketing_updated_at, time, name);
      assert.equal(customer.email_marketing_consent, undefined, name);
    }
  });

  it("withdraws the consent, also against accepts_marketing in the same row, unless it is older", async () => {
    const id = unique("c");
    const consent = (state: string, day: number): Json => ({
      id,
      accepts_marketing: true,
      marketing_opt_in_level: "single_opt_in",
      email_marketing_consent: { state, consent_updated_at: `2025-03-0${day}T00:00:00Z` },
    });
    const upload = async (row: Json) => (await shop.post(UPLOAD, { customers: [row] })).body.customers[0];
    await shop.newCustomer({ id, email_marketing_consent: given });
    await shop.put(CUSTOMERS, consent("unsubscribed", 5));
    assert.deepEqual(consentOf(await stored(id)), [false, null]);
    const late = consent("subscribed", 4);
    const { ignored } = await upload({
      ...late,
      email_marketing_consent: { ...late.email_marketing_consent, ...given },
    });
    assert.equal(ignored[0].path, "/email_marketing_consent/state");
    assert.deepEqual(consentOf(await stored(id)), [false, null]);
  });

  it("is refused with the name of the member if it is invalid", async () => {
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
    for (const [path, email_marketing_consent] of [
      ["/email_marketing_consent", "subscribed"],
      ["/email_marketing_consent/state", { state: "maybe" }],
      ["/email_marketing_consent/opt_in_level", { state: "subscribed", opt_in_level: "high" }],
      ["/email_marketing_consent/consent_updated_at", { state: "subscribed", consent_updated_at: "now" }],
      ["/email_marketing_consent/consent_updated_at", { state: "subscribed", consent_updated_at: inTwoDays }],
    ] as const) {
      const body = { id: unique("c"), email_marketing_consent };
      const single = await shop.post(CUSTOMERS, body);
      assert.equal(single.status, 405);
      assert.equal(single.body.errors[0].path, path);
      const { customers } = (await shop.post(UPLOAD, { customers: [{ id: unique("c") }, body] })).body;
      assert.equal(customers[1].error.errors[0].path, path);
    }
  });
});
