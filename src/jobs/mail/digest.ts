import type { AlertRecord, AlertType } from "../../store/records/alerts.ts";
import type { MailSettings } from "../../store/tenants/settings.ts";
import { oneLine, shownVariant } from "../../text/shown.ts";
import { productPage, webAddress } from "../../text/web-address.ts";
import { headlineOf, Words } from "./texts.ts";

/** Entries that one message lists; the rest is counted. */
const MAX_LISTED = 20;
const MAX_TITLE = 60;
/** One wish's entry in a digest, ready to be shown. */
export interface DigestEntry {
  headline: string;
  title: string;
  variant: string | undefined;
  price: string | undefined;
  /** The price before, as text, if it is lower now. */
  previousPrice: string | undefined;
  url: string | undefined;
  imageUrl: string | undefined;
}

/** What a message shows, in text and in HTML; every text is one line. */
export interface Digest {
  language: string;
  subject: string;
  intro: string;
  news: DigestEntry[];
  /** Says that there are more entries than are listed. */
  more: string | undefined;
  view: string;
  reason: string;
  unsubscribe: string;
  unsubscribeBy: string;
  shopName: string | undefined;
  shopUrl: string | undefined;
  unsubscribeUrl: string;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MAX_TITLE
    ? text
    : `${characters
        .slice(0, MAX_TITLE - 1)
        .join("")
        .trimEnd()}…`;
}

/** Order of the headlines of one entry: the most important first. */
const ORDER: Readonly<Record<AlertType, number>> = {
  register_interest: 0,
  back_in_stock: 1,
  price_drop: 2,
  low_stock: 3,
};

/** The price before a drop, as text, if the newest alert still has a lower price. */
function previousPriceOf(alerts: readonly AlertRecord[], newest: AlertRecord, words: Words) {
  const drop = alerts.findLast(({ type }) => type === "price_drop");
  const { previousPrice, currency } = drop ?? {};
  if (previousPrice === undefined || currency !== newest.currency) return undefined;
  if (!(Number(newest.price) < Number(previousPrice))) return undefined;
  const price = words.price(previousPrice, currency);
  return price === undefined ? undefined : words.say("previousPrice", { price });
}

/** The entry of one variant, from all its alerts; the newest alert has the current data. Undefined without alerts. */
function newsOf(
  alerts: readonly AlertRecord[],
  shopUrl: string | undefined,
  words: Words,
): DigestEntry | undefined {
  const newest = alerts.at(-1);
  if (!newest) return undefined;
  const byWeight = alerts.toSorted((a, b) => ORDER[a.type] - ORDER[b.type]);
  const headlines = byWeight.map(({ type }) =>
    words.say(headlineOf(type, newest.available), { count: newest.available ?? 0 }),
  );
  return {
    headline: oneLine([...new Set(headlines)].join(" · ")),
    title: oneLine(newest.title) || newest.productRef,
    variant: shownVariant(newest.variantTitle),
    price: words.price(newest.price, newest.currency),
    previousPrice: previousPriceOf(alerts, newest, words),
    url: productPage(newest, shopUrl),
    imageUrl: webAddress(newest.imageUrl),
  };
}

/** Alerts of the same variant together, in the order in which the first of each came. */
function byVariant(alerts: readonly AlertRecord[]): AlertRecord[][] {
  const groups = new Map<string, AlertRecord[]>();
  for (const alert of alerts) {
    const known = groups.get(alert.variantId);
    if (known) known.push(alert);
    else groups.set(alert.variantId, [alert]);
  }
  return [...groups.values()];
}

function subjectOf(news: readonly DigestEntry[], words: Words): string {
  const [first] = news;
  if (!first) return "";
  const { headline } = first;
  const title = shortened(first.title);
  const count = news.length - 1;
  if (count === 0) return words.say("subject", { headline, title });
  if (news.some((other) => other.headline !== headline))
    return words.say("subjectMixed", { count: news.length });
  return count === 1
    ? words.say("subjectAndOne", { headline, title })
    : words.say("subjectAndMore", { headline, title, count });
}

function moreOf(count: number, words: Words): string | undefined {
  if (count <= 0) return undefined;
  return count === 1 ? words.say("oneMore") : words.say("more", { count });
}

/** The digest of a customer's alerts, which are the oldest first and must not be empty: one entry for each variant. */
export function mailDigestOf(
  alerts: readonly AlertRecord[],
  settings: MailSettings,
  unsubscribeUrl: string,
): Digest {
  const words = new Words(settings.language, settings.texts ?? {});
  const shopUrl = webAddress(settings.shopUrl ?? undefined);
  const news = byVariant(alerts).flatMap((some) => newsOf(some, shopUrl, words) ?? []);
  const count = news.length;
  return {
    language: words.language,
    subject: oneLine(subjectOf(news, words)),
    intro: count === 1 ? words.say("introOne") : words.say("introMany", { count }),
    news: news.slice(0, MAX_LISTED),
    more: moreOf(count - MAX_LISTED, words),
    view: words.say("view"),
    reason: words.say("reason"),
    unsubscribe: words.say("unsubscribe"),
    unsubscribeBy: words.say("unsubscribeBy"),
    shopName: settings.shopName ?? undefined,
    shopUrl,
    unsubscribeUrl,
  };
}
