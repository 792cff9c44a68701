import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Locator } from "playwright-core";
import { EXPORTS, newExport } from "../../support/exports.ts";
import { PortalStage, settledPage } from "../../support/portal/pages.ts";
import { startHangingReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

const unchanged = () => Promise.resolve();

/** Opens a form in two tabs, and saves it in one after the other: in the second tab with the values of before. */
async function changeInTwoTabs(
  path: string,
  changes: readonly ((dialog: Locator) => Promise<void>)[],
): Promise<void> {
  const page = await stage.signedIn(path);
  const tab = await page.context().newPage();
  await tab.goto(`/portal${path}`);
  for (const each of [page, tab]) await each.getByRole("button", { name: "Change", exact: true }).click();
  for (const [i, each] of [page, tab].entries()) {
    const dialog = each.getByRole("dialog");
    await changes[i]?.(dialog);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  }
}

describe("a form that is open in two tabs", () => {
  it("keeps what the other tab has changed at an export, such as that private wishlists are not included", async () => {
    const options = { name: "Partner", connector: { type: "file" }, includePrivate: true };
    const { id } = await newExport(stage.caller, options);
    const name = unique("renamed");
    await changeInTwoTabs(`/exports/${id}`, [
      (dialog) => dialog.getByLabel("Include private wishlists").uncheck(),
      (dialog) => dialog.getByLabel("Name", { exact: true }).fill(name),
    ]);
    const { body } = await stage.caller.get(`${EXPORTS}/${id}`);
    assert.deepEqual([body.includePrivate, body.name], [false, name]);
    assert.deepEqual(body.connector, options.connector);
  });

  it("keeps what the other tab has changed at an endpoint", async () => {
    const [before, after] = [unique("before"), unique("after")].map((name) => `https://${name}.example/`);
    const { body: endpoint } = await stage.caller.post(`${WS}/webhook-endpoints`, {
      url: before,
      events: [],
    });
    await changeInTwoTabs(`/webhooks/${endpoint.id}`, [
      (dialog) => dialog.getByLabel("Address").fill(after ?? ""),
      (dialog) => dialog.getByLabel("Events").fill("alert.*"),
    ]);
    const { body } = await stage.caller.get(`${WS}/webhook-endpoints/${endpoint.id}`);
    assert.deepEqual([body.url, body.events], [after, ["alert.*"]]);
  });

  it("keeps what the other tab has changed at the connector of an export", async () => {
    const connector = { type: "s3", bucket: "wishes", accessKeyId: "key", secretAccessKey: "secret" };
    const { id } = await newExport(stage.caller, {
      connector: { ...connector, prefix: "old", pathStyle: true },
    });
    await changeInTwoTabs(`/exports/${id}`, [
      (dialog) => dialog.getByLabel("Prefix").fill("new"),
      async (dialog) => void (await dialog.getByLabel("Path style").selectOption("Default")),
    ]);
    const { prefix, pathStyle } = (await stage.caller.get(`${EXPORTS}/${id}`)).body.connector;
    assert.deepEqual([prefix, pathStyle], ["new", undefined]);
  });

  it("keeps its text at an endpoint during a replay, when the page loads the endpoint again and again", async () => {
    const { shop, owner } = await stage.newShop();
    await shop.newCustomer();
    const { url } = await startHangingReceiver(suite);
    const endpoints = `${WS}/webhook-endpoints`;
    const { id } = (await shop.post(endpoints, { url, events: ["customer.created"] })).body;
    await shop.post(`${endpoints}/${id}/replay`, { since: new Date(0).toISOString() });
    const page = await stage.signedIn(`/webhooks/${id}`, {}, owner);
    await page.getByText("Replay running.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Description").fill("Typed here");
    await shop.put(`${endpoints}/${id}`, { description: "Saved there" });
    await page.getByText("Saved there").waitFor();
    assert.equal(await dialog.getByLabel("Description").inputValue(), "Typed here");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const { body } = await shop.get(`${endpoints}/${id}`);
    assert.deepEqual([body.description, body.url], ["Typed here", url]);
  });

  it("can be saved without a change", async () => {
    const { id } = await newExport(stage.caller, { name: "Same", connector: { type: "file" } });
    await changeInTwoTabs(`/exports/${id}`, [unchanged, unchanged]);
    const url = "https://same.example/";
    const { body } = await stage.caller.post(`${WS}/webhook-endpoints`, { url, events: [] });
    await changeInTwoTabs(`/webhooks/${body.id}`, [unchanged, unchanged]);
  });
});

describe("a half-filled form of settings", () => {
  it("keeps its text when another form of the page is saved, although the other tab has changed the same setting", async () => {
    const page = await stage.signedIn("/settings");
    const form = (name: string) => page.getByRole("form", { name, exact: true });
    const heading = form("Shared wishlists").getByRole("textbox", { name: "Name on the page" });
    await heading.fill("Typed here");
    await stage.caller.put(`${WS}/settings`, { sharing: { displayName: "Saved there" } });
    const reloaded = page.waitForResponse(
      (answer) => answer.url().endsWith("/settings") && answer.request().method() === "GET",
    );
    await form("E-mail").getByRole("textbox", { name: "Name of the shop" }).fill("Outdoor");
    await form("E-mail").getByRole("button", { name: "Save" }).click();
    await form("E-mail").getByText("Set for the account").waitFor();
    await (await reloaded).finished();
    await settledPage(page);
    assert.equal(await heading.inputValue(), "Typed here");
    await form("Shared wishlists").getByRole("button", { name: "Save" }).click();
    await form("Shared wishlists").getByText("Set for the account").waitFor();
    const { sharing, mail } = (await stage.caller.get(`${WS}/settings`)).body;
    assert.deepEqual([sharing.displayName, mail.shopName], ["Typed here", "Outdoor"]);
    assert.deepEqual(page.faults, []);
  });
});
