import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { OwnerRole } from "../../../src/store/owners/owner.ts";
import { PAGES, PortalStage, settledPage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { type FilledShop, fillShop } from "../../support/portal/shop.ts";
import { atEnd } from "../../support/redis.ts";
import { settled } from "../../support/settled.ts";

const suite = atEnd();
let stage: PortalStage;
let shop: FilledShop;
before(async () => {
  stage = await PortalStage.open(suite);
  shop = await fillShop(stage.caller, suite);
  await settled(stage.service);
});

/** Hidden pages of a role: those for owners, and those for changes. */
const HIDDEN: Partial<Record<OwnerRole, readonly string[]>> = {
  marketing: ["/clients", "/privacy", "/audit"],
  support: ["/clients", "/privacy", "/audit", "/feeds", "/exports"],
};

/** Every page by path: those of the menu, and one page of each record. */
const allPages = () => [
  ...Object.keys(PAGES),
  `/customers/${shop.customerRef}`,
  `/orders/${encodeURIComponent(shop.orderRef)}`,
  `/catalogue?find=${shop.variantRef}`,
  `/webhooks/${shop.endpointId}`,
  `/exports/${shop.exportId}`,
];

const isHidden = (role: OwnerRole, path: string) =>
  HIDDEN[role]?.some((hidden) => path === hidden || path.startsWith(`${hidden}/`)) ?? false;

/** Requests that are refused because of the role, from now on. */
function forbiddenOf(page: WatchedPage): string[] {
  const forbidden: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 403) forbidden.push(`${answer.request().method()} ${answer.url()}`);
  });
  return forbidden;
}

async function open(page: WatchedPage, path: string): Promise<void> {
  await page.goto(`/portal${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settledPage(page);
}

/** Presses all buttons of the window that has opened, or fills it in and submits it. */
async function pressThrough(page: WatchedPage): Promise<void> {
  const dialog = page.getByRole("dialog");
  if ((await dialog.count()) === 0) return;
  for (const field of await dialog.locator("input[required]").all())
    await field.fill((await field.getAttribute("type")) === "url" ? "https://shop.example/" : "something");
  const last = dialog.locator("button:not(.quiet)").last();
  if ((await last.count()) > 0 && (await last.isEnabled())) await last.click();
  await settledPage(page);
}

/** Presses each enabled button of an open page, each on a newly opened page. */
async function pressAll(page: WatchedPage, path: string): Promise<void> {
  const buttons = page.locator("main button:enabled");
  const names = new Set(await buttons.allTextContents());
  for (const [i, name] of [...names].entries()) {
    if (i > 0) await open(page, path);
    await page.locator("main button:enabled").getByText(name, { exact: true }).first().click();
    await settledPage(page);
    await pressThrough(page);
  }
}

for (const role of ["marketing", "support"] as const)
  describe(`an owner with the role ${role}`, () => {
    it("sees each page without an error, or a message that the role cannot open it, and no button whose request is refused", async () => {
      const person = await newOwner(stage.service, stage.caller.tenantId, { role });
      const page = await stage.signedIn("", {}, person);
      const forbidden = forbiddenOf(page);
      for (const path of allPages()) {
        await open(page, path);
        assert.equal(await page.getByRole("alert").count(), 0, path);
        assert.ok((await page.locator("main .card, main .empty").count()) > 0, path);
        const words = page.getByText(`The role ${role} cannot open this page.`);
        assert.equal(await words.count(), isHidden(role, path) ? 1 : 0, path);
        assert.deepEqual(forbidden, [], path);
        await pressAll(page, path);
        assert.deepEqual(forbidden, [], `a button of ${path}`);
      }
      await open(page, "");
      const menu = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
      const links = await menu.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      assert.deepEqual(
        links.filter((link) => isHidden(role, link.replace("/portal", ""))),
        [],
      );
      assert.deepEqual(forbidden, []);
      assert.deepEqual(page.faults, []);
    });
  });
