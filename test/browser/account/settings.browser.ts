import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { focused, PortalStage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

const form = (page: WatchedPage, name: string) => page.getByRole("form", { name, exact: true });
const settingOf = (page: WatchedPage, label: string) =>
  page.locator(".setting", { has: page.getByLabel(label, { exact: true }) });

/** Saves a form of settings. Returns the sent request. */
async function save(page: WatchedPage, name: string): Promise<unknown> {
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await form(page, name).getByRole("button", { name: "Save" }).click();
  const body: unknown = (await sent).postDataJSON();
  await page.getByText("The settings are saved.").waitFor();
  return body;
}

describe("settings in the portal", () => {
  it("are saved, and refusals are shown beside the field", async () => {
    const { owner } = await stage.newShop();
    const page = await stage.signedIn("/settings", {}, owner);
    await page.getByLabel("Name of the shop", { exact: true }).fill("Fell & Fjord");
    await save(page, "E-mail");
    await page.reload();
    await page.getByLabel("Name of the shop", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("Name of the shop", { exact: true }).inputValue(), "Fell & Fjord");
    const currency = page.getByLabel("Currency of prices");
    await currency.fill("XYZ");
    await form(page, "Wishlists").getByRole("button", { name: "Save" }).click();
    await page.getByText("must be a currency code", { exact: false }).first().waitFor();
    assert.equal(await currency.getAttribute("aria-invalid"), "true");
    assert.equal(await currency.inputValue(), "XYZ");
  });

  it("that are refused are not shown beside the success of an earlier change", async () => {
    const { owner } = await stage.newShop();
    const page = await stage.signedIn("/settings", {}, owner);
    await page.getByLabel("Name of the shop", { exact: true }).fill("Fell & Fjord");
    await save(page, "E-mail");
    await page.getByLabel("Colour", { exact: true }).fill("blue");
    await form(page, "Shared wishlists").getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("Colour must be a colour").waitFor();
    assert.equal(await page.getByText("The settings are saved.").count(), 0);
  });

  it("of two owners who save different ones at once are both saved: only changed settings are sent", async () => {
    const { shop, owner } = await stage.newShop();
    const other = await newOwner(stage.service, shop.tenantId);
    const [first, second] = [
      await stage.signedIn("/settings", {}, owner),
      await stage.signedIn("/settings", {}, other),
    ];
    for (const page of [first, second]) await page.getByLabel("Name of the shop", { exact: true }).waitFor();
    await first.getByLabel("Name of the shop", { exact: true }).fill("Fell & Fjord");
    assert.deepEqual(await save(first, "E-mail"), { mail: { shopName: "Fell & Fjord" } });
    await second.getByLabel("Reply-to address", { exact: true }).fill("help@shop.example");
    await second.getByLabel("Collect alerts for", { exact: true }).fill("90");
    assert.deepEqual(await save(second, "E-mail"), {
      mail: { replyTo: "help@shop.example", collectSeconds: 90 },
    });
    const { mail } = (await shop.get(`${WS}/settings`)).body;
    assert.equal(mail.shopName, "Fell & Fjord");
    assert.equal(mail.replyTo, "help@shop.example");
    await second.waitForFunction(
      "document.querySelector('[name=\"mail/shopName\"]').value === 'Fell & Fjord'",
    );

    const changes: string[] = [];
    second.on("request", (request) => {
      if (request.method() === "PUT") changes.push(request.url());
    });
    await form(second, "E-mail").getByRole("button", { name: "Save" }).click();
    await second.getByText("Nothing was changed.").waitFor();
    assert.deepEqual(changes, []);
  });

  it("show their origin; a store can return a value to the tenant's, and the tenant to the default", async () => {
    const { shop, owner } = await stage.newShop();
    const store = unique("north");
    await stage.service.tenants.createClient(shop.tenantId, { store });
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 30 } });
    const page = await stage.signedIn("/alerts", {}, owner);
    const hold = settingOf(page, "Hold before alerting");
    await hold.getByText("Set for the account").waitFor();
    await settingOf(page, "Time between two waves").getByText("The service’s default").waitFor();

    await page.locator(".who select").selectOption(store);
    await hold.getByText("Set for the account").waitFor();
    assert.equal(await hold.getByRole("button").count(), 0, "a store cannot change the tenant's settings");
    const seconds = page.getByLabel("Hold before alerting", { exact: true });
    await seconds.fill("5");
    assert.deepEqual(await save(page, "Alert settings"), { alerts: { holdSeconds: 5 } });
    await hold.getByText("Set for this store").waitFor();
    await hold.getByRole("button", { name: "Use the account’s value: Hold before alerting" }).press("Enter");
    await hold.getByText("Set for the account").waitFor();
    await focused(page, seconds);
    assert.equal(await seconds.inputValue(), "30");

    await page.locator(".who select").selectOption("default");
    await hold.getByRole("button", { name: "Use the default: Hold before alerting" }).press("Enter");
    await hold.getByText("The service’s default").waitFor();
    await focused(page, seconds);
    assert.equal(await seconds.inputValue(), "60");
    assert.deepEqual(page.faults, []);
  });

  it("of shared wishlists are the name and the colours of their pages", async () => {
    const { shop, owner } = await stage.newShop();
    const { id } = await shop.newWishlist({ customerRef: (await shop.newCustomer()).id });
    const { body: share } = await shop.post(`${WS}/wishlists/${id}/shares`, {});
    const page = await stage.signedIn("/settings", {}, owner);
    await page.getByLabel("Name on the page", { exact: true }).fill("Fell & Fjord");
    await page.getByLabel("Colour", { exact: true }).fill("teal");
    await form(page, "Shared wishlists").getByRole("button", { name: "Save" }).click();
    await form(page, "Shared wishlists").getByRole("alert").waitFor();
    assert.equal(await page.getByLabel("Colour", { exact: true }).getAttribute("aria-invalid"), "true");
    await page.getByLabel("Colour", { exact: true }).fill("#0a7f66");
    await page.getByLabel("Colour in the dark theme", { exact: true }).fill("#19c9a3");
    await save(page, "Shared wishlists");
    const shared = await stage.page();
    await shared.goto(String(share.url));
    await shared.getByText("Fell & Fjord").first().waitFor();
    assert.match(await shared.content(), /#0a7f66/);
    assert.deepEqual(page.faults, []);
  });

  it("are shown to support, with the reason why they cannot be changed", async () => {
    const support = await newOwner(stage.service, stage.caller.tenantId, { role: "support" });
    const page = await stage.signedIn("", {}, support);
    for (const [path, name] of [
      ["/settings", "Wishlists"],
      ["/alerts", "Alert settings"],
    ] as const) {
      await page.goto(`/portal${path}`);
      await page.getByText("Your role is support: you can read the settings, but not change them.").waitFor();
      assert.ok(await form(page, name).getByRole("button", { name: "Save" }).isDisabled());
    }
    assert.deepEqual(page.faults, []);
  });
});
