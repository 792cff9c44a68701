import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Card, cardOf } from "../../../src/http/sharing/cards.ts";
import { textOn } from "../../../src/http/sharing/colors.ts";
import { frameOf, listPage, notFoundPage } from "../../../src/http/sharing/page.ts";
import { decodeProduct } from "../../../src/store/records/catalogue.ts";
import {
  DEFAULT_SETTINGS,
  MAIL_LANGUAGES,
  type Settings,
} from "../../../src/store/tenants/settings/settings.ts";

const MAX_BYTES = 30_000;
/** The largest HTML of a text with so many characters. */
const worst = (length: number) => '"'.repeat(length);
const url = `http://wishlist.test/s/w1m7xmtx880005rkj5.${"A".repeat(43)}`;

const card = (i: number, title: string, address: string): Card => ({
  id: `w1m7xmtx880005rkj5.${i}`,
  title,
  variant: title,
  price: "€1",
  url: address,
  imageUrl: address,
  quantity: 9999,
  bought: 9998,
});

function settings(sharing: Partial<Settings["sharing"]> = {}): Settings {
  return { ...DEFAULT_SETTINGS, sharing: { ...DEFAULT_SETTINGS.sharing, ...sharing } };
}

describe("the HTML of a shared wishlist", () => {
  it("stays under 30 kB for any content, and links to the next page", () => {
    fc.assert(
      fc.property(fc.nat(24), fc.nat(200), fc.nat(500), (count, title, address) => {
        const cards = Array.from({ length: count }, (_, i) => card(i, worst(title), worst(address)));
        const frame = frameOf(settings({ displayName: worst(100) }));
        const list = { name: worst(255), displayName: worst(100), url, cards, hasMore: false };
        const { text } = listPage({ ...frame, shopUrl: worst(500) }, list);
        assert.ok(Buffer.byteLength(text) < MAX_BYTES, `${Buffer.byteLength(text)} bytes`);
        const shown = text.split("<li ").length - 1;
        assert.ok(shown >= Math.min(1, count));
        const last = shown < count ? cards[shown - 1]?.id : undefined;
        assert.equal(/\?lastItemId=([^"]+)/.exec(text)?.[1], last);
      }),
    );
  });

  it("allows only its own style, and nothing that a shopper or a shop wrote", () => {
    const script = "<script>alert(1)</script>";
    for (const language of MAIL_LANGUAGES) {
      const frame = frameOf({
        ...settings({ displayName: script }),
        mail: { ...DEFAULT_SETTINGS.mail, language },
      });
      const list = {
        name: script,
        displayName: script,
        url,
        cards: [card(1, script, script)],
        hasMore: true,
      };
      for (const { text, policy } of [listPage(frame, list), notFoundPage(language)]) {
        const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? "";
        assert.ok(policy.includes(createHash("sha256").update(style).digest("base64")));
        assert.ok(!text.includes("<script") && !text.includes(" style="));
        assert.ok(text.includes(`<html lang="${language}">`));
      }
    }
  });

  it("ignores a setting that is not a colour", () => {
    const { color, darkColor } = frameOf(settings({ color: "red;} body {", darkColor: "#12345" }));
    assert.match(color, /^#[0-9a-f]{6}$/);
    assert.equal(darkColor, color);
  });

  it("has readable text on the shop's colour", () => {
    const part = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(part, part, part, (...parts) => {
        const linear = (value: number) =>
          value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
        const [red, green, blue] = parts.map(linear);
        const light = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0) + 0.05;
        const color = `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
        const contrast = textOn(color) === "#000" ? light / 0.05 : 1.05 / light;
        assert.ok(contrast >= 4.5, `${contrast} on ${color}`);
      }),
    );
  });

  it("cuts a long title between two characters", () => {
    const title = `${"a".repeat(198)}\u{1F3D5}\uFE0F tent`;
    const product = decodeProduct(JSON.stringify({ productRef: "tent", title, status: "active" }));
    const item = { id: "i", product: { productRef: "tent" }, purchased: false };
    const view = { language: "en", shopUrl: undefined } as const;
    assert.equal(cardOf(item, { product }, view).title, `${"a".repeat(198)}…`);
    const short = "\u{1F3D5}".repeat(100);
    assert.equal(cardOf(item, { product: { ...product, title: short } }, view).title, short);
  });

  it("links only to pages of published products, by http or https", () => {
    const item = { id: "i", product: { productRef: "tent" }, purchased: true };
    const view = { language: "en", shopUrl: undefined } as const;
    const product = (fields: object) => ({
      product: decodeProduct(
        JSON.stringify({ productRef: "tent", title: "Tent", status: "active", ...fields }),
      ),
    });
    const shown = (fields: object) => cardOf(item, product(fields), view);
    assert.equal(shown({ url: "https://shop.example/tent" }).url, "https://shop.example/tent");
    assert.equal(shown({ url: "javascript:alert(1)" }).url, undefined);
    assert.equal(shown({ url: "https://shop.example/tent", status: "draft" }).url, undefined);
    assert.equal(shown({ imageUrl: "http://cdn.example/t.jpg" }).imageUrl, undefined);
    assert.equal(shown({ url: `https://shop.example/${"x".repeat(500)}` }).url, undefined);
    assert.deepEqual(cardOf(item, undefined, view), {
      id: "i",
      title: "tent",
      variant: undefined,
      price: undefined,
      url: undefined,
      imageUrl: undefined,
      quantity: 1,
      bought: 1,
    });
  });
});
