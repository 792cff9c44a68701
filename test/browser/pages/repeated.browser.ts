import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { PortalStage } from "../../support/portal/pages.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Presses Enter, and holds it until the browser has repeated it some times. */
async function holdEnter(page: Page): Promise<void> {
  for (let times = 0; times < 10; times++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
}

/** Lets the service handle the first POST to some addresses, and loses its answer. */
async function loseFirstAnswer(page: Page, addresses: string): Promise<void> {
  let isLost = false;
  await page.route(addresses, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}

describe("Enter", () => {
  it("does not close a window with a secret that it has just opened, if it is pressed again", async () => {
    const { owner } = await stage.newShop();
    const page = await stage.signedIn("/people", {}, owner);
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await page
      .getByRole("dialog")
      .getByLabel("E-mail")
      .fill(`${unique("guest")}@shop.example`);
    await page.keyboard.press("Enter");
    const secret = page.getByRole("dialog", { name: "One-time password" });
    await secret.waitFor();
    await page.keyboard.press("Enter");
    assert.ok(await secret.isVisible());
    await page.keyboard.press("Escape");
    await secret.waitFor({ state: "detached" });
    assert.deepEqual(page.faults, []);
  });

  it("counts once while it is held down, on a button and in a form", async () => {
    const { shop, owner } = await stage.newShop();
    const page = await stage.signedIn("/clients", {}, owner);
    await page.getByRole("button", { name: "Add a client" }).focus();
    await holdEnter(page);
    await page.getByRole("dialog", { name: "Add a client" }).getByLabel("Store").focus();
    const countOfClients = async (): Promise<number> => (await shop.get(`${WS}/clients`)).body.clients.length;
    const known = await countOfClients();
    await holdEnter(page);
    const secret = page.getByRole("dialog", { name: "Credentials of the client" });
    await secret.waitFor();
    await holdEnter(page);
    assert.ok(await secret.isVisible());
    assert.equal(await countOfClients(), known + 1);
  });
});

describe("a form that is sent again because its answer was lost", () => {
  it("creates one endpoint, and shows its secret", async () => {
    const { shop, owner } = await stage.newShop();
    const page = await stage.signedIn("/webhooks", {}, owner);
    await page.getByRole("button", { name: "Add an endpoint" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an endpoint" });
    await dialog.getByLabel("Address").fill(`https://hooks.shop.example/${unique("hook")}`);
    await loseFirstAnswer(page, "**/webhook-endpoints");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("The service cannot be reached.", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText(/^whsec_/).waitFor();
    assert.equal((await shop.get(`${WS}/webhook-endpoints`)).body.endpoints.length, 1);
  });

  it("creates two endpoints if the first answer arrived", async () => {
    const { shop, owner } = await stage.newShop();
    const page = await stage.signedIn("/webhooks", {}, owner);
    for (let times = 0; times < 2; times++) {
      await page.getByRole("button", { name: "Add an endpoint" }).click();
      await page.getByRole("dialog").getByLabel("Address").fill("https://hooks.shop.example/both");
      await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole("button", { name: "Close" }).click();
    }
    assert.equal((await shop.get(`${WS}/webhook-endpoints`)).body.endpoints.length, 2);
  });

  it("shows the invited person in the list, and says where to get another password", async () => {
    const { owner } = await stage.newShop();
    const page = await stage.signedIn("/people", {}, owner);
    const email = `${unique("guest")}@shop.example`;
    await page.getByRole("button", { name: "Invite somebody" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite somebody" });
    await dialog.getByLabel("E-mail").fill(email);
    await loseFirstAnswer(page, "**/portal/api/people");
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await dialog.getByText("The service cannot be reached.", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await dialog
      .getByRole("alert")
      .getByText("where an owner can give a new password", { exact: false })
      .waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByRole("row")
      .filter({ hasText: email })
      .getByRole("button", { name: "New password" })
      .waitFor();
  });
});
