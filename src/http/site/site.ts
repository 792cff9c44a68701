import { Router } from "@koa/router";
import type { Context, Middleware } from "koa";
import { Problem } from "../../ingest/problem.ts";
import { html, type Markup } from "../../text/markup.ts";
import { allowOf } from "../allow.ts";
import { stateOf } from "../koa-context.ts";
import type { AnyRoute } from "../route.ts";
import { serveAsset } from "./assets.ts";
import { type Guide, readGuides } from "./guides.ts";
import { page, type PageContent } from "./page.ts";
import { policyOf } from "./policy.ts";
import { type Hit, SiteSearch } from "./search.ts";

interface SiteParts {
  version: string;
  /** The routes of the API, for the search. */
  routes: readonly AnyRoute[];
  isReady: () => Promise<boolean>;
  /** First tenant of the API reference; undefined if there is no demo tenant. */
  demoTenant: string | undefined;
}

const PAGE_POLICY = policyOf();
/** Swagger UI sets styles on its elements, shows images in data addresses, and sends the requests that are tried out. */
const REFERENCE_POLICY = policyOf({
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "connect-src": "'self'",
});

const nothingHere = () => new Problem("ResourceNotFound", { detail: "There is nothing at this path." });

function show(ctx: Context, guides: ReadonlyMap<string, Guide>, content: PageContent, policy = PAGE_POLICY) {
  ctx.set({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
  });
  ctx.body = page(guides, content);
}

function frontPage({ version, demoTenant }: SiteParts, isReady: boolean): Markup {
  const demo = html`<p>
    The tenant <code>demo</code> is ready to use. <code>data/demo.json</code>, in the directory where the
    service was started, has its client id and client secret. Its <code>owner</code> has the e-mail address
    and the password for the <a href="/portal">portal</a>. <code>npm run demo</code> fills a new store with
    the data of a small shop.
  </p>`;
  return html`<h1>Wishlist service</h1>
    <p class="lead">
      The master record of customers' wishes: customers, wishlists and items, stock alerts, orders, reports
      and exports, over one HTTP API for many tenants.
    </p>
    <p>
      <span class="badge ${isReady ? "up" : "down"}">${isReady ? "Ready" : "Not ready"}</span>
      Version ${version}
    </p>
    <ul class="cards">
      <li><a href="/docs/getting-started">Get started</a> From nothing to a first wish, alert and report.</li>
      <li><a href="/docs/reference">API reference</a> Every request, with examples, to try out here.</li>
      <li><a href="/docs">Guides</a> Storefronts, feeds, alerts, exports, privacy, operation.</li>
      <li><a href="/openapi.json">OpenAPI document</a> For generated clients and tools.</li>
      <li><a href="/portal">Owner portal</a> Reports, customers, alerts, feeds and settings of a tenant.</li>
    </ul>
    <h2>Demo credentials</h2>
    ${
      demoTenant === undefined
        ? html`<p>This service has no demo tenant. Ask its operator for a client of your tenant.</p>`
        : demo
    }
    <h2>For operators</h2>
    <p>
      <a href="/health/ready">Health</a>, <a href="/metrics">metrics</a> and the
      <a href="/docs/operations">operations guide</a>.
    </p>`;
}

const hitItem = ({ title, context, href, text }: Hit) =>
  html`<li>
    <a href="${href}">${title}</a> <small>${context}</small>
    <p>${text.length > 200 ? `${text.slice(0, 200).replace(/\S*$/, "")}…` : text}</p>
  </li>`;

function resultsPage(query: string, hits: readonly Hit[]): Markup {
  const count = hits.length === 1 ? "1 result" : `${hits.length} results`;
  return html`<h1>Search</h1>
    <p>${query === "" ? "Enter a word." : `${count} for “${query}”.`}</p>
    <ol class="hits">
      ${hits.map(hitItem)}
    </ol>`;
}

const firstSentence = (text: string) => /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;

function overview(guides: ReadonlyMap<string, Guide>): Markup {
  const items = [...guides.values()].map(({ name, title, sections }) => {
    return html`<li><a href="/docs/${name}">${title}</a> ${firstSentence(sections[0]?.text ?? "")}</li>`;
  });
  return html`<h1>Documentation</h1>
    <ul class="cards">
      <li><a href="/docs/reference">API reference</a> Every request, with examples, to try out here.</li>
      ${items}
    </ul>`;
}

const NOTHING = html`<h1>Nothing here</h1>
  <p class="lead">There is no page at this address.</p>
  <ul class="cards">
    <li><a href="/docs">Documentation</a> The guides and the API reference.</li>
    <li><a href="/portal">Owner portal</a> Reports, customers, alerts, feeds and settings of a tenant.</li>
  </ul>`;

/** Addresses that programs ask, whatever they accept. */
const FOR_PROGRAMS = /^\/(?:api|services|auth|portal\/api|docs\/assets)\//;

/** Whether a browser asks to show a page: it names its type, and a program gets JSON. */
const asksForPage = (ctx: Context) =>
  ctx.method === "GET" && !FOR_PROGRAMS.test(ctx.path) && ctx.accepts("json", "html") === "html";

/** The pages for people, and the one for addresses that nothing else has. */
interface Site {
  router: Router;
  nothingHere: Middleware;
}

/**
 * The pages for people: the front page, the guides, the search and the API reference. They need no token, and load
 * nothing from other sites.
 */
export function openSite(parts: SiteParts): Site {
  const router = new Router({ sensitive: true });
  let loading: Promise<{ guides: Map<string, Guide>; search: SiteSearch }> | undefined;
  const load = () =>
    (loading ??= readGuides().then(
      (guides) => ({ guides, search: new SiteSearch(guides.values(), parts.routes) }),
      (err: unknown) => {
        loading = undefined;
        throw err;
      },
    ));
  const get = (operation: string, path: string, handle: (ctx: Context, name: string) => Promise<void>) =>
    router.get(path, async (ctx) => {
      stateOf(ctx).operation = operation;
      await handle(ctx, ctx.params["name"] ?? "");
    });

  get("getFrontPage", "/", async (ctx) => {
    const isReady = await parts.isReady();
    ctx.vary("Accept");
    // A program that names no type gets JSON.
    if (ctx.accepts("json", "html") === "html") {
      const { guides } = await load();
      show(ctx, guides, { title: "Start", path: "/", main: frontPage(parts, isReady) });
      return;
    }
    ctx.set("Cache-Control", "no-cache");
    ctx.body = {
      name: "wishlist-service",
      version: parts.version,
      status: isReady ? "UP" : "DOWN",
      links: {
        documentation: "/docs",
        portal: "/portal",
        openapi: "/openapi.json",
        health: "/health/ready",
        metrics: "/metrics",
      },
    };
  });

  get("getDocumentation", "/docs", async (ctx) => {
    const { guides } = await load();
    show(ctx, guides, { title: "Documentation", path: "/docs", main: overview(guides) });
  });

  get("searchDocumentation", "/docs/search", async (ctx) => {
    const { guides, search } = await load();
    const query = typeof ctx.query["q"] === "string" ? ctx.query["q"].trim() : "";
    const main = resultsPage(query, query === "" ? [] : search.find(query));
    show(ctx, guides, { title: "Search", path: "/docs/search", main, query });
  });

  get("getReference", "/docs/reference", async (ctx) => {
    const { guides } = await load();
    const head = html`<link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
      <script src="/docs/assets/swagger-ui.js" defer></script>
      <script src="/docs/assets/reference.js" type="module"></script>`;
    const main = html`<h1>API reference</h1>
      <form class="tenant" action="/docs/reference">
        <label for="tenant">Tenant</label>
        <input id="tenant" name="tenant" value="${parts.demoTenant ?? ""}" maxlength="64" />
        <button>Use this tenant</button>
        <p>
          To try requests out, select <b>Authorize</b>, and enter the client id and the client secret. The
          tenant is filled in.
        </p>
      </form>
      <noscript
        ><p>
          The reference needs JavaScript. The <a href="/openapi.json">OpenAPI document</a> does not.
        </p></noscript
      >
      <div id="reference"></div>`;
    show(
      ctx,
      guides,
      { title: "API reference", path: "/docs/reference", main, head, isWide: true },
      REFERENCE_POLICY,
    );
  });

  get("getAsset", "/docs/assets/:name", async (ctx, name) => {
    if (!(await serveAsset(ctx, name))) throw nothingHere();
  });

  get("getGuide", "/docs/:name", async (ctx, name) => {
    const { guides } = await load();
    const guide = guides.get(name);
    if (!guide) return showNothing(ctx);
    show(ctx, guides, { title: guide.title, path: `/docs/${name}`, main: guide.body });
  });

  async function showNothing(ctx: Context): Promise<void> {
    if (!asksForPage(ctx)) throw nothingHere();
    const { guides } = await load();
    ctx.status = 404;
    ctx.vary("Accept");
    show(ctx, guides, { title: "Nothing here", path: ctx.path, main: NOTHING });
  }

  return {
    router,
    nothingHere: (ctx, next) => (allowOf(ctx) === "" && asksForPage(ctx) ? showNothing(ctx) : next()),
  };
}
