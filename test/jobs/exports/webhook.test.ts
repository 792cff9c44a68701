import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Refused } from "../../../src/jobs/exports/connector.ts";
import { openWebhook, withSecret } from "../../../src/jobs/exports/connectors/webhook.ts";
import { wordsOf } from "../../support/exports.ts";
import {
  deletionOf,
  itemOf,
  itemsOf,
  newContext,
  sendAll,
  sendOne,
} from "../../support/platforms/records.ts";
import { answers, busy, cut } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { given } from "../../support/service.ts";

const { secret } = withSecret({ type: "webhook", url: "https://example.com/hook" });
const openAt = (url: string, settings = {}) =>
  openWebhook({ type: "webhook", url: `${url}/hook`, secret, ...settings }, newContext());

describe("openWebhook", () => {
  it("sends records unchanged, signed according to Standard Webhooks", async (t) => {
    const receiver = await startWebhookReceiver(t, { secret });
    const records = [itemOf(1), deletionOf(2)];
    const result = await sendOne(openAt(receiver.url), ...records);
    assert.deepEqual(result, { accepted: 2, rejected: [] });
    assert.deepEqual(receiver.taken.get("batch"), {
      type: "wishlist.export",
      timestamp: deletionOf(2).time,
      data: { exportId: "ex1", runId: "run1", records: JSON.parse(JSON.stringify(records)) },
    });
  });

  it("sends a batch that has grown in messages of at most the chosen size", async (t) => {
    const receiver = await startWebhookReceiver(t, { secret });
    const records = itemsOf(5);
    const result = await sendOne(openAt(receiver.url, { batchSize: 4 }), ...records);
    assert.deepEqual(result, { accepted: 5, rejected: [] });
    assert.deepEqual(
      [...receiver.taken].map(([id, { data }]) => [id, data.records.length]),
      [
        ["batch-1", 3],
        ["batch-2", 2],
      ],
    );
  });

  it("sends every change exactly once after any faults, and repeats messages byte for byte", async (t) => {
    const receiver = await startWebhookReceiver(t, { secret });
    receiver.faults.push(
      cut("after"),
      cut("before"),
      busy(1),
      undefined,
      answers(500, "after"),
      answers(503),
    );
    const records = itemsOf(60);
    const result = await sendAll(() => openAt(receiver.url, { batchSize: 20 }), records);
    assert.deepEqual(result, { accepted: 60, skipped: {}, rejected: [] });
    assert.deepEqual(
      [...receiver.taken.values()].flatMap(({ data }) => data.records.map(({ id }) => id)),
      records.map(({ id }) => id),
    );
    const bodies = new Map<unknown, Set<string>>();
    for (const { headers, body } of receiver.requests) {
      const known = bodies.get(headers["webhook-id"]) ?? new Set();
      bodies.set(headers["webhook-id"], known.add(body.toString()));
    }
    assert.deepEqual(
      [...bodies.values()].map(({ size }) => size),
      [1, 1, 1],
    );
  });

  it("rejects the records of a message that the receiver cannot accept", async (t) => {
    const receiver = await startWebhookReceiver(t, { secret });
    receiver.faults.push(answers(422));
    const { accepted, rejected } = await sendOne(openAt(receiver.url), itemOf(1), itemOf(2));
    assert.equal(accepted, 0);
    assert.deepEqual(
      rejected.map(({ id }) => id),
      [itemOf(1).id, itemOf(2).id],
    );
    assert.match(wordsOf(given(rejected[0]).reason), /^the receiver answered 422/);
  });

  it("divides a message that is too large for the receiver, and rejects only a record that is too large alone", async (t) => {
    const receiver = await startWebhookReceiver(t, { secret, maxBytes: 10_000 });
    const { item, ...rest } = itemOf(7);
    const large = { ...rest, item: { ...item, note: "n".repeat(10_000) } };
    const records = itemsOf(40).with(7, large);
    const { accepted, rejected } = await sendOne(openAt(receiver.url), ...records);
    assert.equal(accepted, records.length - 1);
    assert.deepEqual(
      rejected.map(({ id, reason }) => [id, wordsOf(reason)]),
      [[large.id, "the receiver answered 413"]],
    );
    const others = records.filter((record) => record !== large).map(({ id }) => id);
    const taken = () => [...receiver.taken].map(([id, { data }]) => [id, data.records.map(({ id }) => id)]);
    const messages = taken();
    assert.deepEqual(
      messages.flatMap(([, ids]) => ids),
      others,
    );
    await sendOne(openAt(receiver.url), ...records);
    assert.deepEqual(taken(), messages, "a repeated batch has the same messages");
  });

  it("stops if the receiver is gone, redirects, or refuses the signature, and shows no secret", async (t) => {
    const receiver = await startWebhookReceiver(t, { secret });
    receiver.faults.push(answers(410), { when: "before", what: { status: 308, headers: { location: "/" } } });
    for (const settings of [{}, {}, { secret: `whsec_${"A".repeat(32)}` }]) {
      await assert.rejects(
        sendOne(openAt(receiver.url, settings), itemOf(1)),
        (err: Error) => err instanceof Refused && !err.message.includes("whsec_"),
      );
    }
    assert.equal(receiver.taken.size, 0);
    assert.equal(receiver.requests.length, 3);
  });

  it("creates a new secret for each export without one, and sends nothing without a secret", () => {
    const settings = { type: "webhook", url: "https://example.com" } as const;
    const made = [withSecret(settings).secret, withSecret(settings).secret];
    assert.notEqual(made[0], made[1]);
    for (const one of made) assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(withSecret({ ...settings, secret }).secret, secret);
    assert.throws(() => openWebhook(settings, newContext()), Refused);
  });
});
