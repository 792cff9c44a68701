import { html, type Markup } from "../../text/markup.ts";
import type { Guide } from "./guides.ts";
import type { PageContent } from "./page.ts";
import type { Hit } from "./search.ts";

/** The data of the front page. */
interface FrontPageFacts {
  version: string;
  isReady: boolean;
  /** Whether the demo tenant is ready to use. */
  hasDemo: boolean;
}

/** Returns the front page for people. */
export function frontPage({ version, isReady, hasDemo }: FrontPageFacts): Markup {
  const demo = html`<p>
    The tenant <code>demo</code> is ready to use. <code>data/demo.json</code>, in the directory where the
    service was started, has its client id and client secret. Its <code>owner</code> has the e-mail address
    and the password for the <a href="/portal">portal</a>. <code>npm run demo</code> fills an empty Redis with
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
      hasDemo
        ? demo
        : html`<p>This service has no demo tenant. Ask its operator for a client of your tenant.</p>`
    }
    <h2>For operators</h2>
    <p>
      <a href="/health/ready">Health</a>, <a href="/metrics">metrics</a> and the
      <a href="/docs/operations">operations guide</a>.
    </p>`;
}

/** Maximum number of characters of an excerpt, and of those before the found word. */
const EXCERPT = 200;
const BEFORE = 60;

/** Returns the part of a text around the first word of the query in it; its beginning if it has none of the words. */
function excerptOf(text: string, query: string): string {
  const lower = text.toLowerCase();
  const found = query
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word) => lower.indexOf(word))
    .filter((index) => index >= 0);
  const first = found.length === 0 ? 0 : Math.min(...found);
  const start = first > EXCERPT - BEFORE ? Math.min(first, text.indexOf(" ", first - BEFORE) + 1) : 0;
  const part = text.slice(start, start + EXCERPT);
  const end = start + EXCERPT < text.length ? `${part.replace(/\S*$/, "")}…` : part;
  return start > 0 ? `… ${end}` : end;
}

const hitItem = ({ title, context, href, text }: Hit, query: string) =>
  html`<li>
    <a href="${href}">${title}</a> <small>${context}</small>
    <p>${excerptOf(text, query)}</p>
  </li>`;

/** Returns the page of search results. */
export function resultsPage(query: string, hits: readonly Hit[]): Markup {
  const count = hits.length === 1 ? "1 result" : `${hits.length} results`;
  return html`<h1>Search</h1>
    <p>${query === "" ? "Enter a word." : `${count} for “${query}”.`}</p>
    <ol class="hits">
      ${hits.map((hit) => hitItem(hit, query))}
    </ol>`;
}

const firstSentence = (text: string) => /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;

/** Returns the list of all guides, each with its first sentence. */
export function overview(guides: ReadonlyMap<string, Guide>): Markup {
  const items = [...guides.values()].map(({ name, title, sections }) => {
    return html`<li><a href="/docs/${name}">${title}</a> ${firstSentence(sections[0]?.text ?? "")}</li>`;
  });
  return html`<h1>Documentation</h1>
    <ul class="cards">
      <li><a href="/docs/reference">API reference</a> Every request, with examples, to try out here.</li>
      ${items}
    </ul>`;
}

/** The page for unknown addresses. */
export const NOT_FOUND = html`<h1>Page not found</h1>
  <p class="lead">There is no page at this address.</p>
  <ul class="cards">
    <li><a href="/docs">Documentation</a> The guides and the API reference.</li>
    <li><a href="/portal">Owner portal</a> Reports, customers, alerts, feeds and settings of a tenant.</li>
  </ul>`;

/** Returns the page of the API reference: Swagger UI with the document of a tenant. */
export function referencePage(tenant: string): Pick<PageContent, "head" | "main"> {
  return {
    head: html`<link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
      <script src="/docs/assets/swagger-ui.js" defer></script>
      <script src="/docs/assets/reference.js" type="module"></script>`,
    main: html`<h1>API reference</h1>
      <form class="tenant" action="/docs/reference">
        <label for="tenant">Tenant</label>
        <input id="tenant" name="tenant" value="${tenant}" maxlength="64" />
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
      <div id="reference"></div>`,
  };
}
