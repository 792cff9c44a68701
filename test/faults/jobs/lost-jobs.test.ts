import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { AlertLedger } from "../../../src/store/read/alert-ledger.ts";
import { withQueue } from "../../support/jobs/queue.ts";
import { startMailSink } from "../../support/mail/sink.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { type Caller, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock, wishFor } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const WAITERS = 3;
const CALM = { holdSeconds: 0, waveMultiple: 1000, waveSeconds: 0 };

const suite = atEnd();
let service: Service;
let queues: RedisServer["redis"];
/** The mail server and the receiver refuse everything for now. */
let isAway = true;

let sink: Awaited<ReturnType<typeof startMailSink>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

const newShop = async (settings: object): Promise<Caller> => {
  const shop = await service.newCaller();
  const set = await shop.put(`${WS}/settings`, settings);
  assert.equal(set.status, 200, set.text);
  return shop;
};

/** A product whose variant is sold out, with customers who wait for it. */
async function awaited(shop: Caller, waiters: number, name = "c") {
  const product = await newProduct(shop, { available: 0 });
  const customers: Json[] = [];
  for (let i = 0; i < waiters; i++) {
    const email = `${unique(name)}@example.com`;
    customers.push((await wishFor(shop, product, { notifyMe: true }, { email })).customer);
  }
  await settled(service, { withinMs: 0 });
  return { customers, rise: (units: number) => setStock(shop, product.variantRef, units) };
}

const counts = (shop: Caller, customers: readonly Json[]) =>
  Promise.all(customers.map(async (customer) => (await alertsOf(shop, customer)).length));

const mailsTo = ({ email }: Json) => sink.mails.filter(({ to }) => to.includes(email));

const delayed = (name: "alerts" | "mail" | "webhooks") =>
  withQueue({ redis: queues, keys: service.keys }, name, (queue) => queue.getDelayedCount());

let mailing: Caller;
let collecting: Json;
let retried: Json;
let retriedMessage: string | undefined;
let endpoint: string;
let hooked: Caller;
let pausing: { shop: Caller; customers: Json[] };
let holding: { shop: Caller; customers: Json[] };

before(async () => {
  sink = await startMailSink(suite, (to) =>
    isAway && to.startsWith("retried") ? { code: 450, words: "later" } : undefined,
  );
  receiver = await startReceiver(suite, () => ({ status: isAway ? 500 : 204 }));
  const server = await RedisServer.start(suite);
  queues = server.redis;
  service = await startService(suite, {
    JOBS_REDIS_URL: server.url,
    PARTITIONS: "4",
    ALLOW_PRIVATE_TARGETS: "true",
    ...{ SMTP_URL: sink.url, SMTP_ALLOW_PLAIN: "true", MAIL_FROM: "wishes@shop.example" },
  });
  // All work that only a job records runs at the same time.
  mailing = await newShop({ alerts: { ...CALM, email: true }, mail: { collectSeconds: 1 } });
  const first = await awaited(mailing, 1, "retried");
  [retried] = first.customers;
  await first.rise(5);
  await until("the mail server is away", () => sink.asked.length > 0);
  const layout = await openLayout(service.redis, service.keys, 4);
  const ledger = new AlertLedger(service.redis, service.keys);
  const slot = layout.slotOfId(`${mailing.tenantId}/default`, retried.svc_customer_id ?? retried.id);
  retriedMessage = slot && (await ledger.of(slot))[0]?.email?.messageId;
  await mailing.put(`${WS}/settings`, { mail: { collectSeconds: 12 } });
  const second = await awaited(mailing, 1);
  [collecting] = second.customers;
  await second.rise(5);
  await until("the alert waits for its e-mail", async () => (await counts(mailing, [collecting]))[0] === 1);
  hooked = await newShop({ alerts: CALM });
  endpoint = (
    await hooked.post(`${WS}/webhook-endpoints`, { url: receiver.url, events: ["customer.created"] })
  ).body.id;
  await hooked.newCustomer();
  await hooked.newCustomer();
  pausing = await startWave({ ...CALM, waveMultiple: 1, waveSeconds: 5 });
  await until("the wave pauses", async () => (await counts(pausing.shop, pausing.customers)).includes(1));
  holding = await startWave({ ...CALM, holdSeconds: 5 });
  await until("the deliveries have failed", () => receiver.received.length >= 2);
  await until("the wave is held", async () => (await delayed("alerts")) >= 2);
  isAway = false;
  await queues.flushall();
});

async function startWave(alerts: object) {
  const shop = await newShop({ alerts });
  const { customers, rise } = await awaited(shop, WAITERS);
  await rise(1);
  return { shop, customers };
}

describe("jobs that the Redis of the queues has lost", () => {
  it("are replaced for an e-mail that collects alerts, which is sent once", async () => {
    await until("the e-mail", () => mailsTo(collecting).length > 0);
    await settled(service);
    assert.equal(mailsTo(collecting).length, 1);
    assert.equal((await alertsOf(mailing, collecting))[0]?.email.status, "sent");
  });

  it("are replaced for an e-mail that the mail server refused, which is sent once under the id of its first attempt", async () => {
    await until("the e-mail", () => mailsTo(retried).length > 0);
    await settled(service);
    assert.ok(retriedMessage);
    assert.deepEqual(
      mailsTo(retried).map(({ headers }) => headers["message-id"]?.includes(retriedMessage ?? "?")),
      [true],
    );
    assert.equal((await alertsOf(mailing, retried))[0]?.email.status, "sent");
  });

  it("are replaced for failed deliveries, each of which is retried as its next attempt until it is accepted", async () => {
    const log = async (): Promise<Json[]> =>
      (await hooked.get(`${WS}/webhook-endpoints/${endpoint}/deliveries`)).body.deliveries;
    await until("the deliveries", async () => {
      const taken = (await log()).filter(({ outcome }) => outcome === "delivered");
      return taken.length === 2;
    });
    await settled(service);
    const attempts = (await log()).map(({ attempt, outcome }) => `${attempt} ${outcome}`).sort();
    assert.deepEqual(attempts, ["1 failed", "1 failed", "2 delivered", "2 delivered"]);
    assert.equal(receiver.received.length, 4);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    assert.equal(new Set(ids).size, 2);
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 2);
  });

  const waves: [string, () => typeof pausing][] = [
    ["of a wave that pauses: it goes on, and alerts each customer once", () => pausing],
    ["of a wave whose hold time is not over: it begins, and alerts each customer once", () => holding],
  ];
  for (const [promise, wave] of waves)
    it(promise, async () => {
      const { shop, customers } = wave();
      const all = async () => (await counts(shop, customers)).every((count) => count > 0);
      await until("all are alerted", all);
      await settled(service);
      assert.deepEqual(await counts(shop, customers), [1, 1, 1]);
    });
});
