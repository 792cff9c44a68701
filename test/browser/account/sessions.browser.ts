import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { PortalStage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { unique } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

const ENDED = "Your session has ended. Sign in again.";

const again = (page: Page) => page.getByRole("dialog", { name: "Sign in again" });

async function signInAgain(page: Page, { email, password } = stage.owner): Promise<void> {
  await again(page).getByLabel("E-mail").fill(email);
  await again(page).getByLabel("Password").fill(password);
  await again(page).getByRole("button", { name: "Sign in" }).click();
}

/** Opens the dialog that invites a person, and enters an address. */
async function enterInvitation(page: WatchedPage): Promise<string> {
  const email = `${unique("guest")}@shop.example`;
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByRole("dialog").getByLabel("E-mail").fill(email);
  return email;
}

/** Opens another tab of the same browser. */
async function otherTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto("/portal");
  return tab;
}

/** Notifies a page that somebody has returned to it. A browser without windows does not. */
const returnTo = (page: Page) => page.evaluate("window.dispatchEvent(new Event('focus'))");

describe("an ended session", () => {
  it("leads to the sign-in, which covers the page, and back to what was entered", async () => {
    const page = await stage.signedIn("/people");
    const email = await enterInvitation(page);
    await page.context().clearCookies();
    const dialog = page.getByRole("dialog", { name: "Invite somebody" });
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByText(ENDED).waitFor();
    for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
    assert.ok(await again(page).isVisible());
    assert.equal(await again(page).getByLabel("E-mail").inputValue(), stage.owner.email);
    await signInAgain(page);
    await again(page).waitFor({ state: "detached" });
    assert.equal(await dialog.getByLabel("E-mail").inputValue(), email);
    await dialog.getByRole("alert").getByText("Your session had ended. Try again.").waitFor();
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByText("One-time password", { exact: true }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("leads to the sign-in after an action, and then to a message that the action has to be repeated", async () => {
    const { email } = await newOwner(stage.service, stage.caller.tenantId, { role: "support" });
    const page = await stage.signedIn("/people");
    const row = page.getByRole("row").filter({ hasText: email });
    await row.getByRole("button", { name: "Remove" }).click();
    await page.context().clearCookies();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await signInAgain(page);
    await again(page).waitFor({ state: "detached" });
    await page.getByText("Your session had ended. Try again.").waitFor();
    await row.waitFor();
  });

  it("leaves nothing for another person who signs in then", async () => {
    const other = await newOwner(stage.service, stage.caller.tenantId);
    const page = await stage.signedIn("/people");
    const email = await enterInvitation(page);
    await page.context().clearCookies();
    await page.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click();
    await signInAgain(page, other);
    await again(page).waitFor({ state: "detached" });
    await page.getByRole("row", { name: other.email }).getByText("Owner (you)").waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    assert.ok(!(await page.content()).includes(email));
  });

  it("allows signing out", async () => {
    const page = await stage.signedIn("/people");
    await page.getByRole("row").filter({ hasText: stage.owner.email }).waitFor();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    assert.equal(await page.getByText("Your session has ended.", { exact: false }).count(), 0);
    await page.getByText("Forgot your password? An owner of your shop", { exact: false }).waitFor();
  });
});

describe("two tabs of a browser", () => {
  it("show the sign-in in one tab after the sign-out in the other", async () => {
    const page = await stage.signedIn("/people");
    const tab = await otherTab(page);
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.getByRole("heading", { name: "Sign in" }).waitFor();
    await returnTo(page);
    await page.getByText(ENDED).waitFor();
  });

  it("continue in one tab after the sign-in in the other", async () => {
    const page = await stage.signedIn("/people");
    const email = await enterInvitation(page);
    const tab = await otherTab(page);
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.getByLabel("E-mail").fill(stage.owner.email);
    await tab.getByLabel("Password").fill(stage.owner.password);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    const loaded = page.waitForResponse("**/portal/api/session");
    await returnTo(page);
    await (await loaded).finished();
    const dialog = page.getByRole("dialog");
    assert.equal(await dialog.getByLabel("E-mail").inputValue(), email);
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByText("One-time password", { exact: true }).waitFor();
  });

  it("show the person who signed in last", async () => {
    const { owner } = await stage.newShop();
    const page = await stage.signedIn("/people");
    const tab = await otherTab(page);
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.getByLabel("E-mail").fill(owner.email);
    await tab.getByLabel("Password").fill(owner.password);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await returnTo(page);
    await page.getByRole("row").filter({ hasText: owner.email }).waitFor();
    assert.ok(!(await page.content()).includes(stage.owner.email));
  });
});

describe("the portal of a suspended tenant", () => {
  it("says so at the sign-in, where an owner of another shop can enter that one", async () => {
    const [suspended, other] = [await stage.newShop(), await stage.newShop()];
    const page = await stage.signedIn("", {}, suspended.owner);
    await stage.service.tenants.setState(suspended.shop.tenantId, "suspended");
    await page.reload();
    await page.getByRole("alert").getByText("The account is suspended.").waitFor();
    await page.getByLabel("E-mail").fill(other.owner.email);
    await page.getByLabel("Password").fill(other.owner.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByText(other.owner.email).waitFor();
    assert.deepEqual(page.faults, []);
  });
});

describe("the portal over plain HTTP from another machine", () => {
  it("changes settings, and shows secrets without a button that cannot copy", async () => {
    const page = await stage.page({ baseURL: stage.foreignUrl });
    await stage.signIn(page);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    assert.equal(await page.evaluate("isSecureContext"), false);
    await page.goto("/portal/webhooks");
    await page.getByRole("button", { name: "Add an endpoint" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill(`https://hooks.shop.example/${unique("hook")}`);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Signing secret").waitFor();
    assert.equal(await page.getByRole("button", { name: "Copy" }).count(), 0);
    await until("the endpoint is in the list", async () => (await page.getByRole("row").count()) > 1);
    assert.deepEqual(page.faults, []);
  });
});
