import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { PortalStage } from "../support/portal-pages.ts";
import { atEnd } from "../support/redis.ts";
import { unique, WS } from "../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

describe("what an owner steers in a browser", () => {
  it("makes a client for a new store, shows its secret once, disables it, and has it all in the audit log", async () => {
    const store = unique("north");
    const page = await stage.signedIn();
    await page.goto("/portal/clients");
    await page.getByRole("button", { name: "Add a client" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Store").fill(store);
    await dialog.getByLabel("What it does").selectOption("own");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("Choose at least one scope.").waitFor();
    await dialog.getByLabel("settings:read").check();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const secretOf = async () => ({
      clientId: (await dialog.locator(".secret code").nth(1).textContent()) ?? "",
      clientSecret: (await dialog.locator(".secret code").nth(2).textContent()) ?? "",
    });
    await dialog.getByText("Copy this now", { exact: false }).waitFor();
    const made = await secretOf();
    const lines = await dialog.getByRole("region", { name: "Lines for a terminal" }).textContent();
    assert.ok(lines?.includes(made.clientSecret));
    const program = await stage.service.callerFor({ ...made, tenantId: stage.caller.tenantId });
    assert.equal((await program.get(`${WS}/settings`)).status, 200);
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.locator(".who select").selectOption(store);

    const row = page.getByRole("row").filter({ hasText: made.clientId });
    await row.getByRole("button", { name: "New secret" }).click();
    await dialog.getByText("The previous secret stays valid for a day.").waitFor();
    assert.notEqual((await secretOf()).clientSecret, made.clientSecret);
    await dialog.getByRole("button", { name: "Close" }).click();
    await row.getByRole("button", { name: "Disable" }).click();
    await row.getByText("disabled").waitFor();
    assert.equal((await program.get(`${WS}/settings`)).status, 401);
    assert.ok(!((await page.locator("main").textContent()) ?? "").includes(made.clientSecret));

    await page.goto("/portal/audit");
    const log = page.getByRole("region", { name: "Audit log" });
    for (const action of ["Create client", "Rotate client secret", "Update client"])
      await log.getByText(action).first().waitFor();
    await log.getByText(stage.owner.email).first().waitFor();
    assert.deepEqual(page.faults, []);
  });
});
