import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { collected } from "../../support/mail/jobs.ts";
import { type MailSink, startMailSink } from "../../support/mail/sink.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock, wishFor } from "../../support/shop.ts";

const suite = atEnd();
const MAIL_FROM = "Wishes <wishes@shop.example>";
/** Addresses that the mail server accepts now. */
const known = new Set<string>();
let sink: MailSink;
let service: Service;
before(async () => {
  sink = await startMailSink(suite, (to) =>
    known.has(to) ? undefined : { code: 550, words: "5.1.1 no such user" },
  );
  service = await startService(suite, { SMTP_URL: sink.url, SMTP_ALLOW_PLAIN: "true", MAIL_FROM });
});

const mailsTo = (address: string) => sink.mails.filter(({ to }) => to.includes(address)).length;
const retry = (shop: Caller, { id }: Json, headers = {}) =>
  shop.post(`${WS}/alerts/${id}/retry-mail`, undefined, { headers });

/** A shop whose first e-mail to a customer has failed; the mail server accepts the address now. */
async function newFailure(shop?: Caller) {
  const own = shop ?? (await service.newCaller());
  await own.put(`${WS}/settings`, { alerts: { holdSeconds: 0, email: true }, mail: { collectSeconds: 1 } });
  const email = `${unique("ada")}@example.com`;
  const product = await newProduct(own, { available: 0 });
  const { customer } = await wishFor(own, product, { notifyMe: true }, { email });
  await settled(service, { withinMs: 0 });
  await setStock(own, product.variantRef, 1);
  const mail = async () => {
    await settled(service);
    return (await alertsOf(own, customer))[0].email;
  };
  assert.equal((await mail()).status, "failed");
  known.add(email);
  const [alert] = await alertsOf(own, customer);
  return { shop: own, email, customer, alert, product, mail };
}

describe("an e-mail that has failed", () => {
  it("is sent again on request, and once, however often the request comes", async () => {
    const { shop, email, alert, mail } = await newFailure();
    const answers = await Promise.all([retry(shop, alert), retry(shop, alert)]);
    for (const { status, body } of answers)
      assert.deepEqual([status, body.id, body.email.status], [202, alert.id, "pending"]);
    assert.equal((await mail()).status, "sent");
    assert.equal((await retry(shop, alert)).body.email.status, "sent");
    assert.equal((await mail()).status, "sent");
    assert.equal(mailsTo(email), 1);
  });

  it("gets the first answer again under the same Idempotency-Key", async () => {
    const { shop, email, alert, mail } = await newFailure();
    const key = { "Idempotency-Key": unique("key") };
    const first = await retry(shop, alert, key);
    await mail();
    const again = await retry(shop, alert, key);
    assert.equal(again.text, first.text);
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.equal(mailsTo(email), 1);
  });

  it("is not sent again to a customer who has unsubscribed since", async () => {
    const { shop, email, customer, alert, mail } = await newFailure();
    await shop.put(`${CS}/customers`, { id: customer.id, alerts_unsubscribed_at: new Date().toISOString() });
    const { body } = await retry(shop, alert);
    assert.deepEqual([body.email.status, body.email.reason], ["suppressed", "unsubscribed"]);
    await mail();
    assert.equal(mailsTo(email), 0);
  });

  it("is not sent to a customer who unsubscribes before, and omits wishes that are sold out", async () => {
    const shop = await service.newCaller();
    const [gone, soldOut] = [await newFailure(shop), await newFailure(shop)];
    await shop.put(`${WS}/settings`, { mail: { collectSeconds: 3600 } });
    for (const { alert } of [gone, soldOut])
      assert.equal((await retry(shop, alert)).body.email.status, "pending");
    await shop.put(`${CS}/customers`, {
      id: gone.customer.id,
      alerts_unsubscribed_at: new Date().toISOString(),
    });
    await setStock(shop, soldOut.product.variantRef, 0);
    await settled(service);
    assert.equal(await collected(service, shop), 2);
    assert.equal((await gone.mail()).reason, "unsubscribed");
    assert.equal((await soldOut.mail()).reason, "sold out");
    assert.equal(mailsTo(gone.email) + mailsTo(soldOut.email), 0);
  });

  it("is answered 404 in another store, for an unknown alert, and for a customer who was deleted", async () => {
    const { shop, alert, customer } = await newFailure();
    const other = await service.newCaller();
    assert.equal((await retry(other, alert)).status, 404);
    for (const id of ["a", "none", `${alert.id}0`, alert.id.replace(/^a/, "w"), "azzzzzzzzz0zz0"])
      assert.equal((await retry(shop, { id })).status, 404, id);
    await shop.delete(`${CS}/customers/${customer.id}?wishlists=true`);
    assert.equal((await retry(shop, alert)).status, 404);
  });
});

describe("many e-mails that have failed", () => {
  const retryAll = (shop: Caller, ids: unknown, headers = {}) =>
    shop.post(`${WS}/alerts/retry-mail`, { ids }, { headers });

  it("are sent again by one request, each once, however often it comes", async () => {
    const shop = await service.newCaller();
    const failures = [await newFailure(shop), await newFailure(shop), await newFailure(shop)];
    const [, unsubscribed] = failures;
    await shop.put(`${CS}/customers`, {
      id: unsubscribed?.customer.id,
      alerts_unsubscribed_at: new Date().toISOString(),
    });
    const ids = [...failures.map(({ alert }) => alert.id as string), "none"];
    const outcomes = ({ body }: Json) =>
      (body.results as Json[]).map(({ id, email, error }) => [id, email?.status ?? error.code]);
    const expected = ["pending", "suppressed", "pending", "ResourceNotFound"];
    const answers = await Promise.all([retryAll(shop, ids), retryAll(shop, ids)]);
    for (const answer of answers) {
      assert.equal(answer.status, 202, answer.text);
      assert.deepEqual(
        outcomes(answer),
        ids.map((id, i) => [id, expected[i]]),
      );
    }
    await settled(service);
    const sent = (await retryAll(shop, ids)).body.results.map(({ email }: Json) => email?.status);
    assert.deepEqual(sent, ["sent", "suppressed", "sent", undefined]);
    await settled(service);
    assert.deepEqual(
      failures.map(({ email }) => mailsTo(email)),
      [1, 0, 1],
    );
  });

  it("get the first answer again under the same Idempotency-Key, and 422 for others", async () => {
    const { shop, email, alert, mail } = await newFailure();
    const key = { "Idempotency-Key": unique("key") };
    const first = await retryAll(shop, [alert.id], key);
    assert.equal((await mail()).status, "sent");
    const again = await retryAll(shop, [alert.id], key);
    assert.deepEqual([again.text, again.headers["idempotency-replayed"]], [first.text, "true"]);
    assert.equal((await retryAll(shop, ["none"], key)).status, 422);
    assert.equal(mailsTo(email), 1);
  });

  it("are those of the own store only, and need the scope", async () => {
    const { shop, email, alert } = await newFailure();
    const other = await service.newCaller();
    assert.equal((await retryAll(other, [alert.id])).body.results[0].error.code, "ResourceNotFound");
    const { credentials } = shop as Caller & { credentials: Parameters<Service["callerFor"]>[0] };
    const reader = await service.callerFor(credentials, "events:read");
    assert.equal((await retryAll(reader, [alert.id])).status, 403);
    assert.equal((await retryAll(shop, [alert.id], { Authorization: undefined })).status, 401);
    await settled(service);
    assert.equal(mailsTo(email), 0);
  });

  it("are refused with the invalid field", async () => {
    const shop = await service.newCaller();
    const wrong: [ids: unknown, path: string][] = [
      [undefined, "/ids"],
      [[], "/ids"],
      [Array.from({ length: 51 }, (_, i) => `a${i}`), "/ids"],
      [["a", 7], "/ids/1"],
      [[""], "/ids/0"],
    ];
    for (const [ids, at] of wrong) {
      const { status, body, text } = await retryAll(shop, ids);
      assert.equal(status, 400, text);
      assert.deepEqual(
        body.errors.map(({ path }: Json) => path),
        [at],
      );
    }
  });
});
