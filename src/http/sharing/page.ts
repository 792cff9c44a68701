import { createHash } from "node:crypto";
import type { MailLanguage, Settings } from "../../store/tenants/settings/settings.ts";
import { html, Markup } from "../../text/markup.ts";
import { webAddress } from "../../text/web-address.ts";
import { policyOf } from "../site/policy.ts";
import { type Card, shortUrl } from "./cards.ts";
import { textOn } from "./colors.ts";
import { say } from "./texts.ts";

/** Maximum size of a page in bytes, for a fast first display on phones. */
const MAX_BYTES = 29_000;
const DEFAULT_COLOR = "#1d2939";
const COLOR = /^#[0-9a-f]{6}$/i;

/** A page, and the content security policy that permits only what the page needs. */
export interface ShownPage {
  text: string;
  policy: string;
}

/** The shop and the language of a page. */
interface PageFrame {
  language: MailLanguage;
  shopName: string | undefined;
  shopUrl: string | undefined;
  color: string;
  darkColor: string;
}

const colorIn = (setting: string | null, fallback: string) =>
  setting !== null && COLOR.test(setting) ? setting : fallback;

/** Returns the frame of a store's pages. */
export function frameOf({ mail, sharing }: Pick<Settings, "mail" | "sharing">): PageFrame {
  const color = colorIn(sharing.color, DEFAULT_COLOR);
  return {
    language: mail.language,
    shopName: sharing.displayName ?? mail.shopName ?? undefined,
    shopUrl: shortUrl(webAddress(mail.shopUrl ?? undefined)),
    color,
    darkColor: colorIn(sharing.darkColor, color),
  };
}

const styleOf = ({ color, darkColor }: PageFrame) => `
:root { color-scheme: light dark; --text: #1b2430; --muted: #5a6675; --line: #dfe4ea; --surface: #fff; --raised: #f6f8fa; --brand: ${color}; --on-brand: ${textOn(color)}; }
@media (prefers-color-scheme: dark) { :root { --text: #e3e8ee; --muted: #a1acb9; --line: #333d49; --surface: #12171e; --raised: #1b222b; --brand: ${darkColor}; --on-brand: ${textOn(darkColor)}; } }
* { box-sizing: border-box; unicode-bidi: plaintext; }
body { margin: 0; background: var(--surface); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
header { padding: 14px 20px; background: var(--brand); color: var(--on-brand); font-weight: 600; }
header a { color: inherit; text-decoration: none; }
main { max-width: 1100px; margin: auto; padding: 24px 20px 48px; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
.by { margin: 4px 0 0; color: var(--muted); }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 16px; margin: 24px 0; padding: 0; list-style: none; }
li { display: flex; flex-direction: column; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); overflow: hidden; }
.image { display: flex; align-items: center; justify-content: center; aspect-ratio: 1; border-bottom: 1px solid var(--line); color: var(--muted); font-size: 2.5rem; }
.image img { width: 100%; height: 100%; object-fit: contain; background: #fff; }
.text { display: flex; flex-direction: column; gap: 2px; padding: 12px; }
h2 { margin: 0; font-size: 1rem; line-height: 1.35; }
h2 a { color: inherit; text-underline-offset: 3px; }
.muted { color: var(--muted); font-size: .875rem; }
.bought .image { opacity: .45; }
.more { display: inline-block; padding: 10px 20px; border-radius: 8px; background: var(--brand); color: var(--on-brand); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
`;

interface Content {
  title: string;
  head?: Markup;
  main: Markup;
}

function shownPage(frame: PageFrame, { title, head, main }: Content): ShownPage {
  const { language, shopName, shopUrl, color, darkColor } = frame;
  const style = styleOf(frame);
  // The style is one unchanged text, because its digest is in the policy.
  const styled = new Markup(`<style>${style}</style>`);
  const name =
    shopUrl === undefined ? html`${shopName}` : html`<a href="${shopUrl}">${shopName ?? shopUrl}</a>`;
  const { text } = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <meta name="theme-color" content="${color}" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="${darkColor}" media="(prefers-color-scheme: dark)" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${head} ${styled}
      </head>
      <body>
        ${shopName === undefined && shopUrl === undefined ? "" : html`<header>${name}</header>`}
        <main>${main}</main>
      </body>
    </html>`;
  const digest = createHash("sha256").update(style).digest("base64");
  const policy = policyOf({
    "style-src": `'sha256-${digest}'`,
    "img-src": "https: data:",
    "form-action": "'none'",
  });
  return { text, policy };
}

function fulfilment(language: MailLanguage, { quantity, bought }: Card): string | undefined {
  if (bought >= quantity) return say(language, "bought");
  if (bought > 0) return say(language, "boughtUnits", { bought, count: quantity });
  return quantity > 1 ? say(language, "wanted", { count: quantity }) : undefined;
}

const line = (text: string | undefined, kind = "muted") =>
  text === undefined ? undefined : html`<div class="${kind}">${text}</div>`;

function listItem(language: MailLanguage, card: Card): Markup {
  const { title, variant, price, url, imageUrl, quantity, bought } = card;
  const image =
    imageUrl === undefined
      ? html`<span aria-hidden="true">${/^./u.exec(title)?.[0] ?? ""}</span>`
      : html`<img src="${imageUrl}" alt="" loading="lazy" referrerpolicy="no-referrer" />`;
  const name = url === undefined ? html`${title}` : html`<a href="${url}" rel="noopener">${title}</a>`;
  return html`<li class="${bought >= quantity ? "bought" : "open"}">
    <div class="image">${image}</div>
    <div class="text">
      <h2>${name}</h2>
      ${line(variant)} ${line(price, "price")} ${line(fulfilment(language, card))}
    </div>
  </li>`;
}

/** The content of the page of a shared wishlist. */
interface ShownList {
  name: string | undefined;
  displayName: string | undefined;
  /** Address of the page. */
  url: string;
  cards: readonly Card[];
  /** Whether there are more items after the cards. */
  hasMore: boolean;
}

function preview({ url, cards }: ShownList, { shopName }: PageFrame, title: string, by: string | undefined) {
  const image = cards.find(({ imageUrl }) => imageUrl !== undefined)?.imageUrl;
  const content = (property: string, value: string | undefined) =>
    value === undefined ? [] : [html`<meta property="${property}" content="${value}" />`];
  return html`${[
    ...content("og:type", "website"),
    ...content("og:title", title),
    ...content("og:url", url),
    ...content("og:site_name", shopName),
    ...content("og:description", by),
    ...content("og:image", image),
  ]}`;
}

/** Returns the page of a shared wishlist: as many cards as fit, and a link to the next ones. */
export function listPage(frame: PageFrame, list: ShownList): ShownPage {
  const { language } = frame;
  const { name, displayName, cards, hasMore, url } = list;
  const title = name ?? say(language, "wishlist");
  const by = displayName === undefined ? undefined : say(language, "sharedBy", { name: displayName });
  const head = preview(list, frame, title, by);
  const withItems = (items: readonly Markup[]) => {
    const last = cards[items.length - 1];
    const next = `${url}?lastItemId=${encodeURIComponent(last?.id ?? "")}`;
    const isCut = hasMore || items.length < cards.length;
    const main = html`<h1>${title}</h1>
      ${line(by, "by")}
      ${
        items.length === 0
          ? html`<p>${say(language, "empty")}</p>`
          : html`<ul>
              ${items}
            </ul>`
      }
      ${isCut && last ? html`<a class="more" href="${next}">${say(language, "next")}</a>` : ""}`;
    return shownPage(frame, { title, head, main });
  };
  const items = cards.map((card) => listItem(language, card));
  let bytes = Buffer.byteLength(withItems(items.slice(0, 1)).text);
  let count = Math.min(1, items.length);
  for (const { text } of items.slice(1)) {
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_BYTES) break;
    count++;
  }
  return withItems(items.slice(0, count));
}

/** Returns the page for a link that is not valid. It names no shop, because the shop of the link is unknown. */
export function notFoundPage(language: MailLanguage): ShownPage {
  const frame = { language, shopName: undefined, shopUrl: undefined };
  const main = html`<h1>${say(language, "notFound")}</h1>
    <p>${say(language, "notFoundReason")}</p>`;
  return shownPage(
    { ...frame, color: DEFAULT_COLOR, darkColor: DEFAULT_COLOR },
    { title: say(language, "notFound"), main },
  );
}
