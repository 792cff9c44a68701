// Takes pictures of every page of the portal, in both themes and widths, and writes them to the folder SCREENSHOTS:
//
//   SCREENSHOTS=/tmp/filled DATA_DIR=./data node --import tsx test/support/screenshots.ts [part of a path...]
//
// The service that DATA_DIR belongs to must be running; `npm run demo` fills one.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { type DemoCredentials, demoFile } from "../../src/app/process/demo-tenant.ts";
import { CHROMIUM, PAGES, settledPage } from "./portal-pages.ts";

const { SCREENSHOTS: folder, DATA_DIR: dataDir = "./data" } = process.env;
const parts = process.argv.slice(2);

/** Pages behind a row of a list, with the list and what the row's link begins with. */
const BEHIND: Record<string, [list: string, link: string]> = {
  customer: ["/customers", "/portal/customers/"],
  export: ["/exports", "/portal/exports/"],
  webhook: ["/webhooks", "/portal/webhooks/"],
};

const nameOf = (path: string) => path.slice(1).replaceAll("/", "-") || "overview";

async function take(page: Page, file: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settledPage(page);
  await page.screenshot({ path: file, fullPage: true });
}

async function takeAll(browser: Browser, into: string, view: { theme: "light" | "dark"; width: number }) {
  const { baseUrl, owner } = JSON.parse(readFileSync(demoFile(dataDir), "utf8")) as DemoCredentials;
  if (!owner) throw new Error(`${demoFile(dataDir)} names no owner`);
  const { theme, width } = view;
  const fileOf = (name: string) => join(into, `${name}-${theme}-${width}.png`);
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    baseURL: baseUrl,
  });
  const page = await context.newPage();
  await page.goto("/portal");
  await take(page, fileOf("sign-in"));
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  const isWanted = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part));
  for (const path of Object.keys(PAGES).filter((each) => isWanted(nameOf(each)))) {
    await page.goto(`/portal${path}`);
    await take(page, fileOf(nameOf(path)));
  }
  for (const [name, [list, link]] of Object.entries(BEHIND).filter(([each]) => isWanted(each))) {
    await page.goto(`/portal${list}`);
    await settledPage(page);
    const row = page.locator(`main a[href^="${link}"]`).first();
    if ((await row.count()) === 0) continue;
    await row.click();
    await take(page, fileOf(name));
  }
  await context.close();
}

if (folder === undefined) throw new Error("SCREENSHOTS must name a folder");
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(CHROMIUM);
try {
  for (const theme of ["light", "dark"] as const)
    for (const width of [1280, 360]) await takeAll(browser, folder, { theme, width });
} finally {
  await browser.close();
}
