import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CONSENTING, EXPORTS, newExport } from "../../support/exports.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { PortalStage, settledPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { unique } from "../../support/service.ts";

const suite = atEnd();
const SECRET = `whsec_${Buffer.from("nobody but the receiver knows it").toString("base64")}`;
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

describe("the portal after a failed request", () => {
  it("keeps the figures of a running export, reports that the service is away, and follows the run again", async () => {
    const shop = await stage.service.newCaller();
    const owner = await newOwner(stage.service, shop.tenantId);
    const receiver = await startWebhookReceiver(suite, { secret: SECRET });
    receiver.faults.push({ when: "before", what: "silence" });
    const { id: customerRef } = await shop.newCustomer(CONSENTING);
    await shop.newItem((await shop.newWishlist({ customerRef })).id);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    const { id } = await newExport(shop, { name: "Slow", connector });
    const { body: run } = await shop.post(`${EXPORTS}/${id}/runs`);
    const page = await stage.signedIn(`/exports/${id}`, {}, owner);
    const runs = page.getByRole("region", { name: "Runs, newest first" });
    await runs.getByText("running", { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("alert").getByText("The service cannot be reached.", { exact: false }).waitFor();
    assert.equal(await runs.getByText("running", { exact: true }).count(), 1);
    await page.context().setOffline(false);
    await page.getByRole("alert").waitFor({ state: "detached" });
    await shop.post(`${EXPORTS}/${id}/runs/${run.id}/cancel`);
    await runs.getByText("running", { exact: true }).waitFor({ state: "detached" });
  });

  it("keeps a secret that is shown once if the list of stores cannot be loaded", async () => {
    const page = await stage.signedIn("/clients");
    await page.getByRole("button", { name: "Add a client" }).waitFor();
    await page.route("**/portal/api/session", (route) => route.abort());
    await page.getByRole("button", { name: "Add a client" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Store").fill(unique("store"));
    const refused = page.waitForEvent("requestfailed");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await refused;
    // In a modal window: nothing outside can be used or is read aloud.
    await dialog.getByText("The service cannot be reached.", { exact: false }).waitFor();
    await dialog.getByText("Client secret").waitFor();
    await dialog.getByRole("button", { name: "Dismiss the message" }).click();
    assert.equal(await page.getByText("The service cannot be reached.", { exact: false }).count(), 0);
  });

  it("shows other pages after one that cannot be shown, and tries that one again", async () => {
    const page = await stage.signedIn("/people");
    const path = "**/services/wsservice/api/settings";
    await page.route(path, (route) => route.fulfill({ contentType: "application/json", body: "null" }));
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("This page cannot be shown.").waitFor();
    await page.getByRole("link", { name: "People" }).click();
    await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
    await page.unroute(path);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await settledPage(page);
    await page.getByLabel("Name of the shop").waitFor();
  });

  it("shows a message if the code of a page cannot be loaded, each time the page is opened", async () => {
    const page = await stage.signedIn("/people");
    await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("This page cannot be shown.").waitFor();
    await page.getByRole("link", { name: "People" }).click();
    await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("This page cannot be shown.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Reload the page" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  });

  it("shows that a page does not exist if its address was cut off within a character", async () => {
    const page = await stage.signedIn("/orders/%23100%C3");
    await page.getByText("This page does not exist.").waitFor();
    await page.getByRole("link", { name: "To the overview" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  });
});

describe("a required field", () => {
  it("does not accept only spaces, and accepts the text that replaces them", async () => {
    const page = await stage.signedIn("/exports");
    await page.getByRole("button", { name: "Add an export" }).click();
    const name = page.getByRole("dialog").getByLabel("Name", { exact: true });
    const add = page.getByRole("dialog").getByRole("button", { name: "Add", exact: true });
    await page.getByRole("dialog").getByLabel("Target").selectOption("file");
    await name.fill("   ");
    await add.click();
    await page.getByRole("dialog").locator("input:invalid").waitFor();
    await name.fill("Nightly");
    await add.click();
    await page.getByRole("heading", { level: 1, name: "Nightly" }).waitFor();
  });
});
