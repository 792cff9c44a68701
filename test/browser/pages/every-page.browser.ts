import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  faultsInBothThemes,
  PAGES,
  PortalStage,
  settledPage,
  type WatchedPage,
  withAxe,
} from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { fillShop } from "../../support/portal/shop.ts";
import { type BehindView, viewsBehind } from "../../support/portal/views.ts";
import { resizeTo, widthReads, withWidthReads } from "../../support/portal/widths.ts";
import { atEnd } from "../../support/redis.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

const [WIDE, NARROW] = [1280, 360];
/** The width with which a page is opened, and the one that the window gets then. */
type Widths = readonly [number, number];

/** Elements that overflow the page or a table: tag, class and the first words. */
const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll(".table")]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .flatMap((each) => [each, ...each.querySelectorAll("td *")].filter(
    (part) => part === each || part.getBoundingClientRect().right > each.getBoundingClientRect().right,
  ))
  .map(({ tagName, className, textContent }) => [tagName, className, textContent.slice(0, 60)].join(" "))`;

/** Texts with names of the API that are no words of a shop. Codes and commands are those of the API. */
const API_WORDS = `[...document.body.querySelectorAll("*")]
  .filter((each) => !each.closest("code, pre, script, style"))
  .flatMap((each) => [
    ...[...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data),
    ...["aria-label", "placeholder", "title"].map((name) => each.getAttribute(name) ?? ""),
  ])
  .filter((text) => /\\b(cron|timezone|tenant|scope)s?\\b/i.test(text))`;

/** Buttons in rows that name no row, and names that several of them have. */
const UNNAMED_BUTTONS = `(() => {
  const names = [...document.querySelectorAll("td button")].map((each) => each.getAttribute("aria-label") ?? each.textContent);
  return names.filter((name, i) => !name.includes(": ") || names.indexOf(name) !== i);
})()`;

/** Expects no serious findings of axe, no overflow, no words of the API, and a name for each button of a row. */
async function expectSound(page: WatchedPage, where: string): Promise<void> {
  await settledPage(page);
  assert.deepEqual(await page.evaluate(API_WORDS), [], where);
  assert.deepEqual(await page.evaluate(UNNAMED_BUTTONS), [], where);
  assert.deepEqual(await faultsInBothThemes(page, TOO_WIDE), [], where);
}

/**
 * Checks a page with both widths.
 * @param where name of the page
 */
async function expectSoundInBoth(page: WatchedPage, widths: Widths, where: string): Promise<void> {
  await settledPage(page);
  assert.deepEqual(await widthReads(page), [], `${where}: read only at the first width`);
  for (const width of widths) {
    await resizeTo(page, width);
    await expectSound(page, `${where} ${width}`);
  }
}

/** Checks pages, from the sign-in on. Each is opened with the first width. */
async function lookAt(
  views: readonly BehindView[],
  widths: Widths,
  owner: typeof stage.owner,
): Promise<void> {
  const page = await stage.page({ width: widths[0] });
  await withWidthReads(page);
  await withAxe(page);
  await page.goto("/portal");
  await page.getByLabel("Password").waitFor();
  await expectSoundInBoth(page, widths, "sign-in");
  await resizeTo(page, widths[0]);
  await stage.signIn(page, owner);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  for (const { name, path, title, open } of views) {
    await resizeTo(page, widths[0]);
    await page.goto(`/portal${path}`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await settledPage(page);
    await open?.(page);
    await expectSoundInBoth(page, widths, name);
  }
  assert.deepEqual(page.faults, []);
  await page.close();
}

const MENU = Object.entries(PAGES).map(([path, title]): BehindView => ({ name: path, path, title }));

describe("every page of the portal, in both themes and widths", () => {
  it("has no serious findings of axe, no overflow and no words of the API without data", async () => {
    const shop = await stage.service.newCaller();
    const owner = await newOwner(stage.service, shop.tenantId);
    await lookAt(MENU, [WIDE, NARROW], owner);
  });

  // Rows and buttons are harder to reach in a narrow window.
  it("has no serious findings of axe, no overflow and no words of the API with data, also behind its rows and buttons", async () => {
    const shop = await fillShop(stage.caller, suite);
    await lookAt([...MENU, ...viewsBehind(shop)], [NARROW, WIDE], stage.owner);
  });
});
