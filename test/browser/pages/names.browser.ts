import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Digest } from "../../../src/jobs/mail/digest.ts";
import { htmlOf } from "../../../src/jobs/mail/templates/html.ts";
import { PortalStage, settledPage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock } from "../../support/shop.ts";

const suite = atEnd();
let stage: PortalStage;
let shop: Caller;
let owner: { email: string; password: string };
before(async () => {
  stage = await PortalStage.open(suite);
  shop = await stage.service.newCaller();
  owner = await newOwner(stage.service, shop.tenantId);
  await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveSeconds: 0 } });
});

const NAMED = /\/api\/(?:variants|customers)\/[^/]+$/;

/** Paths of the API requests for products and customers by their names, from now on. */
function lookedUp(page: WatchedPage, which = NAMED): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (which.test(pathname)) paths.push(pathname.slice(WS.length));
  });
  return paths;
}

/** Adds a product with sizes to the catalogue; returns the references of all. */
async function newSizes(count: number, available = 0) {
  const productRef = unique("parka");
  const variants = Array.from({ length: count }, (_, i) => ({
    variantRef: unique("v"),
    title: `Size ${i}`,
    available,
  }));
  await shop.post(`${WS}/products`, { productRef, title: "Parka", variants });
  return { productRef, variantRefs: variants.map(({ variantRef }) => variantRef) };
}

/** The cells whose text, or the name of their column on a phone, covers the cell or the value beside it. */
const COVERING = `[...document.querySelectorAll("td")].filter((cell) => {
  const content = document.createRange();
  content.selectNodeContents(cell);
  const right = cell.getBoundingClientRect().right + 1;
  const label = getComputedStyle(cell, "::before");
  return [...content.getClientRects()].some((part) => part.right > right)
    || (label.content !== "none" && label.whiteSpace !== "normal");
}).map((cell) => cell.textContent.slice(0, 40))`;

/** The texts that are cut off. */
const CUT = `[...document.querySelectorAll("main *")].filter((each) =>
  each.scrollWidth > each.clientWidth + 1
    && ["hidden", "clip"].includes(getComputedStyle(each).overflowX)
    && !each.closest("input, .chart, thead")
).map((each) => each.textContent.slice(0, 40))`;

describe("names in the rows of the portal", () => {
  it("of the lines of an order are requested once for each page", async () => {
    const { productRef, variantRefs } = await newSizes(60, 1);
    const orderRef = unique("o");
    // The last one is of the same variant as the first line.
    const lines = [...variantRefs, variantRefs[0]].map((variantRef, i) => ({
      lineRef: `${i}`,
      productRef,
      variantRef,
      quantity: 1,
    }));
    await shop.post(`${WS}/orders`, {
      orders: [{ orderRef, createdTime: new Date().toISOString(), lines }],
    });
    await settled(stage.service);
    const page = await stage.signedIn("", {}, owner);
    const paths = lookedUp(page);
    await page.goto(`/portal/orders/${orderRef}`);
    await page.getByText("Parka, Size 49", { exact: true }).waitFor();
    assert.deepEqual(paths, ["/variants/lookup"]);
    await page.getByRole("button", { name: "Show more lines" }).click();
    await page.getByText("Parka, Size 59", { exact: true }).waitFor();
    assert.equal(await page.getByText("Parka, Size 0", { exact: true }).count(), 2);
    assert.deepEqual(paths, ["/variants/lookup", "/variants/lookup"]);
    assert.deepEqual(page.faults, []);
  });

  it("of the wishlists of an order are requested once, however many they are", async () => {
    const { productRef, variantRefs } = await newSizes(4, 1);
    const { id: customerRef } = await shop.newCustomer({ first_name: "Ada" });
    for (const [i, selectedVariantRef] of variantRefs.entries()) {
      const list = await shop.newWishlist({ customerRef, name: `List ${i}` });
      await shop.newItem(list.id, { product: { productRef, selectedVariantRef } });
    }
    await settled(stage.service);
    const lines = variantRefs.map((variantRef) => {
      return { lineRef: variantRef, productRef, variantRef, quantity: 1 };
    });
    const orderRef = unique("o");
    await shop.post(`${WS}/orders`, {
      orders: [{ orderRef, createdTime: new Date().toISOString(), customerRef, lines }],
    });
    await settled(stage.service);
    const page = await stage.signedIn("", {}, owner);
    const paths = lookedUp(page, /\/api\/wishlists/);
    await page.goto(`/portal/orders/${orderRef}`);
    for (const i of variantRefs.keys())
      await page.getByText(`In List ${i}, found by customer id and variant`, { exact: true }).waitFor();
    assert.deepEqual(paths, ["/wishlists", "/wishlists/lookup"]);
    assert.deepEqual(page.faults, []);
  });

  it("of a customer's wishes, of alerts and of waiting customers are requested once", async () => {
    const { productRef, variantRefs } = await newSizes(3);
    const [first = "", ...others] = variantRefs;
    const customers: string[] = [];
    for (const last_name of ["Berg", "Lund", "Dahl"]) {
      const { id, svc_customer_id: customerId } = await shop.newCustomer({ first_name: "Ada", last_name });
      const list = await shop.newWishlist({ customerRef: id });
      for (const selectedVariantRef of variantRefs)
        await shop.newItem(list.id, { product: { productRef, selectedVariantRef }, notifyMe: true });
      customers.push(customerId);
    }
    await settled(stage.service);
    await setStock(shop, first, 10);
    await settled(stage.service);
    const page = await stage.signedIn("", {}, owner);
    const paths = lookedUp(page);
    const expectRequests = async (path: string, names: readonly string[]) => {
      paths.length = 0;
      await page.goto(`/portal${path}`);
      for (const name of names) await page.getByText(name, { exact: true }).first().waitFor();
      return [...paths];
    };
    const sizes = ["Parka, Size 0", "Parka, Size 1", "Parka, Size 2"];
    const wishes = await expectRequests(`/customers/${customers[0]}`, sizes);
    assert.deepEqual(wishes, [`/customers/${customers[0]}`, "/variants/lookup"]);
    const people = ["Ada Berg", "Ada Lund", "Ada Dahl"];
    assert.deepEqual(await expectRequests("/alerts/all", people), ["/customers/lookup"]);
    await page.goto(`/portal/catalogue?find=${others[0]}`);
    // The searched variant comes first.
    const asking = page.getByRole("button", { name: "Waiting list" }).first();
    await asking.waitFor();
    paths.length = 0;
    await asking.click();
    for (const name of people) await page.getByText(name, { exact: true }).waitFor();
    assert.deepEqual(paths, ["/customers/lookup"]);
    assert.deepEqual(page.faults, []);
  });

  it("may be very long: all columns and headings stay visible", async () => {
    const { shop: own, owner: person } = await stage.newShop();
    const variantRef = unique("v".repeat(90));
    const variant = { variantRef, title: "T".repeat(100) };
    const { productRef } = await newProduct(own, variant, { title: "W".repeat(200) });
    await own.post(`${WS}/clients`, { store: "s".repeat(64), scopes: ["settings:read"] });
    const { id, svc_customer_id: customerId } = await own.newCustomer({
      id: unique("c".repeat(90)),
      first_name: "X".repeat(100),
      last_name: "Y".repeat(100),
      accepts_marketing: true,
      marketing_opt_in_level: "unknown",
      email: `${unique("m".repeat(40))}@${"d".repeat(60)}.example`,
    });
    const list = await own.newWishlist({ customerRef: id, name: "L".repeat(200) });
    await own.newItem(list.id, { product: { productRef, selectedVariantRef: variantRef } });
    await settled(stage.service);
    const orderRef = unique("o".repeat(90));
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 99_999, price: "99999999.99" }];
    const order = {
      orderRef,
      createdTime: new Date().toISOString(),
      customerRef: id,
      currency: "KWD",
      channel: "h".repeat(60),
      lines,
    };
    await own.post(`${WS}/orders`, { orders: [order] });
    await settled(stage.service);
    for (const width of [1280, 360]) {
      const page = await stage.signedIn("", { width }, person);
      const ofStore = [`/customers/${customerId}`, "/customers", `/orders/${orderRef}`, "/orders"];
      for (const path of [...ofStore, "", "/reports/most-wished", "/clients", "/audit"]) {
        await page.goto(`/portal${path}`);
        if (path !== "") await page.getByRole("table").first().waitFor();
        await settledPage(page);
        if (path.startsWith("/customers"))
          assert.match(await page.locator("main").innerText(), /no consent\W+opt-in level unknown/i, path);
        const wide = await page.evaluate(
          "[document.documentElement, ...document.querySelectorAll('.table')].filter((each) => each.scrollWidth > each.clientWidth).length",
        );
        assert.equal(wide, 0, `${path} ${width}`);
        assert.deepEqual(await page.evaluate(COVERING), [], `${path} ${width}`);
        assert.deepEqual(await page.evaluate(CUT), [], `${path} ${width}`);
      }
      assert.deepEqual(page.faults, []);
    }
  });
});

/** A message in which each name of the shop is as long as the settings and the catalogue permit. */
const LONG_DIGEST: Digest = {
  ...{ language: "en", subject: "Back in stock", intro: "Hello", more: undefined, view: "View" },
  ...{ reason: "R".repeat(100), unsubscribe: "Unsubscribe", unsubscribeBy: "Unsubscribe: " },
  ...{
    shopName: "S".repeat(100),
    shopUrl: undefined,
    unsubscribeUrl: "https://wishlist.example/unsubscribe",
  },
  news: [
    {
      ...{ headline: "Back in stock", title: "W".repeat(255), variant: "V".repeat(100), price: "€1.00" },
      ...{ previousPrice: undefined, url: undefined, imageUrl: "https://shop.example/tent.png" },
    },
  ],
};

describe("long names in an e-mail", () => {
  it("do not make it wider than the screen", async () => {
    for (const width of [360, 1280]) {
      const page = await stage.page({ width });
      await page.setContent(htmlOf(LONG_DIGEST));
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), width);
      const wide = `[...document.querySelectorAll("table table")].filter((each) => each.offsetWidth > 560).length`;
      assert.equal(await page.evaluate(wide), 0);
    }
  });
});
