import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { donePage, questionPage } from "../../../src/http/presenters/unsubscribe-page.ts";
import type { Digest } from "../../../src/jobs/mail/digest.ts";
import { htmlOf } from "../../../src/jobs/mail/templates/html.ts";
import { PortalStage, type WatchedPage } from "../../support/portal/pages.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Texts in Hebrew: each ends with a mark that has no direction of its own. */
const [PERSON, LIST, PRODUCT, SIZE] = ["דנה כהן!", "חתונה (2)!", "אוהל (4)!", "גדול!"];

/** The elements that end with such a text, but show its last character to the right of its first one. */
const WRONG = `(() => {
  const texts = ${JSON.stringify([PERSON, LIST, PRODUCT, SIZE])};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const placeOf = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const found = { shown: [], wrong: [] };
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent.trim();
    if (!texts.includes(text) || placeOf(node, 0).width === 0) continue;
    const start = node.textContent.indexOf(text);
    const name = node.parentElement.closest("h1, h2, h3, td, dd, div").tagName + " " + text;
    found.shown.push(text);
    if (placeOf(node, start + text.length - 1).left > placeOf(node, start).left) found.wrong.push(name);
  }
  return found;
})()`;

interface Found {
  shown: string[];
  wrong: string[];
}

/** Expects a page to show exactly these names, each with its mark at the end. */
async function expectShown(page: WatchedPage, what: string, names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByText(name, { exact: true }).first().waitFor();
  const { shown, wrong } = await page.evaluate<Found>(WRONG);
  assert.deepEqual([[...new Set(shown)].sort(), wrong], [names.toSorted(), []], what);
}

/** A message about a variant whose names are written from right to left. */
const DIGEST: Digest = {
  ...{ language: "en", subject: "Back in stock", intro: "Hello", more: undefined, view: "View" },
  ...{ reason: "You asked for it.", unsubscribe: "Unsubscribe", unsubscribeBy: "Unsubscribe: " },
  ...{ shopName: LIST, shopUrl: undefined, unsubscribeUrl: "https://wishlist.example/unsubscribe" },
  news: [
    {
      ...{ headline: "Back in stock", title: PRODUCT, variant: SIZE, price: "€1.00" },
      ...{ previousPrice: undefined, url: undefined, imageUrl: undefined },
    },
  ],
};

describe("names in a language that is written from right to left", () => {
  it("have their marks at the end of the text, in the portal and on the page of a shared wishlist", async () => {
    const { shop, owner } = await stage.newShop();
    const [productRef, variantRef] = [unique("p"), unique("v")];
    await shop.post(`${WS}/products`, {
      productRef,
      title: PRODUCT,
      variants: [{ variantRef, title: SIZE }],
    });
    const { id, svc_customer_id: customerId } = await shop.newCustomer({ first_name: PERSON });
    const list = await shop.newWishlist({ customerRef: id, name: LIST });
    await shop.newItem(list.id, { product: { productRef, selectedVariantRef: variantRef } });
    await settled(stage.service);
    const { url } = (await shop.post(`${WS}/wishlists/${list.id as string}/shares`, {})).body;
    const page = await stage.signedIn("", {}, owner);
    const expectNames = async (path: string, names: string[]) => {
      await page.goto(path);
      await expectShown(page, path, names);
    };
    await expectNames("/portal/customers", [PERSON]);
    await expectNames(`/portal/customers/${customerId}`, [PERSON, LIST]);
    await expectNames(`/portal/catalogue?find=${variantRef}`, [PRODUCT, SIZE]);
    await expectNames(new URL(url).pathname, [LIST, PRODUCT, SIZE]);
    assert.deepEqual(page.faults, []);
  });

  it("have their marks at the end of the text in an e-mail", async () => {
    const page = await stage.page();
    await page.setContent(htmlOf(DIGEST));
    await expectShown(page, "e-mail", [LIST, PRODUCT, SIZE]);
  });

  it("have their marks at the end of the text on the pages to unsubscribe", async () => {
    const page = await stage.page();
    for (const pageOf of [questionPage, donePage]) {
      await page.setContent(pageOf({ language: "en", shopName: LIST }));
      await expectShown(page, pageOf.name, [LIST]);
    }
  });
});
