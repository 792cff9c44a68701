import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { queueOf } from "../../support/jobs/queue.ts";
import { collected } from "../../support/mail/jobs.ts";
import { MailStage, newAddress, newWaiter } from "../../support/mail/stage.ts";
import { atEnd, dump, keysWith } from "../../support/redis.ts";
import { CS, given, type Json, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, explanationOf, setStock } from "../../support/shop.ts";

const suite = atEnd();
let mails: MailStage;
let service: Service;
before(async () => {
  mails = await MailStage.start(suite);
  ({ service } = mails);
});

/** All data of the store and the queues. */
async function everything(): Promise<string> {
  const keys = await keysWith(service.redis, service.prefix);
  return (await Promise.all(keys.map(async (key) => `${key} ${await dump(service.redis, key)}`))).join("\n");
}

describe("the delivery of alerts by e-mail", { concurrency: true }, () => {
  it("is repeated after a temporary failure of the mail server, and sends once", async () => {
    const shop = await mails.newShop();
    const email = newAddress("greylisted");
    const { customer, variantRef } = await mails.newWaiter(shop, email);
    await setStock(shop, variantRef, 1);
    await mails.mailOf(shop, customer, "sent");
    assert.equal(mails.mailsTo(email).length, 1);
    assert.equal(mails.sink.asked.filter((address) => address === email).length, 2);
  });

  it("fails if the mail server refuses, and neither ledger nor queue has the address", async () => {
    const shop = await mails.newShop();
    const email = newAddress("unknown");
    const { customer, variantRef } = await mails.newWaiter(shop, email);
    await setStock(shop, variantRef, 1);
    assert.equal(
      (await mails.mailOf(shop, customer, "failed")).reason,
      "the mail server answered 550 5.1.1 to RCPT TO",
    );
    await shop.delete(`${CS}/customers/${customer.id}?wishlists=true`);
    const held = await everything();
    for (const trace of [email, email.split("@")[0] ?? ""]) assert.ok(!held.includes(trace), trace);
  });

  it("is listed by status, for the whole store", async () => {
    const shop = await mails.newShop();
    const found: Record<string, string[]> = { failed: [], sent: [], pending: [] };
    for (const [status, email] of [
      ["failed", newAddress("unknown")],
      ["sent", newAddress()],
    ] as const) {
      const { customer, variantRef } = await mails.newWaiter(shop, email);
      await setStock(shop, variantRef, 1);
      await mails.mailOf(shop, customer, status);
      const [{ id }] = await alertsOf(shop, customer);
      found[status]?.push(id);
    }
    for (const [emailStatus, ids] of Object.entries(found)) {
      const { body } = await shop.get(`${WS}/alerts/list?emailStatus=${emailStatus}`);
      assert.deepEqual(
        body.alerts.map(({ id }: Json) => id),
        ids,
        emailStatus,
      );
    }
    const { status, body } = await shop.get(`${WS}/alerts/list?emailStatus=lost`);
    assert.deepEqual([status, body.errors[0].path], [400, "emailStatus"]);
  });

  it("is skipped for a customer who was deleted in the meantime, and no data of the person is left", async () => {
    const shop = await mails.newShop({ mail: { collectSeconds: 3600 } });
    const email = newAddress();
    const { customer, variantRef } = await mails.newWaiter(shop, email);
    await setStock(shop, variantRef, 1);
    await mails.mailOf(shop, customer, "pending");
    await shop.delete(`${CS}/customers/${customer.id}?wishlists=true`);
    assert.equal(await collected(service, shop), 1);
    await settled(service);
    assert.equal(mails.mailsTo(email).length, 0);
    assert.ok(!(await everything()).includes(email));
  });

  it("is not repeated by a job that runs again", async (t) => {
    const shop = await mails.newShop();
    const email = newAddress();
    const { customer, variantRef } = await mails.newWaiter(shop, email);
    await setStock(shop, variantRef, 1);
    await mails.mailOf(shop, customer, "sent");
    const queue = queueOf(t, service, "mail");
    const ofShop = async () =>
      (await queue.getCompleted()).find(({ data }: Json) => data.storeKey.startsWith(`${shop.tenantId}/`));
    await given(await ofShop()).retry("completed");
    await settled(service);
    assert.ok(await ofShop(), "the job runs again");
    assert.equal(mails.mailsTo(email).length, 1);
  });

  it("is off until the tenant switches it on", async () => {
    const shop = await mails.newShop({ alerts: { email: false } });
    const { customer, variantRef } = await mails.newWaiter(shop, newAddress());
    await setStock(shop, variantRef, 1);
    await settled(service);
    const [{ status, email }] = await alertsOf(shop, customer);
    assert.deepEqual([status, email], ["sent", undefined]);
  });

  it("is skipped in a service without a mail server", async (t) => {
    const plain = await startService(t);
    const shop = await plain.newCaller();
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, email: true } });
    const { customer, variantRef } = await newWaiter(plain, shop, newAddress());
    await setStock(shop, variantRef, 1);
    await settled(plain);
    const [{ status, email }] = await alertsOf(shop, customer);
    assert.deepEqual([status, email], ["sent", undefined]);
    const { email: mail } = await explanationOf(shop, customer, variantRef);
    assert.equal(mail.decision, "blocked by mail server");
  });
});

describe("the settings of e-mail", () => {
  it("are refused if they would break a header field, and cleared with null", async () => {
    const shop = await mails.newShop();
    for (const [name, value] of [
      ["shopName", "Peak\r\nBcc: eve@example.com"],
      ["replyTo", "a@b.example, eve@example.com"],
      ["shopUrl", "javascript:alert(1)"],
      ["collectSeconds", 0],
    ] as const) {
      const { status, body } = await shop.put(`${WS}/settings`, { mail: { [name]: value } });
      assert.deepEqual([status, body.errors[0].path], [400, `/mail/${name}`]);
    }
    await shop.put(`${WS}/settings`, { mail: { shopName: "Peak" } });
    const { body } = await shop.put(`${WS}/settings`, { mail: { shopName: null } });
    assert.deepEqual(body.mail, {
      shopName: null,
      shopUrl: null,
      replyTo: null,
      collectSeconds: 1,
      language: "en",
      texts: null,
    });
  });

  it("accept the tenant's own texts with known placeholders only, up to a limit of bytes", async () => {
    const shop = await mails.newShop();
    const put = (texts: unknown) => shop.put(`${WS}/settings`, { mail: { language: "de", texts } });
    const long = Object.fromEntries(
      ["view", "reason", "introOne", "fewLeft", "oneMore", "unsubscribe", "priceDrop"].map((name) => [
        name,
        "€".repeat(200),
      ]),
    );
    for (const [texts, path] of [
      [{ view: "a\nb" }, "/mail/texts/view"],
      [{ view: "{count}" }, "/mail/texts/view"],
      [{ more: "{" }, "/mail/texts/more"],
      [{ more: "" }, "/mail/texts/more"],
      [{ more: " \u3000" }, "/mail/texts/more"],
      [{ more: "x".repeat(201) }, "/mail/texts/more"],
      [long, "/mail/texts"],
    ] as const) {
      const { status, body } = await put(texts);
      assert.deepEqual([status, body.errors?.[0].path], [400, path]);
    }
    const { body } = await put({ more: "{count} mehr", view: "Zum Artikel" });
    assert.deepEqual(body.mail.texts, { more: "{count} mehr", view: "Zum Artikel" });
    assert.equal((await put(null)).body.mail.texts, null);
    assert.equal((await shop.put(`${WS}/settings`, { mail: { language: "xx" } })).status, 400);
  });
});
