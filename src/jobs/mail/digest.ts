import type { AlertRecord, AlertType } from "../../store/alerts.ts";
import type { MailSettings } from "../../store/settings.ts";

/** News that one message lists; the rest is counted. */
const MOST_LISTED = 20;
const LONGEST_TITLE = 60;

/** One piece of news, ready to be shown. */
export interface News {
  headline: string;
  title: string;
  variant: string | undefined;
  price: string | undefined;
  url: string | undefined;
  imageUrl: string | undefined;
}

/** What a message shows, in text and in HTML. */
export interface Digest {
  subject: string;
  intro: string;
  news: News[];
  /** How many there are beyond those listed. */
  more: number;
  shopName: string | undefined;
  shopUrl: string | undefined;
  unsubscribeUrl: string;
}

const HEADLINES: Record<AlertType, (alert: AlertRecord) => string> = {
  back_in_stock: () => "Back in stock",
  register_interest: () => "Available now",
  price_drop: () => "Price drop",
  low_stock: ({ available }) =>
    typeof available === "number" && available > 0 ? `Only ${available} left` : "Only a few left",
};

/** Text on one line: no control character can start another header field, or hide something. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= LONGEST_TITLE
    ? text
    : `${characters
        .slice(0, LONGEST_TITLE - 1)
        .join("")
        .trimEnd()}…`;
}

/** An address that a mail program may open; anything but http and https is left out. */
function linkTo(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

/** A price as it is written in English, such as €349.00; without a currency nobody knows how much it is. */
function priceOf({ price, currency }: AlertRecord): string | undefined {
  if (price === undefined || currency === undefined) return undefined;
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(Number(price));
}

function newsOf(alert: AlertRecord): News {
  const variant = oneLine(alert.variantTitle ?? "");
  return {
    headline: HEADLINES[alert.type](alert),
    title: oneLine(alert.title) || alert.productRef,
    variant: variant === "" ? undefined : variant,
    price: priceOf(alert),
    url: linkTo(alert.url),
    imageUrl: linkTo(alert.imageUrl),
  };
}

function subjectOf(news: readonly News[]): string {
  const [first] = news;
  if (!first) return "";
  const title = shortened(first.title);
  if (news.length === 1) return `${first.headline}: ${title}`;
  const isOneKind = news.every(({ headline }) => headline === first.headline);
  return isOneKind
    ? `${first.headline}: ${title} and ${news.length - 1} more`
    : `News about ${news.length} of your wishes`;
}

/** Puts a customer's alerts into words; there must be some. */
export function digestOf(
  alerts: readonly AlertRecord[],
  { shopName, shopUrl }: MailSettings,
  unsubscribeUrl: string,
): Digest {
  const news = alerts.map(newsOf);
  return {
    subject: subjectOf(news),
    intro:
      news.length === 1
        ? "There is news about something on your wishlist."
        : `There is news about ${news.length} things on your wishlist.`,
    news: news.slice(0, MOST_LISTED),
    more: Math.max(0, news.length - MOST_LISTED),
    shopName: shopName ?? undefined,
    shopUrl: linkTo(shopUrl ?? undefined),
    unsubscribeUrl,
  };
}
