import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { digestOf } from "../../../src/jobs/mail/digest.ts";
import { htmlOf } from "../../../src/jobs/mail/templates/html.ts";
import { textOf } from "../../../src/jobs/mail/templates/text.ts";
import type { AlertRecord } from "../../../src/store/alerts.ts";

const SHOP = { shopName: null, shopUrl: null, replyTo: null, collectSeconds: 60 };
const LINK = "https://api.example/unsubscribe/x";

const alert = (fields: Partial<AlertRecord> = {}): AlertRecord => ({
  id: "a",
  type: "back_in_stock",
  status: "sent",
  customerId: "c",
  customerRef: "c-1",
  productId: "p",
  productRef: "tent",
  variantRef: "tent-2",
  variantId: "p.1",
  itemIds: ["i"],
  cycle: 1,
  createdTime: "2026-01-01T00:00:00.000Z",
  title: "Tent",
  ...fields,
});
const digest = (...alerts: AlertRecord[]) => digestOf(alerts, SHOP, LINK);

describe("digestOf", () => {
  it("says in the subject what it is about, in few words", () => {
    assert.equal(digest(alert()).subject, "Back in stock: Tent");
    assert.equal(digest(alert(), alert({ title: "Stove" })).subject, "Back in stock: Tent and 1 more");
    assert.equal(digest(alert(), alert({ type: "price_drop" })).subject, "News about 2 of your wishes");
    assert.equal(digest(alert({ type: "low_stock", available: 2 })).subject, "Only 2 left: Tent");
    assert.equal(digest(alert({ type: "register_interest" })).subject, "Available now: Tent");
    assert.ok(digest(alert({ title: "x".repeat(1000) })).subject.length < 80);
  });

  it("keeps every text on one line, so that none can start a header field", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (title) => {
        assert.doesNotMatch(digest(alert({ title })).subject, /[\p{Cc}\u2028\u2029]/u);
      }),
    );
    assert.equal(
      digest(alert({ title: "Tent\r\nBcc: eve@example.com" })).news[0]?.title,
      "Tent Bcc: eve@example.com",
    );
  });

  it("shows a price in its currency, and none without", () => {
    const priceOf = (price: string, currency?: string) =>
      digest(alert({ price, ...(currency === undefined ? {} : { currency }) })).news[0]?.price;
    assert.equal(priceOf("1349.5", "EUR"), "€1,349.50");
    assert.equal(priceOf("500", "JPY"), "¥500");
    assert.equal(priceOf("500"), undefined);
  });

  it("leaves out addresses that are not of the web, and counts what it does not list", () => {
    for (const url of ["javascript:alert(1)", "data:text/html,x", "tent.html", ""])
      assert.equal(digest(alert({ url, imageUrl: url })).news[0]?.url, undefined);
    const { news, more } = digest(...Array.from({ length: 25 }, () => alert()));
    assert.deepEqual([news.length, more], [20, 5]);
  });
});

describe("htmlOf and textOf", () => {
  it("show every text as it is, whatever is in it", () => {
    const tag = /<(?!\/?(?:html|head|meta|title|body|table|tr|td|div|a|img|!doctype)\b|!doctype)/;
    fc.assert(
      fc.property(fc.string(), fc.webUrl({ withQueryParameters: true }), (title, url) => {
        const shown = htmlOf(
          digestOf(
            [alert({ title: `<b>${title}"'`, variantTitle: title, url })],
            { ...SHOP, shopName: `<i>${title}` },
            LINK,
          ),
        );
        assert.doesNotMatch(shown, tag);
        assert.ok(shown.includes("&lt;b&gt;"));
      }),
    );
    assert.ok(textOf(digest(alert({ title: "<b> & co" }))).includes("Back in stock: <b> & co"));
  });

  it("both have the link to unsubscribe", () => {
    for (const show of [htmlOf, textOf]) assert.ok(show(digest(alert())).includes(LINK));
  });
});
