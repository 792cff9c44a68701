// Takes pictures of every page of the portal and of what is behind its rows and buttons, in both themes and widths, and
// writes them to the folder SCREENSHOTS:
//
//   SCREENSHOTS=/tmp/filled DATA_DIR=./data node --import tsx test/support/portal/screenshots.ts [part of a name...]
//
// The service that DATA_DIR belongs to must be running, with ALLOW_PRIVATE_TARGETS=true; `npm run demo` fills one. It
// gets a few more records, for the pages that the demo leaves empty. With OWNER="<e-mail> <password>" of another tenant,
// such as one without data, nothing is added, and only the pages of the menu are taken.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { type DemoCredentials, demoFile } from "../../../src/app/process/demo-tenant.ts";
import { Caller, tokenRequest } from "../service.ts";
import { CHROMIUM, PAGES, settledPage } from "./pages.ts";
import { fillShop } from "./shop.ts";
import { type BehindView, viewsBehind } from "./views.ts";

const { SCREENSHOTS: folder, DATA_DIR: dataDir = "./data", OWNER: other } = process.env;
const parts = process.argv.slice(2);
const demo = JSON.parse(readFileSync(demoFile(dataDir), "utf8")) as DemoCredentials;
const releases: (() => Promise<void> | void)[] = [];

/** Returns the views behind rows and buttons, with records that are added for them. */
async function behind(): Promise<BehindView[]> {
  const { baseUrl, tenantId, clientId, clientSecret } = demo;
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const { body } = await tokenRequest(baseUrl, tenantId, form);
  const { access_token: token } = body as { access_token: string };
  const suffix = `-${Date.now().toString(36)}`;
  const after = (release: () => Promise<void> | void) => void releases.push(release);
  return viewsBehind(await fillShop(new Caller(baseUrl, tenantId, token), { after }, suffix));
}

async function take(page: Page, file: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settledPage(page);
  // A dialog is in the middle of the screen, not of the page.
  const isFullPage = (await page.getByRole("dialog").count()) === 0;
  await page.screenshot({ path: file, fullPage: isFullPage });
}

async function takeAll(
  browser: Browser,
  views: readonly BehindView[],
  fileOf: (name: string) => string,
  view: { theme: "light" | "dark"; width: number },
): Promise<void> {
  const [email = "", password = ""] = other?.split(" ") ?? [demo.owner?.email, demo.owner?.password];
  const context = await browser.newContext({
    viewport: { width: view.width, height: 900 },
    colorScheme: view.theme,
    baseURL: demo.baseUrl,
  });
  const page = await context.newPage();
  await page.goto("/portal");
  await take(page, fileOf("sign-in"));
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  for (const { name, path, title, open } of views) {
    await page.goto(`/portal${path}`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await settledPage(page);
    await open?.(page);
    await take(page, fileOf(name));
  }
  await context.close();
}

if (folder === undefined) throw new Error("SCREENSHOTS must name a folder");
mkdirSync(folder, { recursive: true });
const menu = Object.entries(PAGES).map(([path, title]) => {
  return { name: path.slice(1).replaceAll("/", "-") || "overview", path, title };
});
const views = [...menu, ...(other === undefined ? await behind() : [])].filter(
  ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)),
);
const browser = await chromium.launch(CHROMIUM);
try {
  for (const theme of ["light", "dark"] as const)
    for (const width of [1280, 360])
      await takeAll(browser, views, (name) => join(folder, `${name}-${theme}-${width}.png`), {
        theme,
        width,
      });
} finally {
  await browser.close();
  for (const release of releases) await release();
}
