import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { PAGES, PortalStage, seriousFindings, settledPage, withAxe } from "../support/portal-pages.ts";
import { atEnd } from "../support/redis.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

describe("every page of the portal", () => {
  it("has on every page, in both themes and widths, nothing serious for axe and nothing beside the screen", async () => {
    for (const theme of ["light", "dark"] as const) {
      for (const width of [1280, 360]) {
        const page = await stage.page({ theme, width });
        await withAxe(page);
        await page.goto("/portal");
        await page.getByLabel("Password").waitFor();
        assert.deepEqual(await seriousFindings(page), [], "sign-in");
        await stage.signIn(page);
        await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
        for (const [path, title] of Object.entries(PAGES)) {
          const where = `${path} ${theme} ${width}`;
          await page.goto(`/portal${path}`);
          await page.getByRole("heading", { level: 1, name: title }).waitFor();
          await settledPage(page);
          assert.deepEqual(await seriousFindings(page), [], where);
          const tooWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
          assert.equal(tooWide, false, where);
        }
        assert.deepEqual(page.faults, []);
        await page.close();
      }
    }
  });
});
