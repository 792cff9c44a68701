import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { QueueName } from "../../../src/jobs/queue/queues.ts";
import { newExport } from "../../support/exports.ts";
import { withQueue } from "../../support/jobs/queue.ts";
import { type MailSink, startMailSink } from "../../support/mail/sink.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock, wishFor } from "../../support/shop.ts";

const suite = atEnd();
let sink: MailSink;
let service: Service;
before(async () => {
  sink = await startMailSink(suite);
  service = await startService(suite, {
    ALLOW_PRIVATE_TARGETS: "true",
    SMTP_URL: sink.url,
    SMTP_ALLOW_PLAIN: "true",
    MAIL_FROM: "Wishes <wishes@shop.example>",
  });
});

const done = () => settled(service, { withinMs: 0 });

/** Suspends the tenant before the jobs that `begin` adds to a queue begin. */
async function suspendedAfter(shop: Caller, queueName: QueueName, begin: () => Promise<unknown>) {
  await withQueue(service, queueName, async (queue) => {
    await queue.pause();
    await begin();
    await service.tenants.setState(shop.tenantId, "suspended");
    await queue.resume();
  });
  await done();
}

/** Resumes the tenant, and makes its jobs notice it at once. */
async function resumed(shop: Caller, queueName: QueueName) {
  await service.tenants.setState(shop.tenantId, "active");
  await withQueue(service, queueName, (queue) => queue.promoteJobs());
  await done();
}

describe("a suspended tenant", () => {
  it("gets no webhooks; waiting ones are delivered once it is resumed", async (t) => {
    const shop = await service.newCaller();
    const { url, received } = await startReceiver(t, () => ({ status: 200 }));
    await shop.post(`${WS}/webhook-endpoints`, { url, events: ["customer.created"] });
    await suspendedAfter(shop, "webhooks", () => shop.newCustomer());
    assert.equal(received.length, 0);
    await resumed(shop, "webhooks");
    assert.equal(received.length, 1);
  });

  it("gets no exports; a waiting run continues once it is resumed", async (t) => {
    const shop = await service.newCaller();
    await shop.newItem((await shop.newWishlist()).id);
    const { url, received } = await startReceiver(t, () => ({ status: 200 }));
    const { id } = await newExport(shop, { connector: { type: "webhook", url }, onlyConsenting: false });
    await done();
    await suspendedAfter(shop, "export-runs", () => shop.post(`${WS}/exports/${id}/runs`));
    assert.equal(received.length, 0);
    await resumed(shop, "export-runs");
    assert.equal(received.length, 1);
  });

  it("gets no e-mail sent: the e-mail fails, and may be sent again once the tenant is resumed", async () => {
    const shop = await service.newCaller();
    await shop.put(`${WS}/settings`, {
      alerts: { holdSeconds: 0, email: true },
      mail: { collectSeconds: 3 },
    });
    const email = `${unique("ada")}@example.com`;
    const product = await newProduct(shop, { available: 0 });
    const { customer } = await wishFor(shop, product, { notifyMe: true }, { email });
    await done();
    await setStock(shop, product.variantRef, 1);
    await done();
    await service.tenants.setState(shop.tenantId, "suspended");
    await settled(service);
    assert.deepEqual(sink.asked, []);
    await service.tenants.setState(shop.tenantId, "active");
    const [alert] = await alertsOf(shop, customer);
    assert.deepEqual([alert.email.status, alert.email.reason], ["failed", "the tenant is suspended"]);
    assert.equal((await shop.post(`${WS}/alerts/${alert.id}/retry-mail`)).status, 202);
    await settled(service);
    assert.deepEqual(sink.asked, [email]);
  });
});
