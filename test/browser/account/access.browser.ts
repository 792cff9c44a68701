import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { PortalStage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Requests of a page that change something, by method and path, from now on. */
function changesOf(page: WatchedPage): string[] {
  const changes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return changes;
}

const newPerson = () => newOwner(stage.service, stage.caller.tenantId, { role: "marketing" });

describe("access control in the portal", () => {
  it("changes a role when it is saved, not with each key press", async () => {
    const person = await newPerson();
    const page = await stage.signedIn("/people");
    const row = page.getByRole("row").filter({ hasText: person.email });
    await row.getByRole("button", { name: "Change the role" }).click();
    const changes = changesOf(page);
    await page.getByRole("dialog").getByRole("combobox").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(changes.length, 0);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await row.getByText("Support", { exact: true }).waitFor();
    assert.equal(changes.filter((change) => change.startsWith("PUT /portal/api/people/")).length, 1);
    assert.deepEqual(page.faults, []);
  });

  it("names for a screen reader what each button in the window of a new client copies", async () => {
    const { owner } = await stage.newShop();
    const page = await stage.signedIn("/clients", {}, owner);
    await page.getByRole("button", { name: "Add a client" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    const shown = page.getByRole("dialog", { name: "Credentials of the client" });
    for (const name of ["Account", "Client id", "Client secret", "Commands for a terminal"])
      await shown.getByRole("button", { name: `Copy: ${name}`, exact: true }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("asks before a new password signs an owner out", async () => {
    const person = await newPerson();
    const theirs = await stage.signedIn("/reports", {}, person);
    const page = await stage.signedIn("/people");
    const changes = changesOf(page);
    await page
      .getByRole("row")
      .filter({ hasText: person.email })
      .getByRole("button", { name: "New password" })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`${person.email} is signed out immediately`, { exact: false }).waitFor();
    assert.equal(changes.length, 0);
    await dialog.getByRole("button", { name: "New password" }).click();
    await page.getByRole("dialog", { name: "One-time password" }).waitFor();
    await theirs.reload();
    await theirs.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("removes an owner, who is signed out and cannot sign in again", async () => {
    const person = await newPerson();
    const theirs = await stage.signedIn("/reports", {}, person);
    const page = await stage.signedIn("/people");
    const row = page.getByRole("row").filter({ hasText: person.email });
    await row.getByRole("button", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove" });
    await dialog.getByText(`${person.email} is signed out`, { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal(await row.count(), 1);
    await row.getByRole("button", { name: "Remove" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText(`${person.email} can no longer sign in.`).waitFor();
    await row.waitFor({ state: "detached" });
    await theirs.reload();
    await theirs.getByRole("heading", { name: "Sign in" }).waitFor();
    await stage.signIn(theirs, person);
    await theirs.getByText("The e-mail address or the password is wrong.").waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("changes the scopes of a client, revokes earlier ones, and deletes it", async () => {
    const { tenantId } = stage.caller;
    const client = await stage.service.tenants.createClient(tenantId, { scopes: ["settings:read"] });
    const program = await stage.service.callerFor({ ...client, tenantId });
    assert.equal((await program.get(`${WS}/settings`)).status, 200);
    const page = await stage.signedIn("/clients");
    const row = page.getByRole("row").filter({ hasText: client.clientId });
    await row.getByRole("button", { name: "Permissions" }).click();
    const dialog = page.getByRole("dialog");
    assert.ok(await dialog.getByLabel("settings:read").isChecked());
    await dialog.getByLabel("settings:read").uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").getByText("Choose at least one permission.").waitFor();
    assert.equal(await dialog.locator(".error").count(), 1);
    await dialog.getByLabel("reports:read").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The permissions are saved.", { exact: false }).waitFor();
    assert.equal((await program.get(`${WS}/settings`)).status, 403);
    const later = await stage.service.callerFor({ ...client, tenantId });
    assert.equal((await later.get(`${WS}/reports/guests`)).status, 200);
    await row.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await row.waitFor({ state: "detached" });
    assert.equal((await later.get(`${WS}/reports/guests`)).status, 401);
    assert.deepEqual(page.faults, []);
  });

  it("does not give a client a scope again that another window has removed", async () => {
    const { caller } = stage;
    const { body: client } = await caller.post(`${WS}/clients`, {
      scopes: ["settings:read", "settings:write"],
    });
    const page = await stage.signedIn("/clients");
    const row = page.getByRole("row").filter({ hasText: client.clientId });
    await row.getByRole("button", { name: "Permissions" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("reports:read").check();
    const path = `${WS}/clients/${client.clientId}`;
    await caller.put(path, { scopes: ["settings:read"] });
    const scopesNow = async () => {
      const { clients } = (await caller.get(`${WS}/clients`)).body;
      return clients.find(({ clientId }: typeof client) => clientId === client.clientId).scopes;
    };
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Somebody else has just changed these permissions.", { exact: false }).waitFor();
    assert.deepEqual(await scopesNow(), ["settings:read"]);
    // The form now has the current scopes.
    await dialog.locator("input[name='settings:write']:not(:checked)").waitFor();
    await dialog.getByLabel("reports:read").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The permissions are saved.", { exact: false }).waitFor();
    assert.deepEqual((await scopesNow()).sort(), ["reports:read", "settings:read"]);
  });

  it("shows the id of a client on one line", async () => {
    const { tenantId } = stage.caller;
    const { clientId } = await stage.service.tenants.createClient(tenantId, { scopes: ["settings:read"] });
    for (const width of [390, 1280, 1440]) {
      const page = await stage.signedIn("/clients", { width });
      await page.getByRole("region", { name: "Clients" }).getByText(clientId, { exact: true }).waitFor();
      const lines = await page.evaluate(`(() => {
        const range = document.createRange();
        const codes = [...document.querySelectorAll("td code")];
        range.selectNodeContents(codes.find(({ textContent }) => textContent === "${clientId}"));
        return range.getClientRects().length;
      })()`);
      assert.equal(lines, 1, `${width} px`);
      await page.close();
    }
  });

  it("sends a request once, however often its button is pressed meanwhile", async () => {
    const url = `https://hooks.shop.example/${unique("hook")}`;
    const { body: endpoint } = await stage.caller.post(`${WS}/webhook-endpoints`, { url, events: [] });
    const page = await stage.signedIn(`/webhooks/${endpoint.id}`);
    const button = page.getByRole("button", { name: "Send a test event" });
    await button.waitFor();
    const changes = changesOf(page);
    await page.route("**/test", async (route) => {
      // Not a click: that would wait until the button can be pressed again.
      await button.dispatchEvent("click");
      await route.continue();
    });
    await button.dblclick();
    await page.getByText("A test event was sent", { exact: false }).waitFor();
    assert.equal(changes.filter((change) => change.endsWith("/test")).length, 1);
  });
});
