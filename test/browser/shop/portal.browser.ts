import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { chromium } from "playwright-core";
import { CONSENTING } from "../../support/exports.ts";
import { CHROMIUM, PortalStage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { CS, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

describe("the portal", () => {
  it("shows why a sign-in is refused, and stops comparing passwords after five refusals", async () => {
    const other = await newOwner(stage.service, stage.caller.tenantId);
    const page = await stage.page();
    for (let i = 0; i < 5; i++) {
      await stage.signIn(page, { ...other, password: "wrong" });
      await page.getByRole("alert").getByText("The e-mail address or the password is wrong.").waitFor();
    }
    await stage.signIn(page, other);
    await page
      .getByRole("alert")
      .getByText(/Too many sign-ins were refused\. Try again in \d+ minutes\./)
      .waitFor();
  });

  it("requires a new password after a one-time password, and signs out", async () => {
    const other = await newOwner(stage.service, stage.caller.tenantId, {
      isTemporary: true,
      role: "support",
    });
    const page = await stage.page();
    await stage.signIn(page, other);
    await page.getByRole("heading", { name: "Choose a password" }).waitFor();
    await page.getByLabel("Current password").fill(other.password);
    await page.getByLabel("New password").fill("correct horse battery");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Privacy" }).count(), 0);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto("/portal/settings");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("finds a customer, shows the wishes, and explains a missing alert", async () => {
    const [first, id, productRef, variantRef] = [unique("Ada"), unique("c"), unique("p"), unique("v")];
    const variants = [{ variantRef, title: "Blue" }];
    await stage.caller.post(`${WS}/products`, { products: [{ productRef, title: "Beanie", variants }] });
    await stage.caller.post(`${CS}/customers`, { id, first_name: first, last_name: "Berg" });
    const list = await stage.caller.newWishlist({ customerRef: id, name: "Birthday" });
    await stage.caller.newItem(list.id, { product: { productRef, selectedVariantRef: variantRef } });
    const page = await stage.signedIn();
    await page.getByRole("link", { name: "Customers" }).click();
    await page.getByRole("searchbox").fill(first);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: `${first} Berg` }).click();
    await page.getByRole("heading", { level: 1, name: `${first} Berg` }).waitFor();
    await page.getByRole("heading", { name: "Birthday" }).waitFor();
    await page.getByRole("button", { name: "Why no alert?" }).click();
    await page.getByText("No alert. ", { exact: false }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("distinguishes variants with the same reference by their products", async () => {
    const { shop, owner } = await stage.newShop();
    const variants = [{ variantRef: "small", available: 0 }];
    const productRefs = ["cap", "hat", "scarf"];
    await shop.post(`${WS}/products`, [
      ...productRefs.map((productRef) => ({ productRef, title: productRef, variants })),
      { productRef: "card", title: "Card", variants: [] },
    ]);
    const { id, svc_customer_id: customerId } = await shop.newCustomer({ first_name: "Ada" });
    const list = await shop.newWishlist({ customerRef: id });
    for (const productRef of ["hat", "card", "cap"]) {
      const product = { productRef, selectedVariantRef: "small" };
      await shop.newItem(list.id, { product, notifyMe: productRef === "hat" });
    }
    await settled(stage.service);

    const page = await stage.signedIn(`/customers/${customerId}`, {}, owner);
    const answers = [
      "The stock does not lead to an alert.",
      "The variant is unknown.",
      "The customer did not request alerts of this kind for the wish.",
    ];
    for (const [i, answer] of answers.entries()) {
      await page.getByRole("button", { name: "Why no alert?" }).nth(i).click();
      await page.getByText(`No alert. ${answer}`, { exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Why no alert?" }).nth(1).click();
    await page
      .getByText("The catalogue has the product card, but without variants", { exact: false })
      .waitFor();
    await page.getByLabel("Product", { exact: true }).fill("scarf");
    await page.getByRole("button", { name: "Explain" }).click();
    await page.getByText("No alert. It is not on a wishlist of the customer.", { exact: true }).waitFor();

    for (const productRef of productRefs) {
      await page.goto(`/portal/catalogue?find=small&product=${productRef}`);
      await page.getByRole("heading", { name: productRef, exact: true }).waitFor();
      await page.getByRole("button", { name: "Waiting list" }).click();
      const waiting = productRef === "scarf" ? "Nobody is waiting for this variant" : "Ada";
      await page.getByText(waiting, { exact: true }).waitFor();
    }
    await page.goto("/portal/catalogue?find=card");
    await page.getByText("No variants", { exact: true }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("adds a webhook endpoint, shows its secret once, and the delivery of a test event", async () => {
    const page = await stage.signedIn("/webhooks");
    await page.getByRole("button", { name: "Add an endpoint" }).click();
    await page.getByLabel("Address").fill("http://127.0.0.1:9/hook");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("link", { name: "http://127.0.0.1:9/hook" }).click();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByText("A test event was sent", { exact: false }).waitFor();
    for (let i = 0; i < 100 && (await page.getByText("webhook.test").count()) === 0; i++) {
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.waitForTimeout(100);
    }
    await page.getByText("webhook.test").first().waitFor();
    await page.getByRole("button", { name: "Show: attempt 1" }).first().click();
    await page.getByRole("dialog").getByRole("region", { name: "Attempts" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No endpoints").waitFor();
  });

  it("sends a file, and lists the rejected lines", async () => {
    const page = await stage.signedIn("/feeds");
    const rows = [`{"productRef":"${unique("p")}","title":"Good","variants":[]}`, `{"title":5}`];
    const file = {
      name: "products.ndjson",
      mimeType: "application/x-ndjson",
      buffer: Buffer.from(rows.join("\n")),
    };
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".card-head").getByText("finished").waitFor();
    await page.getByText("1 rejected", { exact: false }).waitFor();
    const errors = page.getByRole("region", { name: "Rejected rows" });
    assert.match((await errors.textContent()) ?? "", /2/);
  });

  it("adds an export from the schema of its connector, and runs it", async () => {
    const { id: customerRef } = await stage.caller.newCustomer(CONSENTING);
    await stage.caller.newItem((await stage.caller.newWishlist({ customerRef })).id);
    const page = await stage.signedIn("/exports");
    await page.getByRole("button", { name: "Add an export" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Nightly file");
    await page.getByLabel("Target").selectOption("file");
    await page.getByLabel("Schedule").selectOption("0 3 * * *");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Nightly file" }).waitFor();
    await page.getByText("Every day at 03:00", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Run now" }).click();
    await page.getByText("succeeded").waitFor();
  });

  it("invites an owner, who signs in with the displayed one-time password", async () => {
    const email = `${unique("guest")}@shop.example`;
    const page = await stage.signedIn("/people");
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Role", { exact: true }).selectOption("marketing");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const password = (await page.locator(".secret code").nth(1).textContent()) ?? "";
    const guest = await stage.page();
    await stage.signIn(guest, { email, password });
    await guest.getByRole("heading", { name: "Choose a password" }).waitFor();
  });

  it("shows the stored data of a person, and erases it", async () => {
    const id = unique("c");
    await stage.caller.newWishlist({ customerRef: (await stage.caller.newCustomer({ id })).id });
    const page = await stage.signedIn("/privacy");
    await page.getByLabel("Identified by").selectOption("customerRef");
    await page.getByLabel("Value").fill(id);
    await page.getByRole("button", { name: "Show what is stored" }).click();
    await page.getByRole("heading", { name: "Stored data" }).waitFor();
    await page.getByRole("button", { name: "Erase" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
    await page.getByRole("heading", { name: "Erased" }).waitFor();
    assert.equal((await stage.caller.get(`${CS}/customers/${id}`)).status, 404);
  });

  it("downloads a report as CSV", async () => {
    const page = await stage.signedIn("/reports");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    assert.match((await saving).suggestedFilename(), /^activity_.*\.csv$/);
  });

  it("works by keyboard: the first key leads to the content, and an opened page has the focus", async () => {
    const page = await stage.signedIn();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), "Skip to the content");
    await page.getByRole("link", { name: "Settings" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    assert.equal(await page.evaluate("document.activeElement.id"), "main");
  });

  it("shows without JavaScript that it is required", async () => {
    const plain = await chromium.launch({
      ...CHROMIUM,
      args: [...CHROMIUM.args, "--blink-settings=scriptEnabled=false"],
    });
    suite.after(() => plain.close());
    const page = await plain.newPage();
    await page.goto(`${stage.service.baseUrl}/portal`);
    // Playwright's locators are scripts of the page; the accessibility tree is what a screen reader gets.
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const texts = nodes.map(({ name }) => String(name?.value ?? ""));
    assert.ok(texts.some((text) => text.startsWith("The portal needs JavaScript.")));
  });

  it("cannot be used by a page of another site, or with the cookie of another tenant", async () => {
    const page = await stage.signedIn();
    const other = await page.context().newPage();
    // Another site for both cookies and CORS.
    await other.goto(stage.service.baseUrl.replace("127.0.0.1", "localhost"));
    const outcome = await other.evaluate(
      `fetch("${stage.service.baseUrl}/portal/api/sign-out", { method: "POST", mode: "no-cors", credentials: "include", body: "{}" }).then(() => "sent", () => "refused")`,
    );
    assert.ok(["sent", "refused"].includes(String(outcome)));
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();

    const stranger = await stage.service.newCaller();
    const cookies = await page.context().cookies(`${stage.service.baseUrl}/portal`);
    const stolen = cookies.map((cookie) => ({
      ...cookie,
      value: cookie.value.replace(stage.caller.tenantId, stranger.tenantId),
    }));
    await page.context().clearCookies();
    await page.context().addCookies(stolen);
    await page.goto("/portal/customers");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });
});
