import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { faultsInBothThemes, PortalStage, withAxe } from "../support/portal/pages.ts";
import { resizeTo, widthReads, withWidthReads } from "../support/portal/widths.ts";
import { atEnd } from "../support/redis.ts";

const suite = atEnd();
let stage: PortalStage;
let tenant: Awaited<ReturnType<PortalStage["service"]["newCaller"]>>;
before(async () => {
  stage = await PortalStage.open(suite);
  tenant = await stage.service.newCaller();
});

const PAGES = ["/", "/docs", "/docs/getting-started", "/docs/operations", "/docs/search?q=retry", "/nothing"];

/** The documents that are wider than the window. */
const TOO_WIDE = "document.documentElement.scrollWidth > innerWidth ? [document.title] : []";

/** The words of names in tables that are divided over several lines. */
const DIVIDED = `[...document.querySelectorAll(".table code")]
  .flatMap((code) => [...code.childNodes])
  .filter((part) => /^\\w+$/.test(part.textContent))
  .filter((word) => {
    const range = document.createRange();
    range.selectNode(word);
    return range.getClientRects().length > 1;
  })
  .map((word) => word.textContent)`;

describe("the documentation in a browser", () => {
  it("gets a token for a client in the API reference, and sends requests with it, to this service only", async () => {
    const page = await stage.page();
    const foreign: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith("http") && url.origin !== stage.service.baseUrl)
        foreign.push(request.url());
    });
    const { tenantId, clientId, clientSecret } = tenant.credentials;
    await page.goto("/docs/reference");
    await page.getByLabel("Tenant", { exact: true }).fill(tenantId);
    await page.getByRole("button", { name: "Use this tenant" }).click();
    await page.getByRole("button", { name: "Authorize" }).click();
    const dialog = page.locator(".modal-ux");
    await dialog.locator("input[data-name=clientId]").fill(clientId);
    await dialog.locator("input[data-name=clientSecret]").fill(clientSecret);
    await dialog.getByRole("button", { name: "Apply given OAuth2 credentials" }).click();
    await dialog.getByRole("button", { name: "Remove authorization" }).first().waitFor();
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await page.locator("#operations-tag-Settings").click();
    const operation = page.locator("#operations-Settings-getSettings");
    await operation.locator(".opblock-summary-control").click();
    await operation.getByRole("button", { name: "Execute" }).click();
    const answer = operation.locator(".live-responses-table .response").first();
    await answer.getByText("200", { exact: true }).first().waitFor();
    assert.match((await answer.textContent()) ?? "", /holdSeconds/);
    assert.deepEqual([foreign, page.faults], [[], []]);
  });

  it("shows the API reference in the theme of the browser, also when that changes", async () => {
    const page = await stage.page({ theme: "dark" });
    const background = () =>
      page.evaluate<string>("getComputedStyle(document.querySelector('#reference')).backgroundColor");
    await page.goto("/docs/reference");
    await page.locator("#operations-tag-Settings").waitFor();
    await page.locator("html.dark-mode").waitFor();
    assert.equal(await background(), "rgb(28, 32, 34)");
    await page.emulateMedia({ colorScheme: "light" });
    // The page is notified slightly later.
    await page.locator("html:not(.dark-mode)").waitFor();
    assert.equal(await background(), "rgb(255, 255, 255)");
    assert.deepEqual(page.faults, []);
  });

  it("divides the names in tables only between their words", async () => {
    const page = await stage.page({ width: 390 });
    for (const path of ["/docs/configuration", "/docs/monitoring"]) {
      await page.goto(path);
      assert.deepEqual(await page.evaluate(DIVIDED), [], path);
    }
    assert.ok(await page.locator(".table code wbr").count());
  });

  it("has no serious findings of axe and no overflow on the front page, the guides and the search", async () => {
    const page = await stage.page({ width: 1280 });
    await withWidthReads(page);
    await withAxe(page);
    for (const path of PAGES) {
      await resizeTo(page, 1280);
      await page.goto(path);
      assert.deepEqual(await widthReads(page), [], path);
      for (const width of [1280, 360]) {
        await resizeTo(page, width);
        assert.deepEqual(await faultsInBothThemes(page, TOO_WIDE), [], `${path} ${width}`);
      }
    }
  });
});
