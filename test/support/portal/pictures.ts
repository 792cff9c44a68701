import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { readCommandLine } from "../../../scripts/program.ts";
import { type DemoCredentials, demoFile } from "../../../src/app/process/demo-tenant.ts";
import { freePort, Program } from "../programs.ts";
import type { Cleanup } from "../redis.ts";
import { withCleanup } from "../runner/newest-first.ts";
import { Caller, type Json, tokenRequest, WS } from "../service.ts";
import { setStock } from "../shop.ts";
import { tempFolder } from "../temp-folder.ts";
import { until } from "../until.ts";
import { CHROMIUM, settledPage } from "./pages.ts";
import { withPalette } from "./palette-png.ts";

readCommandLine({
  call: "npm run pictures",
  purpose: [
    "Takes the pictures of the guides again, of a shop that npm run demo fills for it, and writes them to docs/images. " +
      "Needs Chromium, as npm run test:browser does.",
  ],
});

const FOLDER = join(import.meta.dirname, "../../../docs/images");
const PHONE = { width: 360, height: 760 };
/** New stock of a variant that many customers wait for: its wave is active while the pictures are taken. */
const UNITS = 4;

/** Starts a process that serves a shop with the demo's history. */
async function openDemo(t: Cleanup): Promise<DemoCredentials> {
  const dataDir = tempFolder(t);
  const env = { DATA_DIR: dataDir, PORT: (await freePort()).toString() };
  const filled = await new Program(["dist/scripts/demo.js"], env).end();
  if (filled.code !== 0) throw new Error(`the demo has failed: ${filled.stderr}`);
  const demo = JSON.parse(readFileSync(demoFile(dataDir), "utf8")) as DemoCredentials;
  const service = new Program(["dist/src/main.js"], env);
  t.after(async () => {
    service.signal("SIGTERM");
    await service.end();
  });
  await service.says(/is ready at/);
  return demo;
}

async function callerOf({ baseUrl, tenantId, clientId, clientSecret }: DemoCredentials): Promise<Caller> {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const { body } = await tokenRequest(baseUrl, tenantId, form);
  return new Caller(baseUrl, tenantId, (body as { access_token: string }).access_token);
}

/** Starts a wave of alerts. Resolves to one of its customers and the variant. */
async function startWave(shop: Caller): Promise<{ customerRef: string; variantRef: string }> {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const period = `from=${day(Date.now() - 89 * 86_400_000)}&to=${day(Date.now())}`;
  const { body: report } = await shop.get(`${WS}/reports/unmet-demand?${period}`);
  const { variantRef } = report.rows[0] as { variantRef: string };
  await setStock(shop, variantRef, UNITS);
  let customerRef: string | undefined;
  await until("the first of a wave are alerted", async () => {
    const { body } = await shop.get(`${WS}/alerts/list?type=back_in_stock&sortBy=newest&pageSize=1`);
    const [alert] = body.alerts as Json[];
    customerRef = alert?.variantRef === variantRef && alert.status === "sent" ? alert.customerRef : undefined;
    return customerRef !== undefined;
  });
  return { customerRef: customerRef ?? "", variantRef };
}

/** Opens a page of the portal and signs in. */
async function signIn(
  browser: Browser,
  { baseUrl: baseURL, owner }: DemoCredentials,
  { theme, ...viewport }: { theme: "light" | "dark"; width: number; height: number },
): Promise<Page> {
  const page = await browser.newPage({ baseURL, viewport, colorScheme: theme });
  await page.goto("/portal");
  await page.getByLabel("E-mail").fill(owner?.email ?? "");
  await page.getByLabel("Password").fill(owner?.password ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  return page;
}

/** Takes a picture of a page after it has loaded. */
async function pictureOf(page: Page, path?: string): Promise<Buffer> {
  if (path !== undefined) await page.goto(`/portal${path}`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settledPage(page);
  return page.screenshot();
}

const save = (name: string, png: Buffer) => {
  writeFileSync(join(FOLDER, `portal-${name}.png`), withPalette(png));
};

const saved = async (name: string, page: Page, path?: string) => {
  await pictureOf(page, path);
  save(name, await page.screenshot());
};

await withCleanup(async (t) => {
  const demo = await openDemo(t);
  const { customerRef, variantRef } = await startWave(await callerOf(demo));
  const browser = await chromium.launch(CHROMIUM);
  t.after(() => browser.close());
  const customer = `/customers/${encodeURIComponent(customerRef)}`;

  await saved("overview", await signIn(browser, demo, { theme: "light", width: 1280, height: 1360 }));
  await saved(
    "alerts",
    await signIn(browser, demo, { theme: "light", width: 1280, height: 1100 }),
    "/alerts",
  );

  const dark = await signIn(browser, demo, { theme: "dark", width: 1280, height: 1120 });
  await pictureOf(dark, customer);
  await dark.getByLabel("Variant").fill(variantRef);
  await dark.getByRole("button", { name: "Explain" }).click();
  await dark.locator(".rules").first().waitFor();
  await saved("customer", dark);

  const phones = [
    await pictureOf(await signIn(browser, demo, { theme: "dark", ...PHONE })),
    await pictureOf(await signIn(browser, demo, { theme: "light", ...PHONE }), customer),
    await pictureOf(await signIn(browser, demo, { theme: "light", ...PHONE }), "/reports/most-wished"),
  ];
  const beside = await browser.newPage({
    viewport: { width: PHONE.width * phones.length, height: PHONE.height },
  });
  const images = phones.map((png) => `<img src="data:image/png;base64,${png.toString("base64")}">`);
  await beside.setContent(`<body style="margin:0;display:flex">${images.join("")}</body>`);
  save("phone", await beside.screenshot());
});
