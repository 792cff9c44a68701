import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { PrivacyLog } from "../../../src/store/privacy/privacy-log.ts";
import { ended, feed, lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { type MailSink, startMailSink } from "../../support/mail/sink.ts";
import { PortalStage, settledPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";

const suite = atEnd();
let stage: PortalStage;
let sink: MailSink;
let isRefusing = true;
before(async () => {
  sink = await startMailSink(suite, (to) =>
    isRefusing && to.startsWith("unknown") ? { code: 550, words: "5.1.1 no such user" } : undefined,
  );
  stage = await PortalStage.open(suite, {
    PUBLIC_URL: "http://wishlist.test",
    SMTP_URL: sink.url,
    SMTP_ALLOW_PLAIN: "true",
    MAIL_FROM: "Wishes <wishes@shop.example>",
  });
});

const product = () => ({ productRef: unique("p"), title: "Good", variants: [] });

/** A customer who was alerted; returns the service's id. */
async function newAlerted(shop: Caller, start: string, last: string): Promise<string> {
  const variant = await newProduct(shop, { available: 0 });
  const person = { first_name: "Ada", last_name: last, email: `${unique(start)}@example.com` };
  const { customer } = await wishFor(shop, variant, { notifyMe: true }, person);
  await settled(stage.service);
  await setStock(shop, variant.variantRef, 1);
  await settled(stage.service);
  return customer.svc_customer_id as string;
}

/** A file whose second half does not arrive. */
async function sendHalf(shop: Caller): Promise<void> {
  const packed = gzipSync(lines(Array.from({ length: 5000 }, product)));
  const half = packed.subarray(0, packed.length / 2);
  const { body } = await upload(shop, "products", NDJSON, half, { "Content-Encoding": "gzip" });
  await ended(shop, body.feedId);
}

describe("the list of problems on the overview", () => {
  it("names failed e-mails, which can be sent again, open data requests and incomplete files, and links to their solutions", async () => {
    const shop = await stage.service.newCaller();
    const owner = await newOwner(stage.service, shop.tenantId);
    const alerts = { holdSeconds: 0, email: true };
    await shop.put(`${WS}/settings`, { alerts, mail: { collectSeconds: 1 } });
    await newAlerted(shop, "known", "Berg");
    const customerId = await newAlerted(shop, "unknown", "Dahl");
    for (const last of ["Eng", "Falk"]) await newAlerted(shop, "unknown", last);
    await sendHalf(shop);
    await feed(shop, "stock-levels", NDJSON, lines([{ variantRef: "v" }, { available: 1 }]));
    const log = new PrivacyLog(stage.service.redis, stage.service.keys);
    const time = new Date().toISOString();
    await log.add(`${shop.tenantId}/default`, {
      kind: "data_request",
      source: "shopify",
      time,
      customerIds: [customerId],
    });

    const page = await stage.signedIn("", {}, owner);
    const matters = page.locator(".todo");
    await matters.getByText("Stock levels: 2 rows of the last file.").waitFor();
    await matters.getByText("3 alerts of the last 7 days: the e-mail could not be sent.").click();
    await page.getByRole("heading", { level: 1, name: "All alerts" }).waitFor();
    const found = page.getByRole("region", { name: "Alerts" });
    await found.getByRole("link", { name: "Ada Dahl" }).waitFor();
    await found.getByText("The mail server answered 550 5.1.1").first().waitFor();
    assert.equal(await found.getByRole("row").count(), 4);
    isRefusing = false;
    const one = found.getByRole("row").filter({ hasText: "Ada Dahl" });
    await one.getByRole("button", { name: "Send again: " }).click();
    await one.getByText("waiting", { exact: true }).waitFor();
    await settled(stage.service);
    await page.reload();
    const retries: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("retry-mail")) retries.push(new URL(request.url()).pathname);
    });
    await page.getByRole("button", { name: "Send all 2 again" }).click();
    await page.getByText("2 e-mails are being sent again.").waitFor();
    await page.getByText("No matching alerts").waitFor();
    assert.deepEqual(retries, [`${WS}/alerts/retry-mail`]);
    await settled(stage.service);
    await page.getByLabel("State").selectOption("E-mail sent");
    await found.getByRole("link", { name: "Ada Dahl" }).waitFor();
    assert.equal(await found.getByRole("row").count(), 5);
    assert.equal(sink.mails.length, 4);
    await found.getByRole("link", { name: "Ada Berg" }).waitFor();
    await page.getByLabel("Kind").selectOption("Price drop");
    await page.getByText("No matching alerts").waitFor();

    await page.goto("/portal");
    await matters.getByText("Products: send the last file again.").click();
    await page.getByRole("heading", { level: 1, name: "Feeds" }).waitFor();
    const files = page.getByRole("region", { name: "Files of the store, newest first" });
    await files.getByText("incomplete").waitFor();
    assert.equal(await files.getByRole("row").count(), 2);
    await files.getByRole("button", { name: "Details" }).click();
    await page.getByRole("dialog").getByText("The file is incomplete.", { exact: false }).waitFor();

    await page.goto("/portal");
    await matters.getByText("A customer requested all stored data", { exact: false }).click();
    await page.getByRole("button", { name: "Show what is stored" }).click();
    await page.getByRole("heading", { name: "Stored data" }).waitFor();
    await page.goto("/portal");
    await matters.getByText("Products: send the last file again.").waitFor();
    assert.equal(await matters.getByText("A customer requested", { exact: false }).count(), 0);

    // A complete file replaces an incomplete one.
    await feed(shop, "products", NDJSON, lines([product()]));
    await page.reload();
    await matters.getByText("Stock levels: 2 rows of the last file.").waitFor();
    await settledPage(page);
    assert.equal(await matters.getByText("Products:", { exact: false }).count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("shows the other problems if one check fails, and tries that one again alone", async () => {
    const { shop, owner } = await stage.newShop();
    await feed(shop, "stock-levels", NDJSON, lines([{ available: 1 }]));
    const page = await stage.page();
    const exports = "**/services/wsservice/api/exports";
    const headers = { "Retry-After": "12" };
    await page.route(exports, (route) =>
      route.fulfill({ status: 429, headers, json: { detail: "Too many requests." } }),
    );
    await stage.signIn(page, owner);
    const matters = page.locator(".todo");
    await matters.getByText("Stock levels: 1 row of the last file.").waitFor();
    const failure = matters.getByRole("alert");
    await failure.getByText("Exports: Too many requests. Try again in 12 seconds.").waitFor();
    await settledPage(page);
    const requests: string[] = [];
    page.on("request", (request) => void requests.push(new URL(request.url()).pathname));
    await page.unroute(exports);
    await matters.getByRole("button", { name: "Try again: Exports" }).click();
    await failure.waitFor({ state: "detached" });
    await matters.getByText("Stock levels: 1 row of the last file.").waitFor();
    assert.deepEqual(requests, [`${WS}/exports`]);
    assert.deepEqual(page.faults, []);
  });
});
