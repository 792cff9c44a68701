import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Job } from "bullmq";
import { pino } from "pino";
import { Dispatcher } from "../../../src/actors/runtime/dispatcher.ts";
import { Replies } from "../../../src/actors/runtime/replies.ts";
import { Unavailable } from "../../../src/actors/runtime/unavailable.ts";
import {
  type DigestDeps,
  giveUpDigest,
  type MailJob,
  sendDigest,
} from "../../../src/jobs/mail/send-digest.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { streamReader } from "../../../src/store/partition/stream-reader.ts";
import { AlertLedger } from "../../../src/store/read/alert-ledger.ts";
import { Customers } from "../../../src/store/read/customers.ts";
import { Products } from "../../../src/store/read/products.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { StoreClock } from "../../../src/store/redis/clock.ts";
import { References } from "../../../src/store/references/references.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { openRedis, PARTITIONS } from "../../support/redis.ts";
import { CS, given, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock, wishFor } from "../../support/shop.ts";

/**
 * A customer with an alert whose e-mail waits, and the parts with which its job runs. The service itself runs it much
 * later.
 */
async function setUp(t: TestContext) {
  const service = await startService(t, {
    SMTP_URL: "smtp://127.0.0.1:1",
    SMTP_ALLOW_PLAIN: "true",
    MAIL_FROM: "wishes@shop.example",
  });
  const { redis, keys, tenants } = service;
  const shop = await service.newCaller();
  await shop.put(`${WS}/settings`, {
    alerts: { holdSeconds: 0, email: true },
    mail: { collectSeconds: 3600 },
  });
  const product = await newProduct(shop, { available: 0 });
  const address = `${unique("ada")}@example.com`;
  const { customer } = await wishFor(shop, product, { notifyMe: true }, { email: address });
  await settled(service);
  await setStock(shop, product.variantRef, 1);
  await settled(service);
  const [job] = await queueOf(t, service, "mail").getDelayed();
  const layout = await openLayout(redis, keys, PARTITIONS);
  const clock = new StoreClock();
  await clock.compare(redis, keys);
  const replies = new Replies(unique("node"), keys, PARTITIONS);
  const listening = new AbortController();
  const log = pino({ level: "silent" });
  void replies.listen(streamReader(openRedis(t)), redis, log, listening.signal);
  const limits = { replyTimeoutMs: 10_000, maxPending: 100, maxWaiting: 100, rememberMs: 120_000 };
  const dispatcher = new Dispatcher({ redis, keys, clock, log }, replies, limits);
  t.after(() => {
    listening.abort();
    dispatcher.close();
  });
  const deps: DigestDeps = {
    mailer: { send: () => Promise.reject(new Error("the mail server is away")) },
    ...{ dispatcher, layout, tenants, now: clock.now, onUndecodable: refuseUndecodable },
    customers: new Customers(redis, keys, layout),
    alerts: new AlertLedger(redis, keys),
    products: new Products(redis, keys, layout, new References(redis, keys, layout, 1000)),
    unsubscribeBase: "http://wishlist.test/unsubscribe/",
  };
  const mail = async () => (await alertsOf(shop, customer))[0].email;
  assert.equal((await mail()).status, "pending");
  return { shop, customer, deps, job: given(job) as Job<MailJob>, mail };
}

describe("an e-mail that a message has taken", () => {
  it("is suppressed if the customer's address is removed before it is read", async (t) => {
    const { shop, customer, deps, job, mail } = await setUp(t);
    const at: DigestDeps["customers"]["at"] = async (address) => {
      assert.equal((await mail()).status, "sending");
      assert.equal((await shop.put(`${CS}/customers`, { id: customer.id, email: null })).status, 200);
      return deps.customers.at(address);
    };
    await sendDigest({ ...deps, customers: { at } }, job);
    const { status, reason } = await mail();
    assert.deepEqual([status, reason], ["suppressed", "no e-mail address"]);
  });

  it("fails if the queue gives up its job", async (t) => {
    const { deps, job, mail } = await setUp(t);
    await assert.rejects(sendDigest(deps, job), /mail server is away/);
    assert.equal((await mail()).status, "sending");
    await giveUpDigest(deps, job);
    const { status, reason } = await mail();
    assert.deepEqual([status, reason], ["failed", "the service has failed too often to send it"]);
  });

  it("fails with the last attempt, whose job does not fail: the ledger and the metric of e-mails say it", async (t) => {
    const { deps, job, mail } = await setUp(t);
    Object.assign(job, { attemptsMade: (job.opts.attempts ?? 1) - 1 });
    await sendDigest(deps, job);
    const { status, reason } = await mail();
    assert.equal(status, "failed");
    assert.match(reason, /mail server is away/);
  });

  it("is sent later if the process stops during the last attempt", async (t) => {
    const { deps, job, mail } = await setUp(t);
    Object.assign(job, { attemptsMade: (job.opts.attempts ?? 1) - 1 });
    const stop = new AbortController();
    const send = async () => {
      stop.abort();
      return Promise.reject(new Error("the process has closed the connection"));
    };
    await assert.rejects(sendDigest({ ...deps, mailer: { send } }, job, stop.signal), Unavailable);
    assert.equal((await mail()).status, "sending");
    await sendDigest({ ...deps, mailer: { send: () => Promise.resolve(undefined) } }, job);
    assert.equal((await mail()).status, "sent");
  });

  it("fails also if it still waits for the job that is given up", async (t) => {
    const { deps, job, mail } = await setUp(t);
    const findFor = () => Promise.reject(new Error("the tenant cannot be read"));
    await assert.rejects(sendDigest({ ...deps, tenants: { findFor } }, job), /cannot be read/);
    assert.equal((await mail()).status, "pending");
    await giveUpDigest(deps, job);
    const { status, reason } = await mail();
    assert.deepEqual([status, reason], ["failed", "the service has failed too often to send it"]);
  });
});
