import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { EXPORTS, newExport, newWisher } from "../../support/exports.ts";
import { PortalStage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner, PortalBrowser } from "../../support/portal/session.ts";
import { startHangingReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Presses buttons by their texts, one after the other. Each is in the dialog that the one before it has opened. */
async function press(page: WatchedPage, ...names: string[]): Promise<void> {
  const [first = "", ...others] = names;
  await page.locator("main").getByRole("button", { name: first }).first().click();
  for (const name of others)
    await page.getByRole("dialog").getByRole("button", { name, exact: true }).first().click();
}

/** Expects that an action is refused with a message that stays, and closes it. */
async function refusedWith(page: WatchedPage, sentence: string | RegExp): Promise<void> {
  await page.locator(".toast > .bad").getByText(sentence).waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.getByRole("button", { name: "Dismiss the message" }).click();
  assert.deepEqual(page.faults, []);
}

/** Deletes an entity with the API, as another window does. */
async function deletedElsewhere(path: string): Promise<void> {
  assert.equal((await stage.caller.delete(`${WS}${path}`)).status, 204);
}

describe("an action on something that another window has deleted says so, and then", () => {
  for (const buttons of [
    ["New secret", "New secret"],
    ["Disable", "Disable"],
    ["Permissions", "Save"],
  ])
    it(`the row of the client is gone: ${buttons[0]}`, async () => {
      const { body: client } = await stage.caller.post(`${WS}/clients`, { scopes: ["wishlists:read"] });
      const page = await stage.signedIn("/clients");
      const row = page.getByRole("row").filter({ hasText: client.clientId });
      await row.waitFor();
      await deletedElsewhere(`/clients/${client.clientId}`);
      await press(page, `${buttons[0]}: ${client.clientId}`, ...buttons.slice(1));
      await row.waitFor({ state: "detached" });
      await refusedWith(page, "There is no such client.");
    });

  for (const buttons of [
    ["New password", "New password"],
    ["Change the role", "Save"],
  ])
    it(`the row of the person is gone: ${buttons[0]}`, async () => {
      const { email } = await newOwner(stage.service, stage.caller.tenantId, { role: "support" });
      const page = await stage.signedIn("/people");
      const row = page.getByRole("row").filter({ hasText: email });
      await row.waitFor();
      const other = new PortalBrowser(stage.service.baseUrl);
      await other.signIn(stage.owner);
      const { people } = (await other.send("GET", "/people")).body;
      const { id } = people.find((person: { email: string }) => person.email === email);
      assert.equal((await other.send("DELETE", `/people/${id}`)).status, 204);
      await press(page, `${buttons[0]}: ${email}`, ...buttons.slice(1));
      await row.waitFor({ state: "detached" });
      await refusedWith(page, "There is no such person.");
    });

  for (const buttons of [
    ["Send a test event"],
    ["Switch off", "Switch off"],
    ["New secret", "New secret"],
    ["Change", "Save"],
    ["Start the replay"],
  ])
    it(`the page of the endpoint has nothing else: ${buttons[0]}`, async () => {
      const url = `https://hooks.shop.example/${unique("hook")}`;
      const { body: endpoint } = await stage.caller.post(`${WS}/webhook-endpoints`, { url, events: [] });
      const page = await stage.signedIn(`/webhooks/${endpoint.id}`);
      await page.getByLabel("Since").fill("2026-01-01T10:00");
      await deletedElsewhere(`/webhook-endpoints/${endpoint.id}`);
      await press(page, ...buttons);
      await page.getByRole("alert").getByText("There is no such webhook endpoint.").waitFor();
      await page.getByText(url).waitFor({ state: "detached" });
      assert.equal(await page.getByRole("button", { name: "Delete" }).count(), 0);
      await refusedWith(page, "There is no such webhook endpoint.");
    });

  for (const buttons of [["Run now"], ["Turn the schedule on"], ["Change", "Save"]])
    it(`the page of the export has nothing else: ${buttons[0]}`, async () => {
      const { id } = await newExport(stage.caller, { connector: { type: "file" }, enabled: false });
      const page = await stage.signedIn(`/exports/${id}`);
      await page.getByText("No runs yet").waitFor();
      await deletedElsewhere(`/exports/${id}`);
      await press(page, ...buttons);
      await page.getByRole("alert").getByText("There is no such export.").waitFor();
      assert.equal(await page.getByRole("button", { name: "Delete" }).count(), 0);
      await refusedWith(page, "There is no such export.");
    });

  it("the wishlist is gone: a new link", async () => {
    const { id: customerRef } = await stage.caller.newCustomer();
    const { id } = await stage.caller.newWishlist({ customerRef, name: "Birthday" });
    const page = await stage.signedIn(`/customers/${customerRef}`);
    await page.getByRole("button", { name: "Links" }).click();
    await page.getByText("No valid links").waitFor();
    await deletedElsewhere(`/wishlists/${id}`);
    await page.getByRole("button", { name: "Create a link" }).click();
    await page.getByText("No wishlists").waitFor();
    await refusedWith(page, "There is no such wishlist.");
  });
});

describe("an action that another window has already done", () => {
  it("shows the run that is active, after a refusal to start another", async () => {
    const { url } = await startHangingReceiver(suite);
    await newWisher(stage.caller);
    const { id } = await newExport(stage.caller, { connector: { type: "webhook", url }, mode: "full" });
    const page = await stage.signedIn(`/exports/${id}`);
    await page.getByText("No runs yet").waitFor();
    assert.equal((await stage.caller.post(`${EXPORTS}/${id}/runs`, {})).status, 202);
    await press(page, "Run now");
    await page.getByRole("region", { name: "Runs, newest first" }).getByText("running").waitFor();
    await refusedWith(page, /^The run .* is active\.$/);
  });
});
