import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { PortalStage } from "../../support/portal/pages.ts";
import { atEnd } from "../../support/redis.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** An expression for the sizes of the texts of a page, by their first words. */
const SIZES = `Object.fromEntries([...document.querySelectorAll("p, label, a, button, input:not([type=checkbox]), td, dd, h1, h2")].map(
  (each, i) => [i + " " + each.textContent.slice(0, 20), Number.parseFloat(getComputedStyle(each).fontSize)]))`;

describe("the size of texts that a browser is set to", () => {
  for (const path of ["/portal/settings", "/docs"])
    it(`applies to all texts of ${path}`, async () => {
      const page = await stage.signedIn("/people");
      await page.goto(path);
      await page.getByRole("link").first().waitFor();
      await page.locator(".loading").waitFor({ state: "detached" });
      const before = await page.evaluate<Record<string, number>>(SIZES);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      const after = await page.evaluate<Record<string, number>>(SIZES);
      const small = Object.keys(before).filter((text) => (after[text] ?? 0) < 1.9 * (before[text] ?? 0));
      assert.ok(Object.keys(before).length > 10);
      assert.deepEqual(small, []);
    });
});
