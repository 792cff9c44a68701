import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { collected } from "../../support/mail/jobs.ts";
import type { Mail } from "../../support/mail/sink.ts";
import { MailStage, newAddress } from "../../support/mail/stage.ts";
import { atEnd } from "../../support/redis.ts";
import { CS, given, type Json, send, type Service, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, explanationOf, newProduct, setStock, wishFor } from "../../support/shop.ts";

const suite = atEnd();
let mails: MailStage;
let service: Service;
before(async () => {
  mails = await MailStage.start(suite);
  ({ service } = mails);
});

const pathOf = (mail: Mail) => new URL(given(mail.headers["list-unsubscribe"]).slice(1, -1)).pathname;

describe("alerts by e-mail", { concurrency: true }, () => {
  it("come in one message per customer and run, with all alerts, in text and in HTML", async () => {
    const shop = await mails.newShop({
      mail: { shopName: "Peak & Co", shopUrl: "https://peak.example", replyTo: "help@peak.example" },
    });
    const email = newAddress();
    const tent = await newProduct(
      shop,
      { available: 0, price: "349.00", currency: "EUR", title: "Two <persons>" },
      {
        title: "Tent “North”",
        url: "https://peak.example/tent?a=1&b=2",
        imageUrl: "https://peak.example/tent.jpg",
      },
    );
    const stove = await newProduct(shop, { available: 0 }, { title: "Stove" });
    const { customer, item } = await wishFor(shop, tent, { notifyMe: true }, { email });
    const wished = { productRef: stove.productRef, selectedVariantRef: stove.variantRef };
    await shop.newItem(item.wishlistId, { product: wished, notifyMe: true });
    await settled(service);
    const rise = () =>
      shop.post(`${WS}/stock-levels`, [
        { variantRef: tent.variantRef, available: 5 },
        { variantRef: stove.variantRef, available: 5 },
      ]);
    await rise();
    const { headers, text, html } = await mails.mailTo(email);

    assert.equal(headers["from"], '"Peak & Co" <wishes@shop.example>');
    assert.equal(headers["reply-to"], "help@peak.example");
    assert.equal(headers["to"], email);
    assert.equal(headers["auto-submitted"], "auto-generated");
    assert.match(given(headers["list-unsubscribe"]), /^<http:\/\/wishlist\.test\/services\/[^<>\s]+>$/);
    assert.equal(headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
    const link = given(headers["list-unsubscribe"]).slice(1, -1);
    for (const part of [text, html]) {
      for (const words of ["Back in stock", "Tent “North”", "Stove", "€349.00", "Peak &", link])
        assert.ok(part.includes(words), words);
    }
    assert.ok(text.includes("Two <persons>") && text.includes("https://peak.example/tent?a=1&b=2"));
    assert.ok(html.includes("Two &lt;persons&gt;") && !html.includes("<persons>"));
    assert.ok(html.includes('src="https://peak.example/tent.jpg"'));

    const first = await mails.mailOf(shop, customer, "sent");
    const second = await mails.mailOf(shop, customer, "sent", 1);
    assert.equal(first.messageId, second.messageId);
    assert.equal(headers["message-id"], `<${first.messageId}@shop.example>`);
    await rise();
    await settled(service);
    assert.equal(mails.mailsTo(email).length, 1);
  });

  it("are not sent to customers who have unsubscribed on the page in the language of the mails, until they consent again", async () => {
    const shop = await mails.newShop();
    const email = newAddress();
    const { customer, variantRef } = await mails.newWaiter(shop, email);
    await setStock(shop, variantRef, 1);
    const path = pathOf(await mails.mailTo(email));
    await mails.mailOf(shop, customer, "sent");
    const stored = async () => (await shop.get(`${CS}/customers/${customer.id}`)).body;

    const asked = await send(service.baseUrl, "GET", path);
    assert.deepEqual([asked.status, asked.headers["content-type"]], [200, "text/html; charset=utf-8"]);
    assert.ok(asked.text.includes('<form method="post">'));
    assert.equal((await stored()).alerts_unsubscribed_at, undefined);
    const forged = `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`;
    for (const wrong of [forged, `${path}x`, path.replace(/\.[^.]*$/, ""), `${WS}/unsubscribe/x`])
      for (const method of ["GET", "POST"])
        assert.equal((await send(service.baseUrl, method, wrong)).status, 404, wrong);

    for (let time = 0; time < 2; time++) {
      const oneClick = {
        raw: "List-Unsubscribe=One-Click",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      };
      assert.equal((await send(service.baseUrl, "POST", path, undefined, oneClick)).status, 200);
    }
    assert.ok((await stored()).alerts_unsubscribed_at);
    const buttons = { en: "Unsubscribe", de: "Abmelden", fr: "Se désabonner", es: "Darse de baja" };
    for (const [language, button] of Object.entries(buttons)) {
      await shop.put(`${WS}/settings`, { mail: { language } });
      const { text, headers } = await send(service.baseUrl, "GET", path);
      assert.equal(headers["content-language"], language);
      assert.ok(
        text.includes(`<html lang="${language}">`) && text.includes(`<button>${button}</button>`),
        text,
      );
    }
    await shop.put(`${WS}/settings`, { mail: { shopName: 'Hats & "Caps"' } });
    for (const method of ["GET", "POST"]) {
      const { text } = await send(service.baseUrl, method, path);
      assert.ok(text.includes(">Hats &amp; &quot;Caps&quot;<"), text);
    }
    await setStock(shop, variantRef, 0);
    await setStock(shop, variantRef, 1);
    assert.equal((await mails.mailOf(shop, customer, "suppressed", 1)).reason, "unsubscribed");
    const { email: mail } = await explanationOf(shop, customer, variantRef);
    const { decision, reason, reasonCode } = mail;
    assert.deepEqual([decision, reason, reasonCode], ["suppressed", "unsubscribed", "unsubscribed"]);

    // The same consent as before is no new consent.
    const consent = { id: customer.id, accepts_marketing: true, marketing_opt_in_level: "single_opt_in" };
    await shop.put(`${CS}/customers`, {
      ...consent,
      accepts_marketing_updated_at: "2020-01-01T00:00:00Z",
    });
    assert.ok((await stored()).alerts_unsubscribed_at);
    await shop.put(`${CS}/customers`, {
      ...consent,
      accepts_marketing_updated_at: new Date(Date.now() + 1000).toISOString(),
    });
    assert.equal((await stored()).alerts_unsubscribed_at, undefined);
    await setStock(shop, variantRef, 0);
    await setStock(shop, variantRef, 1);
    await mails.mailOf(shop, customer, "sent", 2);
    assert.equal(mails.mailsTo(email).length, 2);
  });

  it("need the customer's consent to marketing unless the customer requested the alert", async () => {
    const shop = await mails.newShop({ alerts: { priceDrop: true } });
    const product = await newProduct(shop, { available: 5, price: "100.00", currency: "EUR" });
    const [without, unknown, willing] = [newAddress(), newAddress(), newAddress()];
    const consents = [
      [without, {}],
      [unknown, { accepts_marketing: true }],
      [willing, { accepts_marketing: true, marketing_opt_in_level: "single_opt_in" }],
    ] as const;
    const customers: Json[] = [];
    for (const [email, consent] of consents)
      customers.push((await wishFor(shop, product, {}, { email, ...consent })).customer);
    await settled(service);
    const variants = [{ variantRef: product.variantRef, price: "80.00", currency: "EUR" }];
    await shop.post(`${WS}/products`, { productRef: product.productRef, variants });
    const mail = await mails.mailTo(willing);
    assert.equal(mail.headers["subject"], "Price drop: Beanie");
    for (const customer of customers.slice(0, 2))
      assert.equal((await mails.mailOf(shop, customer, "suppressed")).reason, "no consent to marketing");
    assert.equal(mails.mailsTo(without).length + mails.mailsTo(unknown).length, 0);
    const body = await explanationOf(shop, customers[0], product.variantRef, "&type=price_drop");
    assert.deepEqual(
      body.email.rules.map(({ rule, outcome }: Json) => [rule, outcome]),
      [
        ["mail server", "pass"],
        ["setting", "pass"],
        ["address", "pass"],
        ["subscription", "pass"],
        ["marketing", "block"],
      ],
    );
  });

  it("omit wishes that are bought, removed or sold out since, record why, and use the tenant's language", async () => {
    const shop = await mails.newShop({
      alerts: { priceDrop: true },
      mail: { collectSeconds: 3600, language: "de", shopUrl: "https://peak.example" },
    });
    const email = newAddress();
    const consent = { accepts_marketing: true, marketing_opt_in_level: "single_opt_in" };
    const cost = { price: "100.00", currency: "EUR", title: "Default Title" };
    const tent = await newProduct(shop, { available: 0, ...cost }, { title: "Zelt", handle: "zelt" });
    const { customer, item } = await wishFor(shop, tent, { notifyMe: true }, { email, ...consent });
    const others = [];
    for (const title of ["Bought", "Gone", "Sold out"]) {
      const product = await newProduct(shop, { available: 0 }, { title });
      const wished = { productRef: product.productRef, selectedVariantRef: product.variantRef };
      const wish = await shop.newItem(item.wishlistId, { product: wished, notifyMe: true });
      others.push({ ...product, wish });
    }
    const [bought, gone, soldOut] = [given(others[0]), given(others[1]), given(others[2])];
    await settled(service);
    await shop.post(`${WS}/products`, {
      productRef: tent.productRef,
      variants: [{ variantRef: tent.variantRef, price: "80.00", currency: "EUR" }],
    });
    const refs = [tent, bought, gone, soldOut].map(({ variantRef }) => ({ variantRef, available: 5 }));
    await shop.post(`${WS}/stock-levels`, refs);
    await settled(service);
    assert.equal((await alertsOf(shop, customer)).length, 5);
    await shop.post(`${WS}/orders`, {
      id: unique("o"),
      created_at: new Date(Date.now() + 1000).toISOString(),
      customer: { id: customer.id },
      line_items: [
        { id: unique("l"), product_id: bought.productRef, variant_id: bought.variantRef, quantity: 1 },
      ],
    });
    await shop.delete(`${WS}/wishlist/items/${gone.wish.id}`);
    await setStock(shop, soldOut.variantRef, 0);
    await settled(service);
    assert.equal((await shop.get(`${WS}/wishlist/items/${bought.wish.id}`)).body.purchased, true);
    await collected(service, shop);
    const mail = await mails.mailTo(email);
    assert.ok(mail.html.includes('lang="de"') && mail.html.includes("https://peak.example/products/zelt"));
    for (const text of [mail.text, mail.html]) {
      for (const said of ["Wieder verfügbar · Preis gesenkt", "80,00", "statt 100,00", "Zelt"])
        assert.ok(text.includes(said), said);
      for (const silent of ["Bought", "Gone", "Sold out", "Default Title"])
        assert.ok(!text.includes(silent), silent);
    }
    assert.equal(mail.text.split("Wieder verfügbar").length, 2);
    const reasons = async () =>
      Object.fromEntries(
        (await alertsOf(shop, customer)).map(({ title, email: { status, reason } }) => [
          title,
          reason ?? status,
        ]),
      );
    assert.deepEqual(await reasons(), {
      Zelt: "sent",
      Bought: "bought",
      Gone: "no longer wished for",
      "Sold out": "sold out",
    });
  });
});
