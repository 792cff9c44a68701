import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Refused, RetryLater } from "../../../src/jobs/exports/connector.ts";
import { openBraze } from "../../../src/jobs/exports/connectors/braze.ts";
import { SentBatches } from "../../../src/store/exports/sent-batches.ts";
import { wordsOf } from "../../support/exports.ts";
import { startBraze } from "../../support/platforms/braze.ts";
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
import { type Cleanup, withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

const apiKey = "braze-secret";
const LOST = /^Braze may have accepted it/;

/** Opens connectors to one export, as often as requested. */
function opening(t: Cleanup, baseUrl: string, settings = {}) {
  const { redis, keys } = withRedis(t);
  const context = newContext({ ledger: new SentBatches(redis, keys).of("ex1") });
  return () => openBraze({ type: "braze", baseUrl, apiKey, ...settings }, context);
}

describe("openBraze", () => {
  it("sends every record as one event, 75 per request", async (t) => {
    const braze = await startBraze(t);
    const result = await sendAll(opening(t, braze.url), itemsOf(200));
    assert.deepEqual(result, { accepted: 200, skipped: {}, rejected: [] });
    assert.equal(braze.requests.length, 3);
    const { properties, ...event } = given(braze.taken[3]);
    assert.deepEqual(event, { external_id: "ref-3", name: "Added to Wishlist", time: itemOf(3).time });
    assert.equal(properties?.["product_id"], "p3");
  });

  it("sends fewer per request if the plan allows fewer", async (t) => {
    const braze = await startBraze(t, { most: 50 });
    assert.equal((await sendAll(opening(t, braze.url, { objects: 50 }), itemsOf(120))).accepted, 120);
    assert.equal(braze.taken.length, 120);
  });

  it("identifies a person without a reference by e-mail address, then by phone number", async (t) => {
    const braze = await startBraze(t);
    const known = { customerId: "c", acceptsMarketing: true, phone: "+49301234567" };
    await sendOne(
      opening(t, braze.url)(),
      itemOf(1, { customer: { ...known, email: "ann@example.com" } }),
      itemOf(2, { customer: known }),
      deletionOf(3, { what: "customer", reason: "withdrawn" }),
    );
    assert.deepEqual(
      braze.taken.map(({ external_id, email, phone, name }) => [external_id ?? email ?? phone, name]),
      [
        ["ann@example.com", "Added to Wishlist"],
        ["+49301234567", "Added to Wishlist"],
        ["ref-3", "Wishlist Consent Withdrawn"],
      ],
    );
  });

  it("sends no change twice after any faults, and each change arrives or is rejected", async (t) => {
    const braze = await startBraze(t);
    // The first batch arrives in the end; of the others, two arrive with an unknown outcome, and two do not.
    braze.faults.push(busy(1), answers(503), answers(502), undefined);
    braze.faults.push(answers(500), cut("after"), cut("before"), undefined, answers(504, "after"));
    const records = itemsOf(60);
    const { accepted, rejected } = await sendAll(opening(t, braze.url), records, 10);
    const ids = braze.taken.map(({ properties }) => properties?.["item_id"]);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(accepted + rejected.length, 60);
    assert.deepEqual([accepted, ids.length], [20, 40]);
    for (const { reason } of rejected) assert.match(wordsOf(reason), LOST);
    assert.deepEqual(braze.faults, []);
  });

  it("repeats its result for a batch that was sent already, and sends nothing", async (t) => {
    const braze = await startBraze(t);
    const open = opening(t, braze.url);
    const records = [itemOf(1), itemOf(2, { customer: customerOf(2, { customerRef: "ref-2" }) })];
    const first = await sendOne(open(), ...records);
    assert.deepEqual(await sendOne(open(), ...records), first);
    assert.equal(braze.requests.length, 1);
  });

  it("does not repeat a batch that a killed process was sending", async (t) => {
    const braze = await startBraze(t);
    const { redis, keys } = withRedis(t);
    const ledger = new SentBatches(redis, keys).of("ex1");
    await ledger.begin("batch");
    const context = newContext({ ledger });
    const result = await sendOne(
      openBraze({ type: "braze", baseUrl: braze.url, apiKey }, context),
      itemOf(1),
    );
    assert.deepEqual([result.accepted, result.rejected.map(({ id }) => id)], [0, [itemOf(1).id]]);
    assert.match(wordsOf(given(result.rejected[0]).reason), LOST);
    assert.equal(braze.requests.length, 0);
  });

  it("sends a batch that has grown in several requests, and none of them again", async (t) => {
    const braze = await startBraze(t, { most: 2 });
    const open = opening(t, braze.url, { objects: 2 });
    const records = itemsOf(3);
    braze.faults.push(busy(1), undefined, busy(1));
    await assert.rejects(sendOne(open(), ...records), RetryLater);
    assert.equal(braze.taken.length, 0);
    const result = await sendOne(open(), ...records);
    assert.deepEqual([result.accepted, result.rejected.length], [0, 3]);
    for (const { reason } of result.rejected) assert.match(wordsOf(reason), LOST);
    assert.deepEqual(await sendOne(open(), ...records), result);
    assert.equal(braze.taken.length, 2);
    assert.equal((await sendAll(open, itemsOf(5), 5)).accepted, 5);
  });

  it("repeats a batch that certainly did not arrive", async (t) => {
    const braze = await startBraze(t);
    const { redis, keys } = withRedis(t);
    const context = newContext({ ledger: new SentBatches(redis, keys).of("ex1") });
    const nowhere = openBraze({ type: "braze", baseUrl: "http://127.0.0.1:1", apiKey }, context);
    await assert.rejects(sendOne(nowhere, itemOf(1)), RetryLater);
    const result = await sendOne(
      openBraze({ type: "braze", baseUrl: braze.url, apiKey }, context),
      itemOf(1),
    );
    assert.equal(result.accepted, 1);
  });

  it("waits for the answer to a sent batch, even if the run is to stop", async (t) => {
    const braze = await startBraze(t);
    const connector = opening(t, braze.url)();
    const stopping = new AbortController();
    const sending = connector.send({ id: "b", records: [itemOf(1)] }, stopping.signal);
    stopping.abort();
    assert.equal((await sending).accepted, 1);
    await assert.rejects(connector.send({ id: "c", records: [itemOf(2)] }, stopping.signal));
    assert.equal(braze.taken.length, 1);
    await connector.close?.();
  });

  it("rejects the records that an otherwise successful answer names", async (t) => {
    const braze = await startBraze(t);
    const bad = itemOf(1, { customer: { customerId: "c1", email: "nobody", acceptsMarketing: true } });
    const result = await sendOne(opening(t, braze.url)(), itemOf(0), bad, itemOf(2));
    assert.equal(result.accepted, 2);
    assert.deepEqual(
      result.rejected.map(({ id, reason }) => [id, wordsOf(reason)]),
      [[bad.id, "Braze: Valid email required, not nobody"]],
    );
    assert.equal(braze.taken.length, 2);
  });

  it("sends a batch once, whatever a successful answer has instead of the documented errors", async (t) => {
    const braze = await startBraze(t);
    const bodies = [
      ...[{}, 5, [null], ["no"], [{ type: 5, input_array: "events", index: 0.5 }], [{ index: 900 }]],
      ...[[{ type: "no", input_array: "events", index: "0" }], null, [[]]],
    ].map((errors): unknown => ({ message: "success", errors }));
    for (const [i, body] of [...bodies, null, 5, [], "success"].entries()) {
      braze.faults.push({ when: "after", what: { status: 201, body } });
      const open = opening(t, braze.url);
      for (let times = 0; times < 2; times++)
        assert.deepEqual((await sendOne(open(), itemOf(i))).accepted, 1, JSON.stringify(body));
      assert.equal(braze.taken.length, i + 1);
    }
  });

  it("rejects all records of a request that is refused completely", async (t) => {
    const braze = await startBraze(t, { most: 1 });
    const result = await sendOne(opening(t, braze.url)(), itemOf(0), itemOf(1));
    assert.equal(result.accepted, 0);
    assert.deepEqual(
      result.rejected.map(({ reason }) => wordsOf(reason)),
      Array(2).fill('Braze answered 400: {"message":"More than 1 objects"}'),
    );
  });

  it("is refused with a wrong key, and never shows it", async (t) => {
    const braze = await startBraze(t);
    const open = opening(t, braze.url, { apiKey: "wrong-key" });
    await assert.rejects(
      sendOne(open(), itemOf(1)),
      (err: Error) => err instanceof Refused && !err.message.includes("wrong-key"),
    );
  });
});
