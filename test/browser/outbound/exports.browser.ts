import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { CONSENTING, EXPORTS, newExport, runOf } from "../../support/exports.ts";
import { answers } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { PortalStage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { unique } from "../../support/service.ts";

const suite = atEnd();
const SECRET = `whsec_${Buffer.from("nobody but the receiver knows it").toString("base64")}`;
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

describe("exports in the portal", () => {
  it("show the generated secret once, before the export itself", async () => {
    const name = unique("hook");
    const page = await stage.signedIn("/exports");
    await page.getByRole("button", { name: "Add an export" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("Target").selectOption("webhook");
    await dialog.getByLabel("URL").fill("https://hooks.shop.example/wishes");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText(/^whsec_/).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByText("Set (never shown)").waitFor();
    assert.equal(await page.getByText(/whsec_/).count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("are changed in the fields of the form, and keep their secret and all other settings", async () => {
    const receiver = await startWebhookReceiver(suite, { secret: SECRET });
    const connector = { type: "webhook", url: receiver.url, secret: SECRET, batchSize: 7 };
    const events = ["wishlist.item.added"];
    const { id } = await newExport(stage.caller, { name: "Partner", connector, events });
    const page = await stage.signedIn(`/exports/${id}`);
    await page.getByRole("button", { name: "Change" }).click();
    const dialog = page.getByRole("dialog");
    assert.equal(await dialog.getByLabel("URL").inputValue(), receiver.url);
    assert.equal(await dialog.getByLabel("Secret").inputValue(), "");
    await dialog.getByLabel("Name", { exact: true }).fill("Partner platform");
    await dialog.getByLabel("Batch size").fill("");
    await dialog.getByLabel("Schedule").selectOption("own");
    await dialog.getByLabel("Times", { exact: true }).fill("30 6 * * 1-5");
    await dialog.getByLabel("Time zone").fill("Nowhere/Town");
    await dialog.getByLabel("Include private wishlists").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.locator("[aria-invalid=true]").waitFor();
    assert.match(await dialog.getByRole("alert").innerText(), /^Time zone must be a time zone /);
    await dialog.getByLabel("Time zone").fill("Europe/Vienna");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Partner platform" }).waitFor();
    await page.getByText("30 6 * * 1-5 (Europe/Vienna)").waitFor();
    const { body: changed } = await stage.caller.get(`${EXPORTS}/${id}`);
    assert.deepEqual(changed.connector, { type: "webhook", url: receiver.url, secret: "***" });
    assert.deepEqual(changed.events, events);
    assert.deepEqual([changed.includePrivate, changed.onlyConsenting], [true, true]);
    const list = await stage.caller.newWishlist({ customerRef: (await stage.caller.newCustomer({})).id });
    await stage.caller.newItem(list.id);
    assert.equal((await runOf(stage.caller, id)).status, "succeeded");
    assert.deepEqual(page.faults, []);
  });

  it("have a run of which the platform accepted nothing, which the overview also lists", async () => {
    const { shop, owner } = await stage.newShop();
    const receiver = await startWebhookReceiver(suite, { secret: SECRET });
    const { id: customerRef } = await shop.newCustomer(CONSENTING);
    await shop.newItem((await shop.newWishlist({ customerRef })).id);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    const { id } = await newExport(shop, { name: "Partner", connector });
    receiver.faults.push(answers(422));
    assert.equal((await runOf(shop, id)).status, "succeeded");
    const page = await stage.signedIn("", {}, owner);
    await page.locator(".todo").getByText("Nothing accepted", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Partner: 0 of 1 record accepted in the last run." }).click();
    const run = page.getByRole("region", { name: "Runs, newest first" }).getByRole("row").nth(1);
    await run.getByText("nothing accepted", { exact: true }).waitFor();
    await run.getByText("0 of 1", { exact: true }).waitFor();
    await run.getByRole("button", { name: "Show" }).click();
    const rejected = page.getByRole("region", { name: "Rejected records" });
    await rejected.getByText("the receiver answered 422").waitFor();
    await rejected.getByText("its answer says what it does not accept", { exact: false }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("show a custom schedule in the form, and lose it if none is chosen", async () => {
    const schedule = { cron: "15 4 1 * *", timezone: "Asia/Tokyo" };
    const { id } = await newExport(stage.caller, { name: unique("monthly"), schedule });
    const page = await stage.signedIn(`/exports/${id}`);
    await page.getByRole("button", { name: "Change" }).click();
    const dialog = page.getByRole("dialog");
    assert.equal(await dialog.getByLabel("Times", { exact: true }).inputValue(), schedule.cron);
    assert.equal(await dialog.getByLabel("Time zone").inputValue(), schedule.timezone);
    await dialog.getByLabel("Schedule").selectOption("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Only on request").waitFor();
    assert.equal((await stage.caller.get(`${EXPORTS}/${id}`)).body.schedule, undefined);
  });

  it("have their schedule switched off and on, and are deleted after confirmation", async () => {
    const schedule = { cron: "0 3 * * *", timezone: "Europe/Berlin" };
    const { id, name } = await newExport(stage.caller, { name: unique("nightly"), schedule });
    const page = await stage.signedIn(`/exports/${id}`);
    await page.getByRole("button", { name: "Turn the schedule off" }).click();
    const on = page.getByRole("button", { name: "Turn the schedule on" });
    await on.waitFor();
    assert.equal((await stage.caller.get(`${EXPORTS}/${id}`)).body.enabled, false);
    await on.click();
    await page.getByRole("button", { name: "Turn the schedule off" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText("Its runs and files are deleted too.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { level: 1, name: "Exports" }).waitFor();
    await page.getByText("The export is deleted.").waitFor();
    assert.equal(await page.getByRole("link", { name }).count(), 0);
    assert.equal((await stage.caller.get(`${EXPORTS}/${id}`)).status, 404);
  });

  it("offer the choice of exported wishes to owners only", async () => {
    const marketing = await newOwner(stage.service, stage.caller.tenantId, { role: "marketing" });
    const { id } = await newExport(stage.caller, { name: unique("file") });
    const page = await stage.signedIn(`/exports/${id}`, {}, marketing);
    await page.getByRole("button", { name: "Change" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Only an owner can include private wishlists", { exact: false }).waitFor();
    assert.equal(await dialog.getByRole("switch").count(), 0);
    await dialog.getByLabel("Format").selectOption("csv");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("csv", { exact: true }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("show a message instead of the form if the API document is not available", async () => {
    const page = await stage.signedIn("/exports");
    await page.route("**/openapi.json", (route) => route.fulfill({ status: 404 }));
    await page.getByRole("button", { name: "Add an export" }).click();
    await page.getByText("The service answered with 404.").waitFor();
    await page.unroute("**/openapi.json");
    await page.getByRole("button", { name: "Add an export" }).click();
    await page.getByRole("dialog").waitFor();
  });

  it("name the file of a run, and when it was deleted", async () => {
    const { id } = await newExport(stage.caller, { name: unique("file") });
    const run = await runOf(stage.caller, id);
    const page = await stage.signedIn(`/exports/${id}`);
    await page.getByText(run.file).waitFor();
    const { redis, keys } = stage.service;
    const storeKey = `${stage.caller.tenantId}/default`;
    await new ExportRuns(redis, keys).markFileRemoved(storeKey, run.id, "2026-01-02T03:04:05.000Z");
    await page.reload();
    await page.getByText("Deleted Jan 2, 2026", { exact: false }).waitFor();
  });
});
