import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { feed, lines, NDJSON } from "../../support/data/feeds.ts";
import { CONSENTING, newExport, runOf } from "../../support/exports.ts";
import { answers } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { PortalStage, seriousFindings, settledPage, withAxe } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
const SECRET = `whsec_${Buffer.from("nobody but the receiver knows it").toString("base64")}`;
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

describe("the portal for an owner", () => {
  it("creates a client for a new store, shows its secret once, disables it, and lists all changes in the audit log", async () => {
    const store = unique("north");
    const page = await stage.signedIn("/clients");
    await page.getByRole("button", { name: "Add a client" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Store").fill(store);
    await dialog.getByLabel("Purpose").selectOption("own");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("Choose at least one permission.").waitFor();
    await dialog.getByLabel("settings:read").check();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const secretOf = async () => ({
      clientId: (await dialog.locator(".secret code").nth(1).textContent()) ?? "",
      clientSecret: (await dialog.locator(".secret code").nth(2).textContent()) ?? "",
    });
    await dialog.getByText("Copy this now", { exact: false }).waitFor();
    const made = await secretOf();
    const lines = await dialog.getByRole("region", { name: "Commands for a terminal" }).textContent();
    assert.ok(lines?.includes(made.clientSecret));
    const program = await stage.service.callerFor({ ...made, tenantId: stage.caller.tenantId });
    assert.equal((await program.get(`${WS}/settings`)).status, 200);
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.locator(".who select").selectOption(store);

    const row = page.getByRole("row").filter({ hasText: made.clientId });
    await row.getByRole("button", { name: "New secret" }).click();
    await dialog.getByRole("button", { name: "New secret" }).click();
    await dialog.getByText("The previous secret stays valid for a day.").waitFor();
    assert.notEqual((await secretOf()).clientSecret, made.clientSecret);
    await dialog.getByRole("button", { name: "Close" }).click();
    await row.getByRole("button", { name: "Disable" }).click();
    await dialog.getByRole("button", { name: "Disable" }).click();
    await row.getByText("disabled").waitFor();
    await until("the token is refused", async () => (await program.get(`${WS}/settings`)).status === 401);
    assert.ok(!((await page.locator("main").textContent()) ?? "").includes(made.clientSecret));

    await page.goto("/portal/audit");
    const log = page.getByRole("region", { name: "Audit log" });
    for (const action of ["Create client", "New secret of a client", "Update client"])
      await log.getByText(action).first().waitFor();
    await log.getByText(stage.owner.email).first().waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("shows a change of settings in the audit log in the words of their page, before and after", async () => {
    const { shop, owner } = await stage.newShop();
    const alerts = { holdSeconds: 1500, priceDrop: true };
    await shop.put(`${WS}/settings`, { alerts, mail: { replyTo: "wishes@shop.example" } });
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: null } });
    const page = await stage.signedIn("/audit", {}, owner);
    const log = page.getByRole("region", { name: "Audit log" });
    await log.getByText("Alerts: Hold before alerting: 60 → 1,500").waitFor();
    await log.getByText("Alerts: Price drop: off → on").waitFor();
    await log.getByText("E-mail: Reply-to address").waitFor();
    await log.getByText("Alerts: Hold before alerting: 1,500 → not set").waitFor();
    assert.ok(!((await log.textContent()) ?? "").includes("wishes@"));
    assert.deepEqual(page.faults, []);
  });

  it("shows the waiting customers of a sold-out variant, and links to the customer with the orders", async () => {
    const { caller } = stage;
    const { productRef, variantRef } = await newProduct(caller, { available: 0 });
    const first = unique("Ada");
    const { id: customerRef } = await caller.newCustomer({ first_name: first, last_name: "Berg" });
    const { id: list } = await caller.newWishlist({ customerRef });
    const product = { productRef, selectedVariantRef: variantRef };
    await caller.newItem(list, { product, notifyMe: true });
    const other = await newProduct(caller, { available: 3 });
    await caller.newItem(list, {
      product: { productRef: other.productRef, selectedVariantRef: other.variantRef },
    });
    const orderRef = unique("o");
    const lines = [{ lineRef: "1", productRef: other.productRef, variantRef: other.variantRef, quantity: 1 }];
    const createdTime = new Date().toISOString();
    await caller.post(`${WS}/orders`, { orders: [{ orderRef, customerRef, createdTime, lines }] });
    await settled(stage.service);
    const page = await stage.signedIn("/alerts");
    await page.getByRole("heading", { name: "Sold-out variants with waiting customers" }).waitFor();
    await page.goto(`/portal/catalogue?find=${variantRef}`);
    await page.getByText("Sold out", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Waiting list" }).click();
    const waiting = page.getByRole("region", { name: `Waiting list of ${variantRef}` });
    await waiting.getByRole("link", { name: `${first} Berg` }).click();
    await page.getByRole("heading", { level: 1, name: `${first} Berg` }).waitFor();
    await page.getByRole("region", { name: "Orders, newest first" }).getByText(orderRef).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("shows the waves of alerts in progress, and how many customers they have alerted", async () => {
    const shop = await stage.service.newCaller();
    const owner = await newOwner(stage.service, shop.tenantId);
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveMultiple: 1 } });
    // Shopify's name for the only variant of a product is not shown.
    const product = await newProduct(shop, { available: 0, title: "Default Title" });
    for (let i = 0; i < 3; i++) await wishFor(shop, product, { notifyMe: true });
    await settled(stage.service);
    const page = await stage.signedIn("/alerts", {}, owner);
    await page.getByText("No active waves").waitFor();
    await setStock(shop, product.variantRef, 1);
    await settled(stage.service);
    await page.getByRole("button", { name: "Refresh" }).click();
    const waves = page.getByRole("region", { name: "Active waves of alerts" });
    await waves.getByText("Back in stock").waitFor();
    await waves.getByText("1 of about 3").waitFor();
    await waves.getByRole("link", { name: "Beanie", exact: true }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("shows the e-mail of alerts in each language", async () => {
    const page = await stage.signedIn("/alerts");
    for (const [language, headline] of [
      ["de", "Wieder verfügbar"],
      ["fr", "De nouveau en stock"],
      ["es", "De nuevo disponible"],
      ["en", "Back in stock"],
    ] as const) {
      await page.getByLabel("Language").selectOption(language);
      await page.getByRole("group", { name: "The e-mail" }).getByText(headline).waitFor();
    }
    assert.deepEqual(page.faults, []);
  });

  it("shows the body of a delivery, and sends the event again", async () => {
    const receiver = await startReceiver(suite);
    const endpoints = `${WS}/webhook-endpoints`;
    const body = { url: receiver.url, events: ["wishlist.created"] };
    const { body: endpoint } = await stage.caller.post(endpoints, body);
    const { id } = await stage.caller.newWishlist();
    await settled(stage.service);
    const page = await stage.signedIn(`/webhooks/${endpoint.id}`);
    await page.getByRole("button", { name: "Show: attempt 1" }).click();
    await page.getByRole("dialog").getByRole("region", { name: "Body of the event" }).getByText(id).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("The event is being sent again.").waitFor();
    await until("the event arrives again", () => receiver.received.length === 2);
    assert.deepEqual(page.faults, []);
  });

  it("sends all events since a time again, and shows their number", async () => {
    const shop = await stage.service.newCaller();
    const owner = await newOwner(stage.service, shop.tenantId);
    const receiver = await startReceiver(suite);
    const body = { url: receiver.url, events: ["wishlist.created"] };
    const { body: endpoint } = await shop.post(`${WS}/webhook-endpoints`, body);
    await shop.newWishlist();
    await settled(stage.service);
    const page = await stage.signedIn(`/webhooks/${endpoint.id}`, {}, owner);
    await page.getByLabel("Since").fill("2020-01-01T00:00");
    await page.getByRole("button", { name: "Start the replay" }).click();
    await page.getByText("Replay completed. Events sent: 1.").waitFor();
    assert.equal(receiver.received.length, 2);
    assert.deepEqual(page.faults, []);
  });

  it("shows which records a platform rejected and why, and sends them again", async () => {
    const shop = await stage.service.newCaller();
    const owner = await newOwner(stage.service, shop.tenantId);
    const receiver = await startWebhookReceiver(suite, { secret: SECRET });
    const { id: customerRef } = await shop.newCustomer(CONSENTING);
    const { id: list } = await shop.newWishlist({ customerRef });
    const item = await shop.newItem(list);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    const { id } = await newExport(shop, { name: "Partner", connector });
    receiver.faults.push(answers(422));
    assert.equal((await runOf(shop, id)).counts.failed, 1);
    const page = await stage.signedIn(`/exports/${id}`, {}, owner);
    await page.getByRole("button", { name: "Show 1" }).click();
    const rejected = page.getByRole("dialog").getByRole("region", { name: "Rejected records" });
    await rejected.getByText(item.id).waitFor();
    await rejected.getByText("422", { exact: false }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("sent again", { exact: true }).waitFor();
    const sent = [...receiver.taken.values()].flatMap(({ data }) => data.records);
    assert.equal(sent.length, 1);
    assert.equal(await page.getByRole("button", { name: "Send again" }).count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("finds a file that a program has sent, and lists all its rejected lines page by page", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({ title: i }));
    const { id } = await feed(stage.caller, "products", NDJSON, lines(rows));
    const page = await stage.signedIn("/feeds");
    await page.getByLabel("Feed id").fill(id);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    const errors = page.getByRole("region", { name: "Rejected rows" });
    await errors.waitFor();
    const visibleLines = errors.locator("td[data-name=Line]");
    assert.equal(await visibleLines.count(), 50);
    await page.getByRole("button", { name: "Show more" }).click();
    await visibleLines.nth(59).waitFor();
    const shown = (await visibleLines.allTextContents()).map(Number);
    assert.deepEqual(
      shown.sort((a, b) => a - b),
      rows.map((_, i) => i + 1),
    );
    assert.deepEqual(page.faults, []);
  });

  it("shows the fields of a wish and the default list; creates a link that is shown once, and revokes it", async () => {
    const { id: customerRef } = await stage.caller.newCustomer();
    const list = await stage.caller.newWishlist({ customerRef, name: "Camping", isDefault: true });
    await stage.caller.newItem(list.id, { quantity: 3, priority: 5, note: "The green one" });
    for (const [theme, width] of [
      ["light", 1280],
      ["dark", 360],
    ] as const) {
      const page = await stage.signedIn("", { theme, width });
      await withAxe(page);
      await page.goto(`/portal/customers/${customerRef}`);
      await page.getByRole("heading", { name: "Camping" }).waitFor();
      for (const text of ["Default", "The green one"])
        await page.getByText(text, { exact: true }).first().waitFor();
      const wish = page.locator("tr", { hasText: "The green one" });
      assert.deepEqual((await wish.locator("td").allTextContents()).slice(1, 3), ["3", "5"]);
      await settledPage(page);
      assert.deepEqual(await seriousFindings(page), []);
      await page.getByRole("button", { name: "Links" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("No valid links").waitFor();
      await dialog.getByLabel("Shared by").fill("Ada");
      await dialog.getByRole("button", { name: "Create a link" }).click();
      const link = dialog.getByRole("region", { name: "Link to the wishlist" });
      await link.waitFor();
      const url = (await link.textContent()) ?? "";
      const visitor = await stage.page({ theme, width });
      await withAxe(visitor);
      assert.equal((await visitor.goto(url))?.status(), 200);
      await visitor.getByRole("heading", { level: 1, name: "Camping" }).waitFor();
      for (const text of ["Shared by Ada", "Wanted: 3"]) await visitor.getByText(text).waitFor();
      assert.deepEqual(await seriousFindings(visitor), []);
      await visitor.close();
      await dialog.getByText("Never").waitFor();
      assert.deepEqual(await seriousFindings(page), []);
      await dialog.getByRole("button", { name: "Revoke" }).click();
      await page.getByRole("dialog", { name: "Revoke" }).getByRole("button", { name: "Revoke" }).click();
      await dialog.getByText("No valid links").waitFor();
      assert.equal((await fetch(url)).status, 404);
      await dialog.getByRole("button", { name: "Close" }).first().click();
      await page.getByRole("button", { name: "Links" }).click();
      assert.equal(await link.count(), 0);
      assert.deepEqual(page.faults, []);
      await page.close();
    }
  });

  it("shows the number of guest wishlists, and when the next one expires", async () => {
    const shop = await stage.service.newCaller();
    const owner = await newOwner(stage.service, shop.tenantId);
    const page = await stage.signedIn("/reports", {}, owner);
    const figure = (name: string) => page.locator(".figure", { has: page.getByText(name, { exact: true }) });
    await figure("Next deletion").getByText("None", { exact: true }).waitFor();
    for (let i = 0; i < 2; i++) await shop.post(`${WS}/wishlists`, { name: "mine", guest: true });
    await page.reload();
    await figure("Wishlists of guests").getByText("2", { exact: true }).waitFor();
    await figure("Open claims").getByText("0", { exact: true }).waitFor();
    await figure("Next deletion").getByText("After 90 days without use").waitFor();
    assert.equal(await figure("Next deletion").getByText("None", { exact: true }).count(), 0);
    await withAxe(page);
    await page.reload();
    await figure("Next deletion").waitFor();
    await settledPage(page);
    assert.deepEqual(await seriousFindings(page), []);
    assert.deepEqual(page.faults, []);
  });

  it("lists the clients that get tokens for shoppers, with commands to try it", async () => {
    const page = await stage.signedIn("/clients");
    const lines = page.getByRole("region", { name: "Commands to try a shopper’s token" });
    assert.match((await lines.textContent()) ?? "", /token-exchange/);
    await page.getByText("Clients that may get them", { exact: false }).waitFor();
    assert.deepEqual(page.faults, []);
  });
});
