import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Locator } from "playwright-core";
import { EXPORTS, newExport } from "../../support/exports.ts";
import { PortalStage } from "../../support/portal/pages.ts";
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

  it("can be saved without a change", async () => {
    const { id } = await newExport(stage.caller, { name: "Same", connector: { type: "file" } });
    await changeInTwoTabs(`/exports/${id}`, [unchanged, unchanged]);
    const url = "https://same.example/";
    const { body } = await stage.caller.post(`${WS}/webhook-endpoints`, { url, events: [] });
    await changeInTwoTabs(`/webhooks/${body.id}`, [unchanged, unchanged]);
  });
});
