import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Route } from "playwright-core";
import { focused, PortalStage, settledPage, type WatchedPage } from "../../support/portal/pages.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";
import { newProduct } from "../../support/shop.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Holds back the next request with this URL until it is released. */
function keepBack(page: WatchedPage, address: RegExp): { isKept: Promise<void>; letGo: () => Promise<void> } {
  let kept: Route | undefined;
  const isKept = new Promise<void>((resolve) => {
    void page.route(address, async (route) => {
      if (kept) return route.continue();
      kept = route;
      resolve();
      return undefined;
    });
  });
  return {
    isKept,
    letGo: async () => {
      const answer = page.waitForResponse(address);
      await kept?.continue();
      await (await answer).finished();
    },
  };
}

describe("searches and lists in the portal", () => {
  it("show the target of a link far down in the catalogue, and Back returns to the earlier results", async () => {
    const { shop, owner } = await stage.newShop();
    const [hat, scarf] = [unique("hat"), unique("scarf")];
    for (let i = 0; i < 18; i++) await newProduct(shop, {}, { title: `Glove ${i}` });
    await newProduct(shop, {}, { title: hat });
    await newProduct(shop, {}, { title: scarf });
    const page = await stage.signedIn("/catalogue", {}, owner);
    const result = page.getByRole("group", { name: "Found for" });
    for (const title of [hat, scarf]) {
      const link = page.getByRole("link", { name: title });
      await link.focus();
      await page.keyboard.press("Enter");
      await result.getByRole("heading", { name: title }).waitFor();
      await focused(page, result);
      const { y = -1 } = (await result.boundingBox()) ?? {};
      assert.ok(y >= 0 && y < 300, `the result is at ${y}`);
    }
    // Another search for the same leads there again.
    await page.getByRole("link", { name: scarf }).focus();
    await page.keyboard.press("Enter");
    await focused(page, result);
    await page.goBack();
    await result.getByRole("heading", { name: hat }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("show the product of the last search, even if the answer of an earlier one arrives later", async () => {
    const { shop, owner } = await stage.newShop();
    const [slow, quick] = [
      await newProduct(shop, {}, { title: "Slow" }),
      await newProduct(shop, {}, { title: "Quick" }),
    ];
    const page = await stage.signedIn("/catalogue", {}, owner);
    await page.getByRole("link", { name: "Quick" }).waitFor();
    const request = keepBack(page, new RegExp(`/products/${slow.productRef}`));
    await page.getByRole("link", { name: "Slow" }).click();
    await request.isKept;
    await page.getByRole("link", { name: "Quick" }).click();
    const found = page.getByRole("group", { name: `Found for ${quick.productRef}` });
    await found.getByRole("heading", { name: "Quick" }).waitFor();
    await request.letGo();
    await settledPage(page);
    assert.equal(await found.getByRole("heading", { name: "Quick" }).count(), 1);
    assert.deepEqual(page.faults, []);
  });

  it("show the searched variant before the others of its product, and mark it", async () => {
    const [productRef, ...variantRefs] = [unique("p"), unique("v"), unique("v"), unique("v")];
    const variants = variantRefs.map((variantRef) => ({ variantRef, title: `Size ${variantRef}` }));
    await stage.caller.post(`${WS}/products`, { products: [{ productRef, title: "Beanie", variants }] });
    const page = await stage.signedIn("/catalogue");
    await page.getByLabel("Product or variant").fill(variantRefs[2]);
    await page.getByRole("button", { name: "Search" }).click();
    const cards = page.getByRole("group", { name: "Found for" }).locator(".grid .card");
    await cards.nth(2).waitFor();
    const titles = await cards.getByRole("heading").allTextContents();
    assert.deepEqual(
      titles,
      [2, 0, 1].map((i) => `Size ${variantRefs[i]}`),
    );
    assert.deepEqual(await cards.filter({ hasText: "Searched for" }).getByRole("heading").allTextContents(), [
      titles[0],
    ]);
    assert.deepEqual(page.faults, []);
  });

  it("keep a customer search when Back leads to it, without personal data in the URL", async () => {
    const first = unique("Ada");
    for (const last of ["Berg", "Dahl"])
      await stage.caller.newCustomer({ first_name: first, last_name: last });
    const page = await stage.signedIn("/customers");
    await page.getByRole("searchbox").fill(first);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: `${first} Berg` }).click();
    await page.getByRole("heading", { level: 1, name: `${first} Berg` }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: `${first} Dahl` }).waitFor();
    assert.equal(await page.getByRole("searchbox").inputValue(), first);
    assert.ok(!page.url().includes(first));
    assert.deepEqual(page.faults, []);
  });

  it("add no rows of an earlier search, and keep the focus at the button after the last rows", async () => {
    const { shop, owner } = await stage.newShop();
    const wanted = unique("Wanda");
    for (let i = 0; i < 30; i++) await shop.newCustomer({ first_name: `Otto ${i}`, last_name: "Berg" });
    await shop.newCustomer({ first_name: wanted, last_name: "Berg" });
    const page = await stage.signedIn("/customers", {}, owner);
    const names = page.getByRole("region", { name: "Customers" }).locator("td[data-name=Name]");
    const more = page.getByRole("button", { name: "Show more" });
    const request = keepBack(page, /customers\?.*cursor=/);
    await more.click();
    await request.isKept;
    await page.getByRole("searchbox").fill(wanted);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("heading", { name: "Found" }).waitFor();
    await settledPage(page);
    await request.letGo();
    await settledPage(page);
    assert.deepEqual(await names.allTextContents(), [`${wanted} Berg`]);

    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("heading", { name: "All customers" }).waitFor();
    await settledPage(page);
    await more.focus();
    await page.keyboard.press("Enter");
    await names.nth(30).waitFor();
    await focused(page, page.locator(".more", { hasText: "All rows are shown." }));
    assert.deepEqual(page.faults, []);
  });
});
