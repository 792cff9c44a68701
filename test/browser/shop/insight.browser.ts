import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Route } from "playwright-core";
import { figure, PortalStage, savedFile, settledPage } from "../../support/portal/pages.ts";
import { type FilledShop, fillShop } from "../../support/portal/shop.ts";
import { atEnd } from "../../support/redis.ts";
import { given, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const suite = atEnd();
let stage: PortalStage;
let shop: FilledShop;
before(async () => {
  stage = await PortalStage.open(suite);
  shop = await fillShop(stage.caller, suite);
  await settled(stage.service);
});

describe("shop data in the portal", () => {
  it("shows wishes, alerts, purchases and revenue of 30 days as figures and charts, and current problems", async () => {
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
    await matters.getByText("1 wish of the last 90 days for 1 sold-out variant.").click();
    await page.getByRole("heading", { level: 1, name: "Unmet demand" }).waitFor();
    assert.equal(await page.getByLabel("Period").inputValue(), "90");
    assert.deepEqual(page.faults, []);
  });

  it("finds a variant by its SKU, with the stock of each location and its waiting customers", async () => {
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
    await sizes.getByRole("button", { name: "Waiting list" }).click();
    await page
      .getByRole("region", { name: `Waiting list of ${shop.soldOutRef}` })
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
    // The first list shares the byte limit of the page with all others.
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
    await page.getByRole("button", { name: `Show more wishes: ${first.name}` }).click();
    await wishes.locator(".reference").nth(44).waitFor();
    await page.getByText("45 wishes", { exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Show more wishes" }).count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("shows waiting customers and wishes by their references if a name is not available", async () => {
    const page = await stage.signedIn();
    const refuse = (route: Route) => route.fulfill({ status: 429, json: { detail: "Too many requests." } });
    await page.route("**/api/customers/*", refuse);
    await page.goto(`/portal/catalogue?find=${shop.soldOutRef}`);
    const sizes = page.locator(".card", {
      has: page.getByRole("heading", { name: "6 persons", exact: true }),
    });
    await sizes.getByRole("button", { name: "Waiting list" }).click();
    const waiting = page.getByRole("region", { name: `Waiting list of ${shop.soldOutRef}` });
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

  it("shows that a customer has no wishlist, orders and alerts", async () => {
    const { id } = await stage.caller.newCustomer();
    const page = await stage.signedIn(`/customers/${id}`);
    for (const words of ["No wishlists", "No alerts yet", "No orders yet"])
      await page.getByText(words, { exact: true }).waitFor();
    await settledPage(page);
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("downloads a person's data as a file, and each request is in the audit log", async () => {
    const page = await stage.signedIn("/privacy");
    await page.getByLabel("Identified by").selectOption("customerRef");
    await page.getByLabel("Value").fill(shop.customerRef);
    await page.getByRole("button", { name: "Show what is stored" }).click();
    const { name, text } = await savedFile(page, "Save as JSON");
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
