import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, it } from "node:test";
import type { Route } from "playwright-core";
import { newOwner } from "../support/portal.ts";
import { PortalStage, settledPage, type WatchedPage } from "../support/portal-pages.ts";
import { type FilledShop, fillShop } from "../support/portal-shop.ts";
import { atEnd } from "../support/redis.ts";
import { given, unique, WS } from "../support/service.ts";
import { settled } from "../support/settled.ts";

const suite = atEnd();
let stage: PortalStage;
let shop: FilledShop;
before(async () => {
  stage = await PortalStage.open(suite);
  shop = await fillShop(stage.caller, suite);
  await settled(stage.service);
});

const figure = (page: WatchedPage, name: string) =>
  page.locator(".figure", { has: page.getByText(name, { exact: true }) });

/** The text of a file that the browser saves when a button is pressed. */
async function saved(page: WatchedPage, button: string): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

describe("what an owner sees of the shop in a browser", () => {
  it("has wishes, alerts, purchases and revenue of 30 days as figures and charts, and what needs attention", async () => {
    const page = await stage.signedIn();
    for (const [name, value] of [
      ["Wishes", "5"],
      ["Alerts sent", "1"],
      ["Wishes bought", "1"],
      ["Revenue from wishes", "€189.00"],
    ] as const)
      await figure(page, name).getByText(value, { exact: true }).waitFor();
    for (const [title, total] of [
      ["Wishes by day", "5"],
      ["Alerts by day", "1"],
      ["Wishes bought by day", "1"],
      ["Revenue by day", "€189.00"],
    ] as const)
      await page
        .getByRole("img", { name: `${title}: ${total} in 30 days.` })
        .locator("canvas")
        .waitFor();
    await page.getByRole("list", { name: "Most wished products" }).getByText("Alpine tent").waitFor();
    const matters = page.locator(".todo");
    await matters.getByText("does not accept events").waitFor();
    await matters.getByText("1 wish of 90 days, for 1 sold-out variant.").click();
    await page.getByRole("heading", { level: 1, name: "Unmet demand" }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("has each of the four reports as a chart, with its figures and its CSV file beside it", async () => {
    const page = await stage.signedIn();
    for (const [path, title, row, header] of [
      ["activity", "Activity", "5", "day,added,"],
      ["most-wished", "Most wished", "Alpine tent, 4 persons", "productRef,"],
      ["unmet-demand", "Unmet demand", "Alpine tent, 6 persons", "productRef,"],
      ["conversions", "Conversions", "Alpine tent, 2 persons", "productRef,"],
    ] as const) {
      await page.goto(`/portal/reports/${path}`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      if (path === "activity") await page.getByRole("img", { name: title }).locator("canvas").waitFor();
      else await page.getByRole("list", { name: title }).getByText(row).waitFor();
      const figures = page.getByRole("region", { name: `${title}, figures` });
      await figures.getByText(row, { exact: true }).first().waitFor();
      const { name, text } = await saved(page, "Save as CSV");
      assert.match(name, new RegExp(`^${path}_.*\\.csv$`));
      assert.ok(text.replace(/^\uFEFF/, "").startsWith(header), `${path}: ${text.slice(0, 80)}`);
    }
    assert.deepEqual(page.faults, []);
  });

  it("has the days of the browser's time zone in the reports, and says so", async () => {
    const timeZone = "America/New_York";
    const page = await stage.signedIn("/reports/activity", { timezoneId: timeZone });
    await page.getByText(`Days are those of the time zone ${timeZone}.`).waitFor();
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone }).format();
    const shown = new Intl.DateTimeFormat("en", { timeZone, dateStyle: "medium" }).format();
    const newest = page.getByRole("region", { name: "Activity, figures" }).getByRole("row").nth(1);
    assert.equal(await newest.getByRole("cell").first().textContent(), shown);
    const { name, text } = await saved(page, "Save as CSV");
    assert.ok(name.endsWith(`_${today}.csv`), name);
    assert.match(text.trimEnd().split("\r\n").at(-1) ?? "", new RegExp(`^${today},5,`));
    assert.deepEqual(page.faults, []);
  });

  it("has the revenue of each currency apart, with the best sellers first, and says where a table ends", async () => {
    const shop = await stage.service.newCaller();
    const owner = await newOwner(stage.service, shop.tenantId);
    const { id: wishlistId, customerRef } = await shop.newWishlist();
    const itemRef = Array.from({ length: 51 }, (_, i) => ({
      productRef: "rope",
      selectedVariantRef: `${i + 1} m`,
    }));
    assert.equal((await shop.post(`${WS}/wishlist/add-items`, { wishlistId, itemRef })).status, 202);
    for (const [i, [variantRef, price, currency]] of (
      [
        ["1 m", "1", "EUR"],
        ["2 m", "100", "EUR"],
        ["3 m", "1200", "CHF"],
      ] as const
    ).entries()) {
      const lines = [{ lineRef: "1", productRef: "rope", variantRef, quantity: 1, price }];
      const order = {
        orderRef: `#${i}`,
        customerRef,
        currency,
        createdTime: new Date().toISOString(),
        lines,
      };
      assert.equal((await shop.post(`${WS}/orders`, order)).status, 202);
    }
    await settled(stage.service);
    const page = await stage.signedIn("", {}, owner);
    await figure(page, "Revenue from wishes").getByText("€101.00", { exact: true }).waitFor();
    await figure(page, "Revenue from wishes").getByText("and CHF 1,200;").waitFor();
    await page.getByRole("heading", { name: "Revenue by day in EUR" }).waitFor();
    await page.goto("/portal/reports/conversions");
    const euros = page.getByRole("list", { name: "Conversions: revenue in EUR" }).getByRole("listitem");
    assert.match((await euros.first().textContent()) ?? "", /2 m.*€100\.00/);
    assert.equal(await euros.count(), 2);
    const francs = page.getByRole("list", { name: "Conversions: revenue in CHF" }).getByRole("listitem");
    assert.match((await francs.first().textContent()) ?? "", /3 m.*CHF.1,200\.00/);
    const end = page.getByText("The first 50 rows. The CSV file has up to 10,000.");
    assert.equal(await end.count(), 0);
    await page.goto("/portal/reports/most-wished");
    await end.waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("finds a variant by its SKU, with the stock of each location and those who wait for it", async () => {
    const page = await stage.signedIn("/catalogue");
    await page.getByRole("region", { name: "Products" }).getByRole("link", { name: "Alpine tent" }).waitFor();
    await page.getByRole("searchbox").fill("AT-2");
    await page.getByRole("button", { name: "Search" }).click();
    const levels = page.getByRole("region", { name: `Stock of ${shop.variantRef} by location` });
    await levels.getByRole("row").filter({ hasText: "Berlin" }).getByText("4", { exact: true }).waitFor();
    await levels.getByRole("row").filter({ hasText: "Hamburg" }).getByText("0", { exact: true }).waitFor();
    const sizes = page.locator(".card", {
      has: page.getByRole("heading", { name: "6 persons", exact: true }),
    });
    await sizes.getByRole("button", { name: "Who waits?" }).click();
    await page
      .getByRole("region", { name: `Who waits for ${shop.soldOutRef}` })
      .getByRole("link", { name: shop.customerName })
      .waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("shows all wishes of a long wishlist", async () => {
    const { caller } = stage;
    const { id: customerRef } = await caller.newCustomer({ first_name: unique("Mary"), last_name: "Ross" });
    const { id: wishlistId } = await caller.newWishlist({ customerRef, name: "Long" });
    const itemRef = Array.from({ length: 60 }, (_, i) => ({
      productRef: "rope",
      selectedVariantRef: `rope-${i + 1}m`,
    }));
    const added = await caller.post(`${WS}/wishlist/add-items`, { wishlistId, itemRef });
    assert.equal(added.status, 202, added.text);
    const page = await stage.signedIn(`/customers/${customerRef}`);
    const wishes = page.getByRole("region", { name: "Wishes of Long" });
    await page.getByText("More than 50 wishes").waitFor();
    await wishes.locator(".reference").nth(49).waitFor();
    assert.equal(await wishes.locator(".reference").count(), 50);
    await page.getByRole("button", { name: "Show more wishes" }).click();
    await wishes.locator(".reference").nth(59).waitFor();
    const shown = await wishes.locator(".reference").allTextContents();
    assert.equal(new Set(shown).size, 60);
    await page.getByText("60 wishes", { exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Show more wishes" }).count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("shows all wishes of a wishlist whose first page ends early, because the wishes are large", async () => {
    const { caller } = stage;
    const { id: customerRef } = await caller.newCustomer();
    const lists = [];
    for (let i = 0; i < 10; i++) lists.push(await caller.newWishlist({ customerRef, name: `List ${i}` }));
    // The first list shares the bytes of the page with all others.
    const first = given(lists.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]);
    const text = "x".repeat(4096);
    const attributeGroups = { size: { attributes: { a: text, b: text, c: text } } };
    const itemRef = Array.from({ length: 45 }, (_, i) => ({
      productRef: "rope",
      selectedVariantRef: `rope-${i + 1}m`,
      attributeGroups,
    }));
    const added = await caller.post(`${WS}/wishlist/add-items`, { wishlistId: first.id, itemRef });
    assert.equal(added.status, 202, added.text);
    const page = await stage.signedIn(`/customers/${customerRef}`);
    const wishes = page.getByRole("region", { name: `Wishes of ${first.name}` });
    await page.getByRole("button", { name: "Show more wishes" }).click();
    await wishes.locator(".reference").nth(44).waitFor();
    await page.getByText("45 wishes", { exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Show more wishes" }).count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("shows who waits, and wishes, by their references where a name cannot be had", async () => {
    const page = await stage.signedIn();
    const refuse = (route: Route) => route.fulfill({ status: 429, json: { detail: "Too many requests." } });
    await page.route("**/api/customers/*", refuse);
    await page.goto(`/portal/catalogue?find=${shop.soldOutRef}`);
    const sizes = page.locator(".card", {
      has: page.getByRole("heading", { name: "6 persons", exact: true }),
    });
    await sizes.getByRole("button", { name: "Who waits?" }).click();
    const waiting = page.getByRole("region", { name: `Who waits for ${shop.soldOutRef}` });
    const { body } = await stage.caller.get(`${WS}/variants/${shop.soldOutRef}/waiting`);
    await waiting.getByRole("link", { name: body.waiting[0].customerId }).waitFor();
    await page.unrouteAll();
    await page.route("**/api/variants/*", refuse);
    const refused = page.waitForResponse((answer) => answer.status() === 429);
    await page.goto(`/portal/customers/${shop.customerRef}`);
    await refused;
    const wishes = page.getByRole("region", { name: "Wishes of Summer in the mountains" });
    await wishes.getByText(shop.soldOutRef, { exact: true }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("says that a customer has no wishlist, orders and alerts, where there are none", async () => {
    const { id } = await stage.caller.newCustomer();
    const page = await stage.signedIn(`/customers/${id}`);
    for (const words of ["No wishlists", "No alerts yet", "No orders yet"])
      await page.getByText(words, { exact: true }).waitFor();
    await settledPage(page);
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("gives a person's data as a file, and has each request in the log", async () => {
    const page = await stage.signedIn("/privacy");
    await page.getByLabel("Known by").selectOption("customerRef");
    await page.getByLabel("Value").fill(shop.customerRef);
    await page.getByRole("button", { name: "Show what is stored" }).click();
    const { name, text } = await saved(page, "Save as JSON");
    assert.equal(name, "personal-data.json");
    const found = JSON.parse(text) as { data: Record<string, { id: string }[]>; customerIds: string[] };
    assert.deepEqual(
      found.data["customers"]?.map(({ id }) => id),
      [shop.customerRef],
    );
    const log = page.getByRole("region", { name: "Requests under data protection law" });
    await log.getByRole("row").nth(1).getByText("Export", { exact: true }).waitFor();
    await log
      .getByText(found.customerIds[0] ?? "none", { exact: false })
      .first()
      .waitFor();
    assert.deepEqual(page.faults, []);
  });
});
