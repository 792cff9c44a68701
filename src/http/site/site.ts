import { Router } from "@koa/router";
import type { Context, Middleware } from "koa";
import { loadedOnce } from "../../collections/loaded-once.ts";
import { allowOf, unknownPath } from "../allow.ts";
import { acceptsPage } from "../browser.ts";
import { stateOf } from "../koa-context.ts";
import { TimeShares } from "../overload/time-shares.ts";
import type { AnyRoute } from "../route.ts";
import { serveAsset } from "./assets.ts";
import { frontPage, NOT_FOUND, overview, referencePage, resultsPage } from "./contents.ts";
import { type Guide, readGuides } from "./guides.ts";
import { page, type PageContent } from "./page.ts";
import { policyOf } from "./policy.ts";
import { SiteSearch } from "./search.ts";
import { sendPage } from "./send-page.ts";

interface SiteParts {
  version: string;
  /** The routes of the API, for the search. */
  routes: readonly AnyRoute[];
  isReady: () => Promise<boolean>;
  /** Default tenant of the API reference; undefined if there is no demo tenant. */
  demoTenant: string | undefined;
}

const PAGE_POLICY = policyOf();
/** The policy for Swagger UI, which sets inline styles and sends the requests that users try out. */
const REFERENCE_POLICY = policyOf({
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "connect-src": "'self'",
});

const show = (
  ctx: Context,
  guides: ReadonlyMap<string, Guide>,
  content: PageContent,
  policy = PAGE_POLICY,
): void => sendPage(ctx, page(guides, content), policy);

/** Addresses for programs; they never show a page. */
const FOR_PROGRAMS = /^\/(?:api|services|auth|portal\/api|docs\/assets)\//;

/** Whether a request is for a page. */
const wantsPage = (ctx: Context) => ctx.method === "GET" && !FOR_PROGRAMS.test(ctx.path) && acceptsPage(ctx);

/** The pages for people, and the page for unknown addresses. */
interface Site {
  router: Router;
  notFound: Middleware;
}

interface Documentation {
  guides: Map<string, Guide>;
  search: SiteSearch;
}

type Load = () => Promise<Documentation>;

async function readDocumentation(routes: SiteParts["routes"]): Promise<Documentation> {
  const guides = await readGuides();
  return { guides, search: new SiteSearch(guides.values(), routes) };
}

/** Returns the front page for programs. */
const serviceBody = (version: string, isReady: boolean) => ({
  name: "wishlist-service",
  version,
  status: isReady ? "UP" : "DOWN",
  links: {
    documentation: "/docs",
    portal: "/portal",
    openapi: "/openapi.json",
    health: "/health/ready",
    metrics: "/metrics",
  },
});

/** Shows the front page to people, and its facts to programs, which may not send Accept. */
async function showFrontPage(
  ctx: Context,
  { version, isReady, demoTenant }: SiteParts,
  load: Load,
): Promise<void> {
  const facts = { version, isReady: await isReady(), hasDemo: demoTenant !== undefined };
  if (acceptsPage(ctx)) {
    const { guides } = await load();
    show(ctx, guides, { title: "Start", path: "/", main: frontPage(facts) });
    return;
  }
  ctx.set("Cache-Control", "no-cache");
  ctx.body = serviceBody(version, facts.isReady);
}

async function showResults(ctx: Context, load: Load): Promise<void> {
  const { guides, search } = await load();
  const query = typeof ctx.query["q"] === "string" ? ctx.query["q"].trim() : "";
  const main = resultsPage(query, query === "" ? [] : search.find(query));
  show(ctx, guides, { title: "Search", path: "/docs/search", main, query });
}

async function showNotFound(ctx: Context, load: Load): Promise<void> {
  if (!wantsPage(ctx)) throw unknownPath();
  const { guides } = await load();
  ctx.status = 404;
  show(ctx, guides, { title: "Page not found", path: ctx.path, main: NOT_FOUND });
}

/**
 * Returns the pages for people: the front page, the guides, the search and the API reference. They need no token, and
 * load nothing from other sites.
 */
export function openSite(parts: SiteParts): Site {
  const router = new Router({ sensitive: true });
  const { routes, demoTenant } = parts;
  const load = loadedOnce(() => readDocumentation(routes));
  // Anybody may request the pages, and some have 100 kB and more.
  const shares = new TimeShares();
  const get = (operation: string, path: string, handle: (ctx: Context, name: string) => Promise<void>) =>
    router.get(path, async (ctx) => {
      stateOf(ctx).operation = operation;
      await shares.turn("site");
      await handle(ctx, ctx.params["name"] ?? "");
    });

  get("getFrontPage", "/", (ctx) => showFrontPage(ctx, parts, load));

  get("getDocumentation", "/docs", async (ctx) => {
    const { guides } = await load();
    show(ctx, guides, { title: "Documentation", path: "/docs", main: overview(guides) });
  });

  get("searchDocumentation", "/docs/search", (ctx) => showResults(ctx, load));

  get("getReference", "/docs/reference", async (ctx) => {
    const { guides } = await load();
    const content = { ...referencePage(demoTenant ?? ""), title: "API reference", path: "/docs/reference" };
    show(ctx, guides, { ...content, isWide: true }, REFERENCE_POLICY);
  });

  get("getAsset", "/docs/assets/:name", async (ctx, name) => {
    if (!(await serveAsset(ctx, name))) throw unknownPath();
  });

  get("getGuide", "/docs/:name", async (ctx, name) => {
    const { guides } = await load();
    const guide = guides.get(name);
    if (!guide) return showNotFound(ctx, load);
    show(ctx, guides, { title: guide.title, path: `/docs/${name}`, main: guide.body });
  });

  return {
    router,
    async notFound(ctx, next) {
      if (allowOf(ctx) !== "" || !wantsPage(ctx)) {
        await next();
        return;
      }
      await shares.turn("site");
      await showNotFound(ctx, load);
    },
  };
}
