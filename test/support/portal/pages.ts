import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import axe from "axe-core";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import type { Cleanup } from "../redis.ts";
import { atProcessEnd } from "../runner/process-end.ts";
import { type Caller, type Service, startService } from "../service.ts";
import { newOwner } from "./session.ts";

/** Debian's Chromium without windows, which takes a third of the CPU of the one with windows. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** Debian's Chromium, or the one that CHROMIUM names. It runs as the user of the tests, in a container as root. */
export const CHROMIUM = {
  executablePath:
    process.env["CHROMIUM"] ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : "/usr/bin/chromium"),
  args: ["--no-sandbox", "--host-resolver-rules=MAP portal.shop.example 127.0.0.1"],
};
/** How long something may take to appear on a busy machine, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Pages of the portal by path, with their headings. */
export const PAGES: Record<string, string> = {
  "": "Overview",
  "/reports": "Activity",
  "/reports/most-wished": "Most wished",
  "/reports/unmet-demand": "Unmet demand",
  "/reports/conversions": "Conversions",
  "/customers": "Customers",
  "/orders": "Orders",
  "/catalogue": "Catalogue",
  "/alerts": "Alerts",
  "/alerts/all": "All alerts",
  "/feeds": "Feeds",
  "/exports": "Exports",
  "/webhooks": "Webhooks",
  "/settings": "Settings",
  "/people": "People",
  "/clients": "Clients and stores",
  "/privacy": "Privacy",
  "/audit": "Audit",
};

interface View {
  theme?: "light" | "dark";
  width?: number;
  timezoneId?: string;
  baseURL?: string;
}

/** A page of a browser, with its errors and warnings in `faults`. */
export type WatchedPage = Page & { faults: string[] };

let browser: Promise<Browser> | undefined;

/** Returns the browser that all test files of a process share. Each page has a context of its own. */
function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch(CHROMIUM).then((launched) => {
    atProcessEnd(() => launched.close());
    return launched;
  });
  return browser;
}

/** A service with a tenant and its owner, and a browser that opens the portal. */
export class PortalStage {
  readonly service: Service;
  readonly caller: Caller;
  readonly owner: { email: string; password: string };
  readonly #browser: Browser;
  readonly #suite: Cleanup;

  private constructor(
    parts: Pick<PortalStage, "service" | "caller" | "owner">,
    browser: Browser,
    suite: Cleanup,
  ) {
    this.service = parts.service;
    this.caller = parts.caller;
    this.owner = parts.owner;
    this.#browser = browser;
    this.#suite = suite;
  }

  static async open(suite: Cleanup, env: Record<string, string> = {}): Promise<PortalStage> {
    const service = await startService(suite, { PUBLIC_URL: "", ALLOW_PRIVATE_TARGETS: "true", ...env });
    const browser = await sharedBrowser();
    const caller = await service.newCaller();
    const owner = await newOwner(service, caller.tenantId);
    return new PortalStage({ service, caller, owner }, browser, suite);
  }

  /** The address of the service at which the browser treats it as another machine. */
  get foreignUrl(): string {
    return `http://portal.shop.example:${new URL(this.service.baseUrl).port}`;
  }

  /** Registers a shop with an owner. */
  async newShop(): Promise<{ shop: Caller; owner: { email: string; password: string } }> {
    const shop = await this.service.newCaller();
    return { shop, owner: await newOwner(this.service, shop.tenantId) };
  }

  /** Opens a page without signing in. */
  async page({ theme = "light", width = 1280, ...view }: View = {}): Promise<WatchedPage> {
    const context = await this.#browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: theme,
      baseURL: this.service.baseUrl,
      ...view,
    });
    this.#suite.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const faults: string[] = [];
    page.on("pageerror", (err) => faults.push(err.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("status of 4")) faults.push(message.text());
    });
    return Object.assign(page, { faults });
  }

  /** Signs an owner in with the form of the sign-in page. */
  async signIn(page: Page, { email, password } = this.owner): Promise<void> {
    await page.goto("/portal");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  }

  /**
   * Opens the overview, or another page of the portal, signed in as an owner. The session is created without the form
   * of the sign-in page, which takes as long to load as the page itself.
   */
  async signedIn(path = "", view?: View, owner = this.owner): Promise<WatchedPage> {
    const page = await this.page(view);
    const answer = await page.request.post("/portal/api/sign-in", { data: owner });
    assert.equal(answer.status(), 200, await answer.text());
    await page.goto(`/portal${path}`);
    if (path === "") await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    return page;
  }
}

/** Waits until something has the focus. */
export const focused = (page: Page, target: Locator): Promise<void> =>
  target.and(page.locator(":focus")).first().waitFor();

/** Waits until a page shows what it asked for. */
export const settledPage = (page: Page) =>
  page.locator(".loading, [aria-busy=true]").first().waitFor({ state: "detached" });

/** Options of axe for the rules about colours. A tag also selects rules that are off by default. */
const OF_COLOURS = { runOnly: ["cat.color"], rules: { "color-contrast-enhanced": { enabled: false } } };

/** Returns the accessibility problems of a page. */
export async function seriousFindings(page: Page, rules: object = {}): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ["violations"], ...rules });
  const found: { id: string; impact: string; nodes: { html: string }[] }[] = await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

/**
 * Returns the accessibility problems of a page and what is too wide, in both themes. The dark theme has the same
 * content, so only the rules about colours are checked again.
 * @param tooWide expression for a list of what is too wide
 */
export async function faultsInBothThemes(page: Page, tooWide: string): Promise<string[]> {
  const inTheme = async (colorScheme: "light" | "dark", rules: object) => {
    // Without motion, no colour is between those of the two themes.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const faults = [...(await seriousFindings(page, rules)), ...(await page.evaluate<string[]>(tooWide))];
    return faults.map((fault) => `${colorScheme}: ${fault}`);
  };
  const dark = await inTheme("dark", OF_COLOURS);
  return [...(await inTheme("light", {})), ...dark];
}

/** Prepares the pages that are opened from now on for {@link seriousFindings}. */
export const withAxe = (page: Page) => page.context().addInitScript({ content: axe.source });

/** Returns a figure of a page, by its name. */
export const figure = (page: WatchedPage, name: string) =>
  page.locator(".figure", { has: page.getByText(name, { exact: true }) });

/** Presses a button that saves a file. Resolves to the text of the file. */
export async function savedFile(page: WatchedPage, button: string): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}
