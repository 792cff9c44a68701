import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { newExport } from "../../support/exports.ts";
import { PortalStage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner, PortalBrowser } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Presses a button that deletes something, and confirms it. */
async function confirm(page: WatchedPage, button: string, within = page.locator("main")): Promise<void> {
  await within.getByRole("button", { name: button }).click();
  await page.getByRole("dialog", { name: button }).getByRole("button", { name: button }).click();
}

/** Waits for a message, which must be about a success. */
async function succeeds(page: WatchedPage, message: string): Promise<void> {
  await page.locator(".toast > div").first().waitFor();
  assert.deepEqual(await page.locator(".toast > .bad").allTextContents(), []);
  await page.locator(".toast > .good").getByText(message).waitFor();
  assert.deepEqual(page.faults, []);
}

/** Deletes an entity with the API, as another window does. */
async function deletedElsewhere(path: string): Promise<void> {
  assert.equal((await stage.caller.delete(`${WS}${path}`)).status, 204);
}

describe("what another window has already deleted", () => {
  it("is a webhook endpoint that is no longer listed", async () => {
    const url = `https://hooks.shop.example/${unique("hook")}`;
    const { body: endpoint } = await stage.caller.post(`${WS}/webhook-endpoints`, { url, events: [] });
    const page = await stage.signedIn(`/webhooks/${endpoint.id}`);
    await page.getByText(url).first().waitFor();
    await deletedElsewhere(`/webhook-endpoints/${endpoint.id}`);
    await confirm(page, "Delete");
    await succeeds(page, "The endpoint is deleted.");
    await page.getByText("No endpoints").waitFor();
  });

  it("is an export that is no longer listed", async () => {
    const { id } = await newExport(stage.caller, { name: "Nightly", connector: { type: "file" } });
    const page = await stage.signedIn(`/exports/${id}`);
    await page.getByRole("heading", { level: 1, name: "Nightly" }).waitFor();
    await deletedElsewhere(`/exports/${id}`);
    await confirm(page, "Delete");
    await succeeds(page, "The export is deleted.");
    await page.getByText("No exports").waitFor();
  });

  it("is a client whose row disappears", async () => {
    const { body: client } = await stage.caller.post(`${WS}/clients`, {
      store: "default",
      scopes: ["wishlists:read"],
    });
    const page = await stage.signedIn("/clients");
    const row = page.getByRole("row").filter({ hasText: client.clientId });
    await row.waitFor();
    await deletedElsewhere(`/clients/${client.clientId}`);
    await confirm(page, "Delete", row);
    await succeeds(page, "The client is deleted.");
    await row.waitFor({ state: "detached" });
  });

  it("is a person whose row disappears", async () => {
    const { email } = await newOwner(stage.service, stage.caller.tenantId, { role: "support" });
    const page = await stage.signedIn("/people");
    const row = page.getByRole("row").filter({ hasText: email });
    await row.waitFor();
    const other = new PortalBrowser(stage.service.baseUrl);
    await other.signIn(stage.owner);
    const { people } = (await other.send("GET", "/people")).body;
    const { id } = people.find((person: { email: string }) => person.email === email);
    assert.equal((await other.send("DELETE", `/people/${id}`)).status, 204);
    await confirm(page, "Remove", row);
    await succeeds(page, `${email} can no longer sign in.`);
    await row.waitFor({ state: "detached" });
  });

  it("is a link to a wishlist whose row disappears", async () => {
    const { id: customerRef } = await stage.caller.newCustomer();
    const { id } = await stage.caller.newWishlist({ customerRef });
    const { body: share } = await stage.caller.post(`${WS}/wishlists/${id}/shares`, {});
    const page = await stage.signedIn(`/customers/${customerRef}`);
    await page.getByRole("button", { name: "Links" }).click();
    const links = page.getByRole("dialog");
    await links.getByText("Never").waitFor();
    await deletedElsewhere(`/wishlists/${id}/shares/${share.id}`);
    await confirm(page, "Revoke", links);
    await succeeds(page, "The link is revoked.");
    await links.getByText("No valid links").waitFor();
  });
});

describe("a deletion that is answered late", () => {
  it("does not leave the page that somebody has opened in the meantime", async () => {
    const { id } = await newExport(stage.caller, { name: "Nightly", connector: { type: "file" } });
    const page = await stage.signedIn(`/exports/${id}`);
    let onOpened: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (onOpened = resolve));
    await page.route(`**/exports/${id}`, async (route) => {
      if (route.request().method() === "DELETE") await opened;
      await route.continue();
    });
    await page.getByRole("heading", { level: 1, name: "Nightly" }).waitFor();
    await confirm(page, "Delete");
    await page.getByRole("link", { name: "People" }).click();
    await page.getByRole("button", { name: "Invite somebody" }).click();
    const email = page.getByRole("dialog").getByLabel("E-mail");
    await email.fill("guest@shop.example");
    onOpened();
    await page.getByText("The export is deleted.").waitFor();
    assert.equal(await email.inputValue(), "guest@shop.example");
  });
});
