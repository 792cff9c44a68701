import { html, type Markup } from "../../text/markup.ts";
import { type Guide, GUIDES } from "./guides.ts";

export interface PageContent {
  title: string;
  /** Address of the page, to mark it in the menu. */
  path: string;
  main: Markup;
  /** Elements for the head of the page, after the common styles. */
  head?: Markup;
  query?: string;
  /** Whether the page is wider than text, such as the API reference. */
  isWide?: boolean;
}

const link = (path: string, current: string, text: string) =>
  path === current
    ? html`<li><a href="${path}" aria-current="page">${text}</a></li>`
    : html`<li><a href="${path}">${text}</a></li>`;

const group = (name: string, links: Markup[]) =>
  html`<li>
    <span>${name}</span>
    <ul>
      ${links}
    </ul>
  </li>`;

function menu(guides: ReadonlyMap<string, Guide>, current: string): Markup {
  const groups = Object.entries(GUIDES).map(([name, names]) => {
    const links = names.map((each) => link(`/docs/${each}`, current, guides.get(each)?.title ?? each));
    const reference = link("/docs/reference", current, "API reference");
    return group(name, name === "Start" ? [...links, reference] : links);
  });
  return html`<nav id="menu" aria-label="Documentation">
    <ul>
      ${groups}
    </ul>
  </nav>`;
}

/** Returns a page of the site: header with search, menu of the guides, and content. */
export function page(
  guides: ReadonlyMap<string, Guide>,
  { title, path, main, head, query = "", isWide = false }: PageContent,
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Wishlist service</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/assets/theme.css" />
        <link rel="stylesheet" href="/docs/assets/site.css" />
        ${head}
      </head>
      <body class="${isWide ? "wide" : "text"}">
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <a class="home" href="/">Wishlist service</a>
          <a class="to-menu" href="#menu">Menu</a>
          <form action="/docs/search" role="search">
            <input
              type="search"
              name="q"
              value="${query}"
              aria-label="Search"
              placeholder="Search"
              maxlength="100"
              required
            />
            <button>Search</button>
          </form>
        </header>
        ${menu(guides, path)}
        <main id="main">${main}</main>
      </body>
    </html>`.text;
}
