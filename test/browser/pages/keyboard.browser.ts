import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { FileChooser, Locator } from "playwright-core";
import { focused, PortalStage, settledPage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, unique } from "../../support/service.ts";
import { newProduct, wishFor } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
/** Maximum number of Tab presses to reach an element. */
const MAX_TABS = 120;

let stage: PortalStage;
let shop: Caller;
let owner: { email: string; password: string };
before(async () => {
  stage = await PortalStage.open(suite);
  ({ shop, owner } = await stage.newShop());
});

const hasFocus = async (page: WatchedPage, target: Locator) =>
  (await target.and(page.locator(":focus")).count()) > 0;

/** Moves to an element with the Tab key. */
async function tabTo(page: WatchedPage, target: Locator): Promise<void> {
  for (let i = 0; i < MAX_TABS; i++) {
    if (await hasFocus(page, target)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not come to ${target.toString()}`);
}

/**
 * Enters an e-mail address in the sign-in before the browser shows its first frame, like a fast user on a slow machine.
 */
const TYPE_AT_ONCE = `new MutationObserver((_, watch) => {
  const field = document.querySelector("input[name=email]");
  if (!field) return;
  watch.disconnect();
  field.value = "quick@shop.example";
  field.dispatchEvent(new Event("input", { bubbles: true }));
}).observe(document, { childList: true, subtree: true });`;

async function press(page: WatchedPage, name: string): Promise<void> {
  await tabTo(page, page.getByRole("button", { name, exact: true }).first());
  await page.keyboard.press("Enter");
}

/** Opens a page of the menu; the focus moves to its content. */
async function openPage(page: WatchedPage, name: string): Promise<void> {
  await tabTo(page, page.getByRole("link", { name, exact: true }).first());
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await settledPage(page);
  await focused(page, page.locator("#main"));
}

/** Signs in with the keyboard only. */
async function signedIn(): Promise<WatchedPage> {
  const page = await stage.page();
  await page.goto("/portal");
  await tabTo(page, page.getByLabel("E-mail"));
  await page.keyboard.type(owner.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(owner.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await settledPage(page);
  return page;
}

describe("an owner without a mouse", () => {
  it("invites an owner and creates a client: a window starts at its first field, and returns the focus", async () => {
    const page = await signedIn();
    await openPage(page, "People");
    await press(page, "Invite somebody");
    await page.keyboard.type(`${unique("guest")}@shop.example`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowUp");
    await press(page, "Invite");
    const password = page.getByRole("dialog", { name: "One-time password" });
    await password.waitFor();
    await page.keyboard.press("Escape");
    await password.waitFor({ state: "detached" });
    await focused(page, page.getByRole("button", { name: "Invite somebody" }));
    await page.getByRole("row").filter({ hasText: "guest" }).getByText("invited").waitFor();
    await page.getByRole("row").filter({ hasText: "guest" }).getByText("Marketing").waitFor();

    await openPage(page, "Clients and stores");
    await press(page, "Add a client");
    await focused(page, page.getByLabel("Store", { exact: true }).last());
    await press(page, "Add");
    await page.getByRole("dialog", { name: "Credentials of the client" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await focused(page, page.getByRole("button", { name: "Add a client" }));
    assert.deepEqual(page.faults, []);
  });

  it("keeps text that is typed at the moment when a form appears", async () => {
    const page = await stage.page();
    await page.addInitScript({ content: TYPE_AT_ONCE });
    await page.goto("/portal");
    await tabTo(page, page.getByLabel("Password"));
    await page.keyboard.type(owner.password);
    assert.equal(await page.getByLabel("E-mail").inputValue(), "quick@shop.example");
  });

  it("sends a file, views an e-mail in another language, and creates an export", async () => {
    const page = await signedIn();
    await openPage(page, "Feeds");
    const file = page.getByLabel("File", { exact: true });
    await tabTo(page, file);
    const choosers: FileChooser[] = [];
    page.on("filechooser", (chooser) => void choosers.push(chooser));
    // A busy browser may miss the first key.
    await until("the choice of a file", async () => {
      await file.press("Enter");
      return choosers.length > 0;
    });
    const buffer = Buffer.from(`{"title":5}`);
    await choosers[0]?.setFiles({ name: "p.ndjson", mimeType: "application/x-ndjson", buffer });
    await press(page, "Send");
    await page.getByRole("region", { name: "Rejected rows" }).waitFor();

    await openPage(page, "Alerts");
    await tabTo(page, page.getByLabel("Language"));
    await page.keyboard.type("Ger");
    await page.getByRole("group", { name: "The e-mail" }).getByText("Wieder verfügbar").waitFor();

    await openPage(page, "Exports");
    await press(page, "Add an export");
    await focused(page, page.getByLabel("Name", { exact: true }));
    await page.keyboard.type("By keyboard");
    await tabTo(page, page.getByLabel("Target"));
    await page.keyboard.type("File");
    await press(page, "Add");
    await page.getByRole("heading", { level: 1, name: "By keyboard" }).waitFor();
    await focused(page, page.locator("#main"));
    assert.deepEqual(page.faults, []);
  });

  it("reads why a customer was not alerted: the link at a wish leads to the explanation, which names the variant", async () => {
    const first = unique("Ada");
    const product = await newProduct(shop, { available: 5 });
    const other = await newProduct(shop, { available: 5 });
    await wishFor(shop, product, {}, { first_name: first, last_name: "Berg" });
    const page = await signedIn();
    await openPage(page, "Customers");
    await tabTo(page, page.getByRole("searchbox"));
    await page.keyboard.type(first);
    await page.keyboard.press("Enter");
    await openPage(page, `${first} Berg`);
    await press(page, `Why no alert?: ${product.variantRef}`);
    const answer = page.getByRole("group", { name: `Result for variant ${product.variantRef}` });
    await focused(page, answer);
    await answer.getByText("No alert. ", { exact: false }).waitFor();

    const field = page.getByLabel("Variant", { exact: true });
    assert.equal(await field.inputValue(), product.variantRef);
    await field.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(other.variantRef);
    await page.keyboard.press("Enter");
    await page
      .getByRole("group", { name: `Result for variant ${other.variantRef}` })
      .getByText("No alert. ", { exact: false })
      .waitFor();
    assert.equal(await answer.count(), 0);
    assert.ok(await hasFocus(page, field), "the focus leaves the field in use");
    assert.deepEqual(page.faults, []);
  });

  it("changes the password and signs out everywhere, which ends other sessions", async () => {
    const own = await newOwner(stage.service, shop.tenantId);
    const other = await stage.signedIn("", {}, own);
    const page = await stage.signedIn("/settings", {}, own);
    await tabTo(page, page.getByLabel("Current password"));
    await page.keyboard.type(own.password);
    await page.keyboard.press("Tab");
    await page.keyboard.type("correct horse battery");
    await page.keyboard.press("Enter");
    await page.getByText("The password is changed.", { exact: false }).waitFor();
    for (const label of ["Current password", "New password"])
      assert.equal(await page.getByLabel(label).inputValue(), "", `${label} stays in its field`);
    await other.reload();
    await stage.signIn(other, { ...own, password: "correct horse battery" });
    await other.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await press(page, "Sign out everywhere");
    const confirmation = page.getByRole("dialog", { name: "Sign out everywhere" });
    await tabTo(page, confirmation.getByRole("button", { name: "Sign out everywhere" }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await other.reload();
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
    assert.deepEqual(page.faults, []);
  });
});
