import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { focused, PortalStage } from "../../support/portal/pages.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** A new endpoint, with its secret. */
async function newEndpoint(): Promise<{ id: string; secret: string }> {
  const url = `https://hooks.shop.example/${unique("hook")}`;
  return (await stage.caller.post(`${WS}/webhook-endpoints`, { url, events: ["alert.*"] })).body;
}

describe("a webhook endpoint in the portal", () => {
  it("gets a new secret after confirmation: it is shown once, copied, and never shown later", async () => {
    const { id, secret } = await newEndpoint();
    const page = await stage.signedIn(`/webhooks/${id}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "New secret" }).click();
    const question = page.getByRole("dialog", { name: "New secret" });
    await question.getByText("For a day, events are signed with both secrets.", { exact: false }).waitFor();
    await question.getByRole("button", { name: "New secret" }).click();
    const shown = page.getByRole("dialog", { name: "New signing secret" });
    const fresh = (await shown.getByText(/^whsec_/).textContent()) ?? "";
    assert.notEqual(fresh, secret);
    await shown.getByRole("button", { name: "Copy" }).click();
    await shown.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), fresh);
    await shown.getByRole("button", { name: "Close" }).click();
    // A closed window no longer has its role, and leaves the page slightly later.
    await page.getByText(fresh).waitFor({ state: "detached" });
    assert.ok(!(await page.content()).includes(fresh));
    await page.reload();
    await page.getByRole("button", { name: "New secret" }).waitFor();
    assert.ok(!(await page.content()).includes(fresh));
    assert.deepEqual(page.faults, []);
  });

  it("is switched off only after confirmation, which the overview calls off too, and on again", async () => {
    const { id } = await newEndpoint();
    const page = await stage.signedIn(`/webhooks/${id}`);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Switch off" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await page.getByRole("button", { name: "Switch on" }).count(), 0);
    await page.getByRole("button", { name: "Switch off" }).click();
    await dialog.getByRole("button", { name: "Switch off" }).click();
    await page.getByRole("button", { name: "Switch on" }).waitFor();
    await page.getByText("off", { exact: true }).waitFor();
    await page.goto("/portal");
    await page.getByText("Webhook off", { exact: true }).waitFor();
    await page.goto(`/portal/webhooks/${id}`);
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByRole("button", { name: "Switch off" }).waitFor();
    assert.equal((await stage.caller.get(`${WS}/webhook-endpoints/${id}`)).body.status, "enabled");
    assert.deepEqual(page.faults, []);
  });

  it("has a replay whose time is typed: the year has four digits", async () => {
    const { id } = await newEndpoint();
    const page = await stage.signedIn(`/webhooks/${id}`);
    await page.getByLabel("Since").focus();
    await page.keyboard.type("010220260300AM");
    assert.equal(await page.getByLabel("Since").inputValue(), "2026-01-02T03:00");
    assert.deepEqual(page.faults, []);
  });

  it("has no replay from a time in the future: the reason is shown at the field", async () => {
    const { id } = await newEndpoint();
    const page = await stage.signedIn(`/webhooks/${id}`);
    const since = page.getByLabel("Since");
    await since.fill("2999-01-02T03:00");
    await page.getByRole("button", { name: "Start the replay" }).click();
    await since.and(page.locator("[aria-invalid=true]")).waitFor();
    await page.locator(".field").getByText("Must not be in the future").waitFor();
    await focused(page, since);
    assert.equal((await stage.caller.get(`${WS}/webhook-endpoints/${id}`)).body.replay, undefined);
    assert.deepEqual(page.faults, []);
  });

  it("has its URL, its events and its description changed, which can be removed", async () => {
    const { id } = await newEndpoint();
    const page = await stage.signedIn(`/webhooks/${id}`);
    const dialog = page.getByRole("dialog", { name: "Change the endpoint" });
    const change = async (fields: Record<string, string>) => {
      await page.getByRole("button", { name: "Change", exact: true }).click();
      for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
      await dialog.getByRole("button", { name: "Save" }).click();
    };
    await change({ Address: "https://hooks.shop.example/new", Events: "Alert!" });
    await dialog.getByRole("alert").getByText("Events entry 1 must be an event type").waitFor();
    await dialog.getByLabel("Events").fill("alert.*, wishlist.itme.added");
    await dialog.getByRole("button", { name: "Save" }).click();
    const field = dialog.getByLabel("Events");
    await field.and(dialog.locator("[aria-invalid=true]")).waitFor();
    await dialog.getByText("Entry 2 is not an event type or the prefix of one", { exact: true }).waitFor();
    await focused(page, field);
    await dialog.getByLabel("Events").fill("alert.*, wishlist.item.added");
    await dialog.getByLabel("Description").fill("Warehouse");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Warehouse").waitFor();
    await page.getByText("https://hooks.shop.example/new").waitFor();
    const events = page.locator(".facts");
    await events.getByText("All alerts alert.*").waitFor();
    await events.getByText("Wish added wishlist.item.added").waitFor();
    await change({ Description: "" });
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Warehouse").waitFor({ state: "detached" });
    const { body } = await stage.caller.get(`${WS}/webhook-endpoints/${id}`);
    assert.deepEqual(body.events, ["alert.*", "wishlist.item.added"]);
    assert.equal(body.description, undefined);
    assert.deepEqual(page.faults, []);
  });
});
