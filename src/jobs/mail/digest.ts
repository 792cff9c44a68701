import { groupedBy } from "../../collections/grouped.ts";
import type { AlertRecord, AlertType } from "../../store/records/alerts.ts";
import type { MailSettings } from "../../store/tenants/settings/settings.ts";
import { oneLine, shownVariant } from "../../text/shown.ts";
import { productPage, webAddress } from "../../text/web-address.ts";
import { isLess } from "../../units/money.ts";
import { headlineOf, Localizer } from "./texts.ts";

/** Maximum number of entries in a message; the others are only counted. */
const MAX_LISTED = 20;
const MAX_TITLE = 60;
/** The entry of a variant in a digest, formatted. */
export interface DigestEntry {
  headline: string;
  title: string;
  variant: string | undefined;
  price: string | undefined;
  /** The previous price, as text, if the price is lower now. */
  previousPrice: string | undefined;
  url: string | undefined;
  imageUrl: string | undefined;
}

/** The content of a message, for text and HTML. Each text is one line. */
export interface Digest {
  language: string;
  subject: string;
  intro: string;
  news: DigestEntry[];
  /** Text about entries that are not listed. */
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

/** Order of the headlines in an entry: the most important first. */
const ORDER: Readonly<Record<AlertType, number>> = {
  register_interest: 0,
  back_in_stock: 1,
  price_drop: 2,
  low_stock: 3,
};

/** Returns the price before a drop, as text, if the newest alert still has a lower price. */
function previousPriceOf(alerts: readonly AlertRecord[], newest: AlertRecord, localizer: Localizer) {
  const drop = alerts.findLast(({ type }) => type === "price_drop");
  const { previousPrice, currency } = drop ?? {};
  if (previousPrice === undefined || currency !== newest.currency) return undefined;
  if (newest.price === undefined || !isLess(newest.price, previousPrice)) return undefined;
  const price = localizer.price(previousPrice, currency);
  return price === undefined ? undefined : localizer.text("previousPrice", { price });
}

/** Returns the headline of a variant from all its alerts. */
function headlineIn(alerts: readonly AlertRecord[], localizer: Localizer): string {
  const count = alerts.at(-1)?.available;
  const byImportance = alerts.toSorted((a, b) => ORDER[a.type] - ORDER[b.type]);
  const headlines = byImportance.map(({ type }) =>
    localizer.text(headlineOf(type, count), { count: count ?? 0 }),
  );
  return oneLine([...new Set(headlines)].join(" · "));
}

/**
 * Returns the entry of a variant from all its alerts; the newest alert has the current data. Undefined without alerts.
 */
function newsOf(
  alerts: readonly AlertRecord[],
  shopUrl: string | undefined,
  localizer: Localizer,
): DigestEntry | undefined {
  const newest = alerts.at(-1);
  if (!newest) return undefined;
  return {
    headline: headlineIn(alerts, localizer),
    title: oneLine(newest.title) || newest.productRef,
    variant: shownVariant(newest.variantTitle),
    price: localizer.price(newest.price, newest.currency),
    previousPrice: previousPriceOf(alerts, newest, localizer),
    url: productPage(newest, shopUrl),
    imageUrl: webAddress(newest.imageUrl),
  };
}

/** Returns the subject of a message about variants, each with its alerts. `first` is the entry of the first one. */
function subjectOf(
  first: DigestEntry | undefined,
  variants: readonly (readonly AlertRecord[])[],
  localizer: Localizer,
): string {
  if (!first) return "";
  const { headline } = first;
  const title = shortened(first.title);
  const count = variants.length - 1;
  if (count === 0) return localizer.text("subject", { headline, title });
  if (variants.some((alerts) => headlineIn(alerts, localizer) !== headline))
    return localizer.text("subjectMixed", { count: variants.length });
  return count === 1
    ? localizer.text("subjectAndOne", { headline, title })
    : localizer.text("subjectAndMore", { headline, title, count });
}

function moreOf(count: number, localizer: Localizer): string | undefined {
  if (count <= 0) return undefined;
  return count === 1 ? localizer.text("oneMore") : localizer.text("more", { count });
}

/**
 * Returns the digest of a customer's alerts, with one entry for each variant. The alerts are in order, the oldest
 * first, and must not be empty.
 */
export function mailDigestOf(
  alerts: readonly AlertRecord[],
  settings: MailSettings,
  unsubscribeUrl: string,
): Digest {
  const localizer = new Localizer(settings.language, settings.texts ?? {});
  const shopUrl = webAddress(settings.shopUrl ?? undefined);
  const variants = [...groupedBy(alerts, ({ variantId }) => variantId).values()];
  // There may be thousands: only those that are listed are formatted.
  const news = variants.slice(0, MAX_LISTED).flatMap((group) => newsOf(group, shopUrl, localizer) ?? []);
  const count = variants.length;
  return {
    language: localizer.language,
    subject: oneLine(subjectOf(news[0], variants, localizer)),
    intro: count === 1 ? localizer.text("introOne") : localizer.text("introMany", { count }),
    news,
    more: moreOf(count - MAX_LISTED, localizer),
    view: localizer.text("view"),
    reason: localizer.text("reason"),
    unsubscribe: localizer.text("unsubscribe"),
    unsubscribeBy: localizer.text("unsubscribeBy"),
    shopName: settings.shopName ?? undefined,
    shopUrl,
    unsubscribeUrl,
  };
}
