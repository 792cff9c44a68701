import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { PortalStage, settledPage } from "../../support/portal/pages.ts";
import { atEnd } from "../../support/redis.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Counts the formatted times: a row has one. */
const COUNT_TIMES = `
  window.formatted = 0;
  const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format");
  Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
    get() {
      window.formatted++;
      return get.call(this);
    },
  });`;

const entryOf = (number: number) => ({
  id: `${number}-0`,
  time: new Date(number * 60_000).toISOString(),
  actor: { kind: "client", id: "program" },
  action: "updateSettings",
  outcome: "done",
});
const entriesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => entryOf(first + i));

describe("a long list of the portal", () => {
  it("renders only the new rows when it grows", async () => {
    const page = await stage.signedIn();
    await page.addInitScript({ content: COUNT_TIMES });
    await page.route("**/services/wsservice/api/audit?*", (route) => {
      const isFirst = !route.request().url().includes("cursor");
      return route.fulfill({
        json: isFirst ? { entries: entriesFrom(0, 200), cursor: "next" } : { entries: entriesFrom(200, 3) },
      });
    });
    await page.goto("/portal/audit");
    const rows = page.getByRole("region", { name: "Audit log" }).locator("tbody tr");
    await rows.nth(199).waitFor();
    await settledPage(page);
    await page.evaluate("window.formatted = 0");
    await page.getByRole("button", { name: "Show older entries" }).click();
    await page.getByText("All rows are shown.").waitFor();
    assert.equal(await rows.count(), 203);
    assert.equal(await page.evaluate("window.formatted"), 3);
    assert.deepEqual(page.faults, []);
  });
});
