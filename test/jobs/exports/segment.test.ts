import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Refused } from "../../../src/jobs/exports/connector.ts";
import { openSegment } from "../../../src/jobs/exports/connectors/segment.ts";
import { wordsOf } from "../../support/exports.ts";
import {
  customerOf,
  deletionOf,
  itemOf,
  itemsOf,
  newContext,
  sendAll,
  sendOne,
} from "../../support/platforms/records.ts";
import { startSegment } from "../../support/platforms/segment.ts";
import { answers, busy, cut } from "../../support/platforms/server.ts";
import { given } from "../../support/service.ts";

const writeKey = "segment-secret";
const openAt = (baseUrl: string, settings = {}) =>
  openSegment({ type: "segment", baseUrl, writeKey, ...settings }, newContext());

describe("openSegment", () => {
  it("identifies each person once per batch, and sends wishes with the names of Segment's spec", async (t) => {
    const segment = await startSegment(t);
    const customer = customerOf(1, { phone: "+49301234567", lastName: "Lee" });
    const { accepted } = await sendOne(
      openAt(segment.url),
      itemOf(1, { customer }),
      itemOf(2, { customer, change: "updated" }),
      deletionOf(3, { customer }),
    );
    assert.equal(accepted, 3);
    const [person, wish, ...rest] = [...segment.taken.values()];
    assert.deepEqual(person, {
      type: "identify",
      messageId: `batch:${itemOf(1).id}:identify`,
      userId: "ref-1",
      traits: {
        email: "person1@example.com",
        phone: "+49301234567",
        firstName: "Ann",
        lastName: "Lee",
        wishlistMarketingConsent: true,
      },
    });
    const { properties, ...track } = given(wish);
    assert.deepEqual(track, {
      type: "track",
      messageId: itemOf(1).id,
      timestamp: itemOf(1).time,
      userId: "ref-1",
      event: "Product Added to Wishlist",
    });
    assert.equal(properties?.["wishlist_id"], "w1");
    assert.deepEqual(
      rest.map(({ event }) => event),
      ["Wishlist Product Updated", "Product Removed from Wishlist"],
    );
  });

  it("withdraws the consent of customers who withdrew it, and sets it again if they consent again", async (t) => {
    const segment = await startSegment(t);
    const customer = customerOf(1);
    const withdrawn = deletionOf(1, { what: "customer", reason: "withdrawn" });
    const result = await sendOne(openAt(segment.url), itemOf(1), withdrawn, itemOf(2, { customer }));
    assert.equal(result.accepted, 3);
    const consents = [...segment.taken.values()].flatMap(({ traits }) =>
      traits ? [traits["wishlistMarketingConsent"]] : [],
    );
    assert.deepEqual(consents, [true, false, true]);
  });

  it("sends all events of a customer who consents, withdraws and consents again, with the same wish each time", async (t) => {
    const segment = await startSegment(t);
    const withdrawn = deletionOf(1, { what: "customer", reason: "withdrawn" });
    for (const [i, record] of [itemOf(1), withdrawn, itemOf(1)].entries()) {
      const connector = openAt(segment.url);
      for (let times = 0; times < 2; times++)
        await connector.send({ id: `batch-${i}`, records: [record] }, new AbortController().signal);
      await connector.close?.();
    }
    const consents = [...segment.taken.values()].flatMap(({ traits }) =>
      traits ? [traits["wishlistMarketingConsent"]] : [],
    );
    assert.deepEqual(consents, [true, false, true]);
  });

  it("identifies a person without a reference by e-mail address, and never sends the service's own id as user id", async (t) => {
    const segment = await startSegment(t);
    const customer = { customerId: "c1", email: "ann@example.com", acceptsMarketing: true };
    await sendOne(openAt(segment.url), itemOf(1, { customer }));
    for (const { type, userId, anonymousId, traits, context } of segment.taken.values()) {
      assert.deepEqual([userId, anonymousId], [undefined, "c1"]);
      assert.equal((type === "identify" ? traits : context?.traits)?.["email"], customer.email);
    }
  });

  it("sends every change exactly once after any faults", async (t) => {
    const segment = await startSegment(t);
    segment.faults.push(cut("after"), cut("before"), busy(1), undefined, answers(500, "after"), answers(503));
    const records = itemsOf(60);
    const result = await sendAll(() => openAt(segment.url), records, 20);
    assert.deepEqual(result, { accepted: 60, skipped: {}, rejected: [] });
    const tracked = [...segment.taken.values()].filter(({ type }) => type === "track");
    assert.deepEqual(
      tracked.map(({ messageId }) => messageId),
      records.map(({ id }) => id),
    );
    assert.deepEqual(segment.faults, []);
  });

  it("sends no batch larger than 500 KB, and no event larger than 32 KB", async (t) => {
    const segment = await startSegment(t);
    const title = (length: number) => ({ product: { title: "ä".repeat(length) } });
    const records = itemsOf(60, (n) => title(n === 5 ? 16_000 : 13_000));
    const { accepted, rejected } = await sendAll(() => openAt(segment.url), records);
    assert.equal(accepted, 59);
    assert.deepEqual(
      rejected.map(({ id, reason }) => [id, wordsOf(reason)]),
      [[given(records[5]).id, "Segment accepts no event of more than 32 KB"]],
    );
    assert.deepEqual(segment.dropped, []);
    assert.equal(segment.requests.length, 4);
    assert.ok(segment.requests.every(({ body }) => body.length <= 500_000));
  });

  it("sends many more records per request if they are small", async (t) => {
    const segment = await startSegment(t);
    await sendAll(() => openAt(segment.url), itemsOf(500));
    assert.equal(segment.requests.length, 1);
    assert.equal(segment.taken.size, 1000);
  });

  it("is refused with a wrong key, and shows it neither in plain text nor encoded", async (t) => {
    const segment = await startSegment(t);
    const sent = Buffer.from("wrong-key:").toString("base64");
    await assert.rejects(
      sendOne(openAt(segment.url, { writeKey: "wrong-key" }), itemOf(1)),
      (err: Error) =>
        err instanceof Refused && !err.message.includes("wrong-key") && !err.message.includes(sent),
    );
  });
});
