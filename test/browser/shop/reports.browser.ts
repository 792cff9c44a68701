import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { figure, PortalStage, savedFile } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { fillShop } from "../../support/portal/shop.ts";
import { atEnd } from "../../support/redis.ts";
import { WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
  await fillShop(stage.caller, suite);
  await settled(stage.service);
});

describe("the portal's reports", () => {
  it("show each of the four reports as a chart, with its figures and its CSV file", async () => {
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
      const { name, text } = await savedFile(page, "Save as CSV");
      assert.match(name, new RegExp(`^${path}_.*\\.csv$`));
      assert.ok(text.replace(/^\uFEFF/, "").startsWith(header), `${path}: ${text.slice(0, 80)}`);
    }
    assert.deepEqual(page.faults, []);
  });

  it("has the figures of the chart of alerts by kind in its text", async () => {
    const page = await stage.signedIn("/alerts");
    await page.getByRole("img", { name: "Back in stock 1, Release 0, Price drop 0, Low stock 0." }).waitFor();
  });

  it("use the chosen period for the figures and the file", async () => {
    const page = await stage.signedIn("/reports/activity");
    const rows = page.getByRole("region", { name: "Activity, figures" }).getByRole("row");
    await rows.nth(30).waitFor();
    await page.getByLabel("Period").selectOption("7 days");
    await rows.nth(30).waitFor({ state: "detached" });
    assert.equal(await rows.count(), 8, "a heading and seven days");
    const { text } = await savedFile(page, "Save as CSV");
    assert.equal(text.trimEnd().split("\r\n").length, 8);
    assert.deepEqual(page.faults, []);
  });

  it("keep the chosen period in the address: after a reload, for another report, and with Back", async () => {
    const page = await stage.signedIn("/reports/activity?days=90");
    const period = page.getByLabel("Period");
    await period.selectOption("7 days");
    await page.reload();
    assert.equal(await period.inputValue(), "7");
    await page.getByRole("link", { name: "Conversions" }).click();
    await page.getByRole("heading", { level: 1, name: "Conversions" }).waitFor();
    assert.equal(await period.inputValue(), "7");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Conversions" }).waitFor();
    assert.equal(await period.inputValue(), "7");
    assert.deepEqual(page.faults, []);
  });

  it("end today if the page has been open since yesterday", async () => {
    const page = await stage.page({ timezoneId: "UTC" });
    await page.clock.install();
    await page.request.post("/portal/api/sign-in", { data: stage.owner });
    const lastDay = async (report: string, open: () => Promise<unknown>) => {
      const [request] = await Promise.all([
        page.waitForRequest((each) => each.url().includes(`/api/reports/${report}?`)),
        open(),
      ]);
      return Date.parse(new URL(request.url()).searchParams.get("to") ?? "");
    };
    const before = await lastDay("activity", () => page.goto("/portal/reports/activity"));
    const link = page.getByRole("link", { name: "Most wished" });
    await link.waitFor();
    await page.clock.setSystemTime(Date.now() + 86_400_000);
    assert.equal((await lastDay("most-wished", () => link.click())) - before, 86_400_000);
  });

  it("use the days of the browser's time zone, and show it", async () => {
    const timeZone = "America/New_York";
    const page = await stage.signedIn("/reports/activity", { timezoneId: timeZone });
    await page.getByText(`Days are in the time zone ${timeZone}.`).waitFor();
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone }).format();
    const shown = new Intl.DateTimeFormat("en", { timeZone, dateStyle: "medium" }).format();
    const newest = page.getByRole("region", { name: "Activity, figures" }).getByRole("row").nth(1);
    assert.equal(await newest.getByRole("cell").first().textContent(), shown);
    const { name, text } = await savedFile(page, "Save as CSV");
    assert.ok(name.endsWith(`_${today}.csv`), name);
    assert.match(text.trimEnd().split("\r\n").at(-1) ?? "", new RegExp(`^${today},5,`));
    assert.deepEqual(page.faults, []);
  });

  it("show the revenue of each currency separately, the best sellers first, and where a table is cut off", async () => {
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
        ["4 m", "40", "USD"],
        ["5 m", "50", "GBP"],
        ["6 m", "600", "SEK"],
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
    await figure(page, "Revenue from wishes").getByText("and CHF 1,200;", { exact: false }).waitFor();
    await page.getByRole("heading", { name: "Revenue by day in EUR" }).waitFor();
    await page.goto("/portal/reports/conversions");
    const euros = page.getByRole("list", { name: "Conversions: revenue in EUR" }).getByRole("listitem");
    assert.match((await euros.first().textContent()) ?? "", /2 m.*€100\.00/);
    assert.equal(await euros.count(), 2);
    for (const [currency, best, sum] of [
      ["CHF", /3 m.*CHF.1,200\.00/, /CHF.1,200\.00/],
      ["SEK", /6 m.*SEK.600\.00/, /SEK.600\.00/],
    ] as const) {
      await page.getByLabel("Currency").selectOption(currency);
      const bars = page.getByRole("list", { name: `Conversions: revenue in ${currency}` });
      assert.match((await bars.getByRole("listitem").first().textContent()) ?? "", best);
      await page.locator(".facts").getByText(sum).waitFor();
    }
    const end = page.getByText("The first 50 rows. The CSV file has up to 10,000.");
    assert.equal(await end.count(), 0);
    await page.goto("/portal/reports/most-wished");
    await end.waitFor();
    assert.deepEqual(page.faults, []);
  });
});
