import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { mailDigestOf } from "../../../src/jobs/mail/digest.ts";
import { htmlOf } from "../../../src/jobs/mail/templates/html.ts";
import { plainTextOf } from "../../../src/jobs/mail/templates/text.ts";
import type { AlertRecord, AlertType } from "../../../src/store/records/alerts.ts";
import {
  DEFAULT_SETTINGS,
  MAIL_LANGUAGES,
  MAIL_TEXTS,
  type MailSettings,
} from "../../../src/store/tenants/settings/settings.ts";
import { anyText } from "../../support/models/any-text.ts";

const SHOP: MailSettings = DEFAULT_SETTINGS.mail;
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
/** An alert for a variant of its own. */
const other = (fields: Partial<AlertRecord> = {}) => alert({ variantId: "p.2", ...fields });
const digest = (...alerts: AlertRecord[]) => mailDigestOf(alerts, SHOP, LINK);
const digestIn = (settings: Partial<MailSettings>, ...alerts: AlertRecord[]) =>
  mailDigestOf(alerts, { ...SHOP, ...settings }, LINK);

describe("digestOf", () => {
  it("names its topic in a short subject", () => {
    assert.equal(digest(alert()).subject, "Back in stock: Tent");
    assert.equal(digest(alert(), other({ title: "Stove" })).subject, "Back in stock: Tent and 1 more");
    assert.equal(
      digest(alert(), other({ type: "price_drop" })).subject,
      "News about 2 items on your wishlist",
    );
    assert.equal(digest(alert({ type: "low_stock", available: 2 })).subject, "Only 2 left: Tent");
    assert.equal(digest(alert({ type: "register_interest" })).subject, "Available now: Tent");
    assert.ok(digest(alert({ title: "x".repeat(1000) })).subject.length < 80);
  });

  it("keeps every text on one line, so that none can start a header field", () => {
    fc.assert(
      fc.property(anyText(), (title) => {
        assert.doesNotMatch(digest(alert({ title })).subject, /[\p{Cc}\u2028\u2029]/u);
      }),
    );
    assert.equal(
      digest(alert({ title: "Tent\r\nBcc: eve@example.com" })).news[0]?.title,
      "Tent Bcc: eve@example.com",
    );
  });

  it("shows a price with its currency, and none without a currency", () => {
    const priceOf = (price: string, currency?: string) =>
      digest(alert({ price, ...(currency === undefined ? {} : { currency }) })).news[0]?.price;
    assert.equal(priceOf("1349.5", "EUR"), "€1,349.50");
    assert.equal(priceOf("500", "JPY"), "¥500");
    assert.equal(priceOf("500"), undefined);
  });

  it("omits URLs that are not http or https, and counts the alerts that it does not list", () => {
    for (const url of ["javascript:alert(1)", "data:text/html,x", "tent.html", ""])
      assert.equal(digest(alert({ url, imageUrl: url })).news[0]?.url, undefined);
    const { news, more } = digest(...Array.from({ length: 25 }, (_, i) => alert({ variantId: `p.${i}` })));
    assert.deepEqual([news.length, more], [20, "And 5 more."]);
  });
});

it("a digest of very many variants formats only those that it lists", (t) => {
  const formats = t.mock.method(Intl, "NumberFormat");
  let titles = 0;
  const alerts = Array.from({ length: 500 }, (_, i) => {
    const counted = alert({
      type: "low_stock",
      available: 2,
      price: "9.50",
      currency: "EUR",
      variantId: `p.${i}`,
    });
    return Object.defineProperty(counted, "title", { get: () => `Tent ${++titles}` });
  });
  const { subject, intro, news, more } = digest(...alerts);
  assert.deepEqual([subject, more], ["Only 2 left: Tent 1 and 499 more", "And 480 more."]);
  assert.equal(intro, "There is news about 500 items on your wishlist.");
  assert.deepEqual([news.length, titles], [20, 20]);
  assert.ok(formats.mock.callCount() <= 25, `${formats.mock.callCount()} formats`);
  // A headline that differs counts also if its variant is not listed.
  const mixed = digest(...alerts, alert({ type: "price_drop", variantId: "q" }));
  assert.equal(mixed.subject, "News about 501 items on your wishlist");
});

describe("digestOf several alerts of one wish", () => {
  it("has one line for the wish, with each alert type and the newest data", () => {
    const { news, subject, more } = digest(
      alert({ type: "price_drop", price: "90.00", previousPrice: "100.00", currency: "EUR" }),
      alert({ type: "low_stock", available: 3, price: "90.00", currency: "EUR" }),
      alert({ price: "80.00", currency: "EUR", available: 2, title: "Tent 2" }),
    );
    assert.equal(subject, "Back in stock · Price drop · Only 2 left: Tent 2");
    assert.deepEqual(news, [
      {
        headline: "Back in stock · Price drop · Only 2 left",
        title: "Tent 2",
        variant: undefined,
        price: "€80.00",
        previousPrice: "was €100.00",
        url: undefined,
        imageUrl: undefined,
      },
    ]);
    assert.equal(more, undefined);
  });

  it("shows no earlier price if it is not higher now, or its currency differs", () => {
    const drop = alert({ type: "price_drop", price: "90", previousPrice: "100", currency: "EUR" });
    for (const newest of [
      { price: "100", currency: "EUR" },
      { price: "90", currency: "USD" },
    ])
      assert.equal(digest(drop, alert(newest)).news[0]?.previousPrice, undefined);
  });
});

describe("digestOf a product", () => {
  it("links to its own page, or to the shop's page by its handle", () => {
    const urlOf = (settings: Partial<MailSettings>, fields: Partial<AlertRecord>) =>
      digestIn(settings, alert(fields)).news[0]?.url;
    const shop = { shopUrl: "https://peak.example/de/?a=1#b" };
    const handle = "two persons";
    assert.equal(urlOf(shop, { handle }), "https://peak.example/de/products/two%20persons");
    assert.equal(urlOf(shop, { handle, url: "https://x.example/t" }), "https://x.example/t");
    assert.equal(
      urlOf(shop, { handle, url: "javascript:alert(1)" }),
      "https://peak.example/de/products/two%20persons",
    );
    assert.equal(urlOf(shop, {}), undefined);
    assert.equal(urlOf({}, { handle }), undefined);
  });

  it("does not name the only variant of a product", () => {
    assert.equal(digest(alert({ variantTitle: "Default Title" })).news[0]?.variant, undefined);
    assert.equal(digest(alert({ variantTitle: "Red" })).news[0]?.variant, "Red");
  });
});

describe("the languages of messages", () => {
  const types: AlertType[] = ["back_in_stock", "register_interest", "price_drop", "low_stock"];

  it("write prices and numbers in the local format", () => {
    const shown = (language: MailSettings["language"]) => {
      const fields = { type: "price_drop" as const, price: "1349.5", previousPrice: "1500", currency: "EUR" };
      const { price, previousPrice } = digestIn({ language }, alert(fields)).news[0] ?? {};
      return [price, previousPrice].map((text) => text?.replace(/\s/g, " "));
    };
    assert.deepEqual(shown("en"), ["€1,349.50", "was €1,500.00"]);
    assert.deepEqual(shown("de"), ["1.349,50 €", "statt 1.500,00 €"]);
    assert.deepEqual(shown("fr"), ["1 349,50 €", "au lieu de 1 500,00 €"]);
    assert.deepEqual(shown("es"), ["1349,50 €", "antes 1500,00 €"]);
  });

  it("have every text, without unused placeholders and without text of another language", () => {
    for (const language of MAIL_LANGUAGES) {
      const one = types.map((type) => digestIn({ language }, alert({ type, available: 2 })));
      const many = [2, 3, 21, 25].map((length) =>
        digestIn({ language }, ...Array.from({ length }, (_, i) => alert({ variantId: `p.${i}` }))),
      );
      const mixed = digestIn({ language }, alert(), other({ type: "low_stock", available: null }));
      for (const each of [...one, ...many, mixed]) {
        const shown = [each.subject, plainTextOf(each), htmlOf(each).replace(/style="[^"]*"/g, "")].join(
          "\n",
        );
        assert.doesNotMatch(shown, /[{}]|undefined/);
        assert.ok(htmlOf(each).includes(`<html lang="${language}">`));
        if (language !== "en") assert.doesNotMatch(shown, /\b(stock:|left|wishlist|your|more)\b/);
      }
    }
  });

  it("are replaced by the tenant's own texts, also if those use names of inherited members", () => {
    const texts = { backInStock: "Hurra!", subject: "{title} ({headline}) {constructor}" };
    assert.equal(digestIn({ language: "de", texts }, alert()).subject, "Tent (Hurra!) {constructor}");
    assert.equal(digestIn({ language: "de", texts }, alert()).view, "Ansehen");
  });

  it("have known placeholders only", () => {
    const known = new Set(Object.values(MAIL_TEXTS).flat());
    assert.deepEqual([...known].sort(), ["count", "headline", "price", "title"]);
  });
});

describe("htmlOf and textOf", () => {
  it("show every text literally, whatever it contains", () => {
    const tag = /<(?!\/?(?:html|head|meta|title|body|table|tr|td|div|span|a|img|!doctype)\b|!doctype)/;
    fc.assert(
      fc.property(fc.string(), fc.webUrl({ withQueryParameters: true }), (title, url) => {
        const shown = htmlOf(
          mailDigestOf(
            [alert({ title: `<b>${title}"'`, variantTitle: title, url })],
            { ...SHOP, shopName: `<i>${title}` },
            LINK,
          ),
        );
        assert.doesNotMatch(shown, tag);
        assert.ok(shown.includes("&lt;b&gt;"));
      }),
    );
    assert.ok(plainTextOf(digest(alert({ title: "<b> & co" }))).includes("Back in stock\n<b> & co"));
  });

  it("both have the link to unsubscribe", () => {
    for (const show of [htmlOf, plainTextOf]) assert.ok(show(digest(alert())).includes(LINK));
  });
});
