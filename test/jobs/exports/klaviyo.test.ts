import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Refused, RetryLater } from "../../../src/jobs/exports/connector.ts";
import { openKlaviyo } from "../../../src/jobs/exports/connectors/klaviyo.ts";
import { wordsOf } from "../../support/exports.ts";
import { startKlaviyo } from "../../support/platforms/klaviyo.ts";
import {
  customerOf,
  deletionOf,
  itemOf,
  itemsOf,
  newContext,
  sendAll,
  sendOne,
} from "../../support/platforms/records.ts";
import { answers, busy, cut } from "../../support/platforms/server.ts";
import { given } from "../../support/service.ts";

const apiKey = "pk_secret";
const openAt = (baseUrl: string, settings = {}) =>
  openKlaviyo({ type: "klaviyo", baseUrl, apiKey, ...settings }, newContext());

describe("openKlaviyo", () => {
  it("sends many records as one bulk request, with one entry for each profile", async (t) => {
    const klaviyo = await startKlaviyo(t);
    const records = itemsOf(1000, (n) => ({ customer: customerOf(n % 10) }));
    const result = await sendAll(() => openAt(klaviyo.url), records);
    assert.deepEqual(result, { accepted: 1000, skipped: {}, rejected: [] });
    assert.equal(klaviyo.taken.size, 1000);
    assert.deepEqual(
      klaviyo.requests.map(({ path }) => path),
      ["/api/event-bulk-create-jobs"],
    );
  });

  it("sends the person's reference, e-mail address and phone number, and the wish with its product, price and own id", async (t) => {
    const klaviyo = await startKlaviyo(t);
    const record = itemOf(7, { customer: customerOf(7, { phone: "+49301234567", lastName: "Lee" }) });
    await sendOne(openAt(klaviyo.url), record);
    assert.deepEqual(
      klaviyo.requests.map(({ path }) => path),
      ["/api/events"],
    );
    const [event] = [...klaviyo.taken.values()].map(({ attributes, ...rest }) => ({
      ...rest,
      ...attributes,
    }));
    assert.deepEqual(event, {
      uniqueId: record.id,
      unique_id: record.id,
      time: record.time,
      profile: {
        external_id: "ref-7",
        email: "person7@example.com",
        phone_number: "+49301234567",
        first_name: "Ann",
        last_name: "Lee",
      },
      metric: { data: { type: "metric", attributes: { name: "Added to Wishlist" } } },
      value: 19.9,
      value_currency: "EUR",
      properties: {
        wishlist_id: "w7",
        wishlist_ref: "list-7",
        wishlist_name: "Birthday",
        item_id: "i7",
        product_id: "p7",
        variant_id: "v7",
        sku: "sku-7",
        name: "Shoe 7",
        variant: "42",
        price: 19.9,
        currency: "EUR",
        price_when_added: 24.9,
        available: 3,
      },
    });
  });

  it("sends every change exactly once after any faults", async (t) => {
    const klaviyo = await startKlaviyo(t);
    klaviyo.faults.push(
      cut("before"),
      cut("after"),
      undefined,
      busy(1),
      answers(503),
      ...[undefined, undefined, answers(500, "after"), cut("after"), answers(502)],
    );
    const records = itemsOf(60);
    const result = await sendAll(() => openAt(klaviyo.url), records, 20);
    assert.deepEqual(result, { accepted: 60, skipped: {}, rejected: [] });
    assert.deepEqual(
      [...klaviyo.taken.values()].map(({ uniqueId }) => uniqueId).sort(),
      records.map(({ id }) => id).sort(),
    );
    assert.deepEqual(klaviyo.faults, []);
  });

  it("finds the invalid records of a refused batch, and sends all others", async (t) => {
    const klaviyo = await startKlaviyo(t);
    const bad = { email: "nobody" };
    const records = itemsOf(300, (n) => (n % 150 === 7 ? { customer: customerOf(n, bad) } : {}));
    const { accepted, rejected } = await sendAll(() => openAt(klaviyo.url), records);
    assert.equal(accepted, 298);
    assert.equal(klaviyo.taken.size, 298);
    assert.deepEqual(
      rejected.map(({ id }) => id),
      [given(records[7]).id, given(records[157]).id],
    );
    assert.match(wordsOf(given(rejected[0]).reason), /^Klaviyo answered 400: .*Invalid email address/);
    assert.deepEqual(klaviyo.overLimit, []);
  });

  it("sends no request larger than 5 MB", async (t) => {
    const klaviyo = await startKlaviyo(t);
    const records = itemsOf(130, () => ({ product: { title: "ä".repeat(40_000) } }));
    const result = await sendAll(() => openAt(klaviyo.url), records);
    assert.equal(result.accepted, 130);
    assert.equal(klaviyo.requests.length, 3);
  });

  it("stays below the rate limit of bulk requests", async (t) => {
    const klaviyo = await startKlaviyo(t);
    const connector = openAt(klaviyo.url);
    const { signal } = new AbortController();
    for (let n = 0; n < 13; n++)
      await connector.send({ id: `${n}`, records: [itemOf(2 * n), itemOf(2 * n + 1)] }, signal);
    await connector.close?.();
    assert.equal(klaviyo.taken.size, 26);
    assert.deepEqual(klaviyo.overLimit, []);
  });

  it("sends removals, deleted lists and withdrawn consent as separate events", async (t) => {
    const klaviyo = await startKlaviyo(t);
    await sendOne(
      openAt(klaviyo.url),
      deletionOf(1),
      deletionOf(2, { what: "wishlist" }),
      deletionOf(3, { what: "customer", reason: "withdrawn" }),
    );
    assert.deepEqual(
      [...klaviyo.taken.values()].map(({ metric, attributes }) => [
        metric,
        attributes.properties?.["reason"],
      ]),
      [
        ["Removed from Wishlist", "removed"],
        ["Wishlist Removed", "removed"],
        ["Wishlist Consent Withdrawn", "withdrawn"],
      ],
    );
  });

  it("uses the retailer's names for events", async (t) => {
    const klaviyo = await startKlaviyo(t);
    await sendOne(
      openAt(klaviyo.url, { eventNames: { added: "Hearted" } }),
      itemOf(1),
      itemOf(2, { change: "purchased" }),
    );
    assert.deepEqual(
      [...klaviyo.taken.values()].map(({ metric }) => metric),
      ["Hearted", "Purchased from Wishlist"],
    );
  });

  it("omits deleted customers, and those without any identification", async (t) => {
    const klaviyo = await startKlaviyo(t);
    const { customer: _, ...gone } = deletionOf(1, { what: "customer" });
    const nameless = itemOf(2, { customer: { customerId: "c2", acceptsMarketing: true } });
    const result = await sendOne(openAt(klaviyo.url), gone, nameless);
    assert.deepEqual(result, { accepted: 0, skipped: { personUnknown: 1, noIdentifier: 1 }, rejected: [] });
    assert.equal(klaviyo.requests.length, 0);
  });

  it("is refused with a wrong key, for any status, and never shows the key", async (t) => {
    const klaviyo = await startKlaviyo(t);
    const isRefusal = (err: Error) => err instanceof Refused && !err.message.includes("pk_wrong");
    await assert.rejects(sendOne(openAt(klaviyo.url, { apiKey: "pk_wrong" }), itemOf(1)), isRefusal);
    const body = { errors: [{ code: "authentication_failed", detail: `bad key ${apiKey}` }] };
    klaviyo.faults.push({ when: "before", what: { status: 400, body } });
    await assert.rejects(
      sendOne(openAt(klaviyo.url), itemOf(1), itemOf(2)),
      (err: Error) => err instanceof Refused && !err.message.includes(apiKey),
    );
  });

  it("returns the wait time of Klaviyo", async (t) => {
    const klaviyo = await startKlaviyo(t);
    klaviyo.faults.push(busy(7));
    await assert.rejects(
      sendOne(openAt(klaviyo.url), itemOf(1)),
      (err) => err instanceof RetryLater && err.afterMs === 7000,
    );
  });
});
