import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CONSENTING, EXPORTS, newExport } from "../../support/exports.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { focused, PortalStage, settledPage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";

const suite = atEnd();
const SECRET = `whsec_${Buffer.from("nobody but the receiver knows it").toString("base64")}`;
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Presses a button of the page and the one of the confirmation, both by key. */
async function confirm(page: WatchedPage, name: string, row = page.locator("main")): Promise<void> {
  // A button of a row also names the row.
  await row.getByRole("button", { name: new RegExp(`^${name}(: |$)`) }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).press("Enter");
}

describe("the focus after its element disappears", () => {
  it("moves from a deleted row to the next one, from the last row to the one before, and from the only one to the table", async () => {
    const { shop, owner } = await stage.newShop();
    const emails = ["a", "b", "c"].map((name) => `${unique(name)}@shop.example`);
    for (const email of emails) await newOwner(stage.service, shop.tenantId, { email });
    const page = await stage.signedIn("/people", {}, owner);
    const rowOf = (email = "") => page.getByRole("row").filter({ hasText: email });
    await rowOf(emails[2]).waitFor();
    const shown = await page
      .getByRole("row")
      .filter({ has: page.getByRole("button") })
      .allTextContents();
    const [first, second, third] = emails.toSorted((a, b) => {
      const place = (email: string) => shown.findIndex((text) => text.includes(email));
      return place(a) - place(b);
    });
    await confirm(page, "Remove", rowOf(first));
    await rowOf(first).waitFor({ state: "detached" });
    await focused(page, rowOf(second).getByRole("button", { name: "Change the role" }));
    await confirm(page, "Remove", rowOf(third));
    await rowOf(third).waitFor({ state: "detached" });
    await focused(page, rowOf(second).getByRole("button", { name: "Change the role" }));
    await confirm(page, "Remove", rowOf(second));
    await rowOf(second).waitFor({ state: "detached" });
    await focused(page, page.getByRole("region", { name: "People" }));
    assert.deepEqual(page.faults, []);
  });

  it("moves from Try again to the heading of the part that follows", async () => {
    const { owner } = await stage.newShop();
    const page = await stage.signedIn("/people", {}, owner);
    await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
    await page.route("**/alerts/waves", (route) => route.abort());
    await page.getByRole("link", { name: "Alerts" }).click();
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await page.unroute("**/alerts/waves");
    await again.press("Enter");
    await page.getByText("No active waves").waitFor();
    await focused(page, page.getByRole("heading", { name: "Active waves" }));
  });

  it("stays on a button that changes, and among the runs if one of them is cancelled", async () => {
    const { shop, owner } = await stage.newShop();
    const url = `https://hooks.shop.example/${unique("hook")}`;
    const { body: endpoint } = await shop.post(`${WS}/webhook-endpoints`, { url, events: [] });
    const page = await stage.signedIn(`/webhooks/${endpoint.id}`, {}, owner);
    await confirm(page, "Switch off");
    const on = page.getByRole("button", { name: "Switch on" });
    await focused(page, on);
    await on.press("Enter");
    await focused(page, page.getByRole("button", { name: "Switch off" }));

    const receiver = await startWebhookReceiver(suite, { secret: SECRET });
    receiver.faults.push({ when: "before", what: "silence" });
    const { id: customerRef } = await shop.newCustomer(CONSENTING);
    await shop.newItem((await shop.newWishlist({ customerRef })).id);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    const { id } = await newExport(shop, { name: "Slow", connector });
    await shop.post(`${EXPORTS}/${id}/runs`);
    await page.goto(`/portal/exports/${id}`);
    const runs = page.getByRole("region", { name: "Runs, newest first" });
    await runs.getByRole("button", { name: "Cancel" }).press("Enter");
    await runs.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
    await focused(page, runs);
  });

  it("moves to the receipt of an erasure", async () => {
    const { shop, owner } = await stage.newShop();
    const { id } = await shop.newCustomer({ id: unique("c") });
    const page = await stage.signedIn("/privacy", {}, owner);
    await page.getByLabel("Identified by").selectOption("customerRef");
    await page.getByLabel("Value").fill(id);
    await page.getByRole("button", { name: "Show what is stored" }).click();
    await confirm(page, "Erase");
    await focused(page, page.getByRole("group", { name: "Receipt of the erasure" }));
    assert.deepEqual(page.faults, []);
  });

  it("returns to its earlier element from a dismissed message, and from a cancelled window", async () => {
    const { shop, owner } = await stage.newShop();
    const url = `https://hooks.shop.example/${unique("hook")}`;
    const { body: endpoint } = await shop.post(`${WS}/webhook-endpoints`, { url, events: [] });
    const page = await stage.signedIn(`/webhooks/${endpoint.id}`, {}, owner);
    const remove = page.getByRole("button", { name: "Delete" });
    await remove.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
    await focused(page, remove);
    await page.route("**/test", (route) => route.abort());
    const test = page.getByRole("button", { name: "Send a test event" });
    await test.press("Enter");
    const dismiss = page.getByRole("button", { name: "Dismiss the message" });
    await dismiss.waitFor();
    await dismiss.press("Enter");
    await focused(page, test);
  });

  it("moves to the page after signing in, and to the sign-in after signing out", async () => {
    const page = await stage.page();
    await stage.signIn(page);
    await focused(page, page.getByRole("heading", { level: 1, name: "Overview" }));
    await page.getByRole("button", { name: "Sign out" }).press("Enter");
    await focused(page, page.getByRole("heading", { name: "Sign in" }));
  });

  it("is not moved for a user who has clicked outside of all controls", async () => {
    const { shop, owner } = await stage.newShop();
    const { email } = await newOwner(stage.service, shop.tenantId);
    const page = await stage.signedIn("/people", {}, owner);
    const row = page.getByRole("row").filter({ hasText: email });
    const kept = page.waitForRequest((request) => request.method() === "DELETE");
    await page.route("**/portal/api/people/*", async (route) => {
      // A click outside of the buttons, while the owner is being removed.
      await page.locator(".who p").first().click();
      await route.continue();
    });
    await confirm(page, "Remove", row);
    await kept;
    await row.waitFor({ state: "detached" });
    await settledPage(page);
    assert.equal(await page.evaluate("document.activeElement.tagName"), "BODY");
  });
});
