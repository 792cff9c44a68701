import type { AlertRecord } from "../../store/records/alerts.ts";
import type { ProductRecord, VariantRecord } from "../../store/records/catalogue.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import { isInStock, isReleased, isSold, unitsOf } from "../catalogue/availability.ts";
import { waitingSince } from "../wishlist/items/waiting.ts";
import { lastOf, type Occasion, type OccasionFacts } from "./occasion.ts";
import { isCheaper, isFurtherDrop, priceAtWish } from "./price-drop.ts";
import type { AlertRule } from "./rule-codes.ts";

/**
 * A rule about whether a customer is notified about a wish. A wave checks the variant and leaves out wishes that cannot
 * match. The customer's actor checks the wish and earlier alerts. `alerts/explain` checks all rules.
 */
export interface Rule<Facts> {
  code: AlertRule;
  isMet: (facts: Facts) => boolean;
  /** The fact that decides the rule, as a sentence. */
  detail: (facts: Facts) => string;
  /** Since when this is a fact, ISO 8601. */
  at?: (facts: Facts) => string | undefined;
}

/** The facts that a wave has about a variant. */
export interface VariantFacts extends OccasionFacts {
  product: ProductRecord;
  /** Milliseconds since 1970. */
  now: number;
  /** When the tenant enabled the alert, ISO 8601; undefined if it is disabled, or was never. */
  switchedTime: string | undefined;
}

interface WishFacts {
  item: ItemRecord;
  occasion: Occasion;
}

/** Earlier alerts of the customer for the variant. */
export interface NotifiedBefore {
  /** The alert of this occasion. */
  alert: AlertRecord | null;
  /** The alert of the variant's release. */
  release: AlertRecord | null;
  /** The alert of the first drop of its price in this currency. */
  firstDrop: AlertRecord | null;
}

interface NotifiedFacts extends WishFacts {
  notified: NotifiedBefore;
}

/** Setting that enables a type of alert, and the wish's flag that requests it, if there is one. */
export const SWITCHES = {
  back_in_stock: { setting: "backInStock", flag: "notifyMe" },
  register_interest: { setting: "registerInterest", flag: "prerelease" },
  price_drop: { setting: "priceDrop", flag: undefined },
  low_stock: { setting: "lowStock", flag: undefined },
} as const;

/** Whether the tenant has enabled the alert. */
const SETTING: Rule<Pick<VariantFacts, "alert" | "settings">> = {
  code: "setting",
  isMet: ({ alert, settings }) => settings[SWITCHES[alert].setting],
  detail({ alert, settings }) {
    const { setting } = SWITCHES[alert];
    return `The tenant's setting alerts.${setting} is ${String(settings[setting])}.`;
  },
};

/**
 * If the alert was disabled when the occasion happened, the occasion raises no alert later, even if its wave begins
 * after the setting has changed.
 */
const SWITCHED: Rule<VariantFacts> = {
  code: "switched on",
  isMet({ alert, variant, switchedTime }) {
    const { since } = lastOf(variant, alert);
    return switchedTime === undefined || since === undefined || switchedTime <= since;
  },
  detail(facts) {
    const { setting } = SWITCHES[facts.alert];
    if (SWITCHED.isMet(facts))
      return `The setting alerts.${setting} was enabled at the time of the occasion.`;
    return `The setting alerts.${setting} was enabled after the occasion; it applies from the next one.`;
  },
  at: ({ switchedTime }) => switchedTime,
};

const RELEASED: Rule<Pick<VariantFacts, "product" | "now">> = {
  code: "released",
  isMet: ({ product, now }) => isReleased(product, now),
  detail({ product, now }) {
    if (isReleased(product, now)) return "The product is released.";
    const { prerelease, status } = product;
    return `The product is ${prerelease ? "not released" : status === "active" ? "not published" : status}.`;
  },
};

/**
 * The threshold counts only for rises. The variant's record says whether it is available, by the threshold of the last
 * row about its stock. The current threshold does not matter: if it ended a wave, no later event would begin it again.
 */
const STOCK: Rule<Pick<VariantFacts, "alert" | "variant" | "settings">> = {
  code: "stock",
  isMet({ alert, variant }) {
    if (alert === "back_in_stock") return variant.isAvailable;
    const isOccasion = alert !== "low_stock" || (variant.isLow && variant.lowSince !== null);
    return isOccasion && isSold(variant);
  },
  detail({ alert, variant, settings: { threshold, lowStockThreshold } }) {
    const units = unitsOf(variant.stock);
    const stock = units === undefined ? "unknown" : units === null ? "not tracked" : units.toString();
    if (alert === "back_in_stock") {
      const isEnough = isInStock(variant, threshold);
      const isChanged = variant.isAvailable ? !isEnough : isEnough && variant.isShown === true;
      const note = isChanged ? " The new threshold applies from the next row about the variant." : "";
      return `Stock is ${stock}; an alert needs at least ${threshold}.${note}`;
    }
    if (alert !== "low_stock") return `Stock is ${stock}; an alert needs at least 1.`;
    const note = variant.isLow && variant.lowSince === null ? " Only a few units came back into stock." : "";
    return `Stock is ${stock}; low is ${lowStockThreshold} or fewer.${note}`;
  },
  at: ({ variant }) => variant.availableSince,
};

const FLAG: Rule<WishFacts> = {
  code: "flag",
  isMet({ item, occasion }) {
    const { flag } = SWITCHES[occasion.alert];
    return flag === undefined || item[flag];
  },
  detail({ item, occasion }) {
    const { flag } = SWITCHES[occasion.alert];
    if (flag === undefined) return "Every wish qualifies for this alert.";
    return item[flag] ? `The wish has ${flag}.` : `The wish does not have ${flag}.`;
  },
};

const NOTIFICATION: Rule<WishFacts> = {
  code: "notification",
  isMet: ({ item }) => !item.disableNotification,
  detail: ({ item }) =>
    item.disableNotification ? "disableNotification is set." : "Notifications are not disabled.",
};

const PURCHASED: Rule<WishFacts> = {
  code: "purchased",
  isMet: ({ item }) => !item.purchased,
  detail: ({ item }) => (item.purchased ? "The wish is purchased." : "The wish is not purchased."),
};

/**
 * Whether the wish began to wait while the variant was available. A variant that is hidden and shown again in the same
 * cycle is not back in stock for such a wish.
 */
const sawItAvailable = (since: string, { cycleSince, unavailableSince }: Occasion): boolean =>
  cycleSince !== undefined &&
  unavailableSince !== undefined &&
  cycleSince <= since &&
  since < unavailableSince;

/** Occasions before the wish asked for alerts do not count. */
const BEFORE: Rule<WishFacts> = {
  code: "before the rise",
  isMet({ item, occasion }) {
    const since = waitingSince(item);
    return occasion.since === undefined || (since < occasion.since && !sawItAvailable(since, occasion));
  },
  detail({ item, occasion }) {
    if (occasion.since === undefined) return "There has been no such occasion yet.";
    const since = waitingSince(item);
    const wanted = `The wish has asked for this alert since ${since}`;
    if (BEFORE.isMet({ item, occasion })) return `${wanted}.`;
    if (occasion.alert === "register_interest")
      return `${wanted}, after the release; a variant is released only once.`;
    const state = sawItAvailable(since, occasion) ? ", when the variant was in stock" : "";
    return `${wanted}${state}; it applies from the next occasion.`;
  },
  at: ({ occasion: { since } }) => since,
};

const PRICE: Rule<WishFacts> = {
  code: "price",
  isMet: ({ item, occasion: { alert, price, since } }) =>
    alert !== "price_drop" || (price !== undefined && since !== undefined && isCheaper(item, price)),
  detail({ item, occasion: { alert, price, since } }) {
    if (alert !== "price_drop") return "The price does not matter.";
    if (!price) return "The catalogue has no price above zero with a currency.";
    const then = priceAtWish(item, price);
    const { amount, currency, leastPercent, leastAmount } = price;
    if (!then) return `The price in ${currency} at the time of the wish, or after it, is not known.`;
    const time = item.priceWhenAdded === then ? "at the wish" : "when first known after the wish";
    const words = `The price was ${then.amount} ${currency} ${time} and is ${amount} ${currency}`;
    // The variant has not been available since the drop, or its product was deleted and has lost its earlier prices.
    if (since === undefined && isCheaper(item, price))
      return `${words}; the alert follows when it can be bought for less than before.`;
    const when = since === undefined ? "" : ", by the settings when it fell";
    return `${words}; it must be at least ${leastPercent} % and ${leastAmount} lower${when}.`;
  },
};

/** Whether the customer waits for an alert about the variant's release; alerts about later rises come only after it. */
export const waitsForRelease = (
  item: ItemRecord,
  { releasedTime }: Pick<Occasion, "releasedTime"> | Pick<VariantRecord, "releasedTime">,
): boolean => item.prerelease && (releasedTime === undefined || waitingSince(item) < releasedTime);

/**
 * A rise that is also the release is notified once, as the release: also if the variant was hidden and shown again
 * since, because that begins no new cycle.
 */
const RELEASE: Rule<NotifiedFacts> = {
  code: "release",
  isMet({ item, occasion, notified: { release } }) {
    const { alert, hasReleases, since, cycleSince = since } = occasion;
    if (alert !== "back_in_stock" || !hasReleases || !waitsForRelease(item, occasion)) return true;
    return release !== null && cycleSince !== undefined && release.createdTime < cycleSince;
  },
  detail: (facts) =>
    RELEASE.isMet(facts)
      ? "The wish does not wait for the release."
      : "The customer is notified of the release, not of this rise.",
  at: ({ notified: { release } }) => release?.createdTime,
};

/** Returns the lowest price notified so far. An alert of an earlier version has only its own price. */
function lowestNotified({ firstDrop }: NotifiedBefore): { amount: string; time: string } | undefined {
  if (!firstDrop) return undefined;
  const { lowestTold: lowest, price, createdTime } = firstDrop;
  return lowest ?? (price === undefined ? undefined : { amount: price, time: createdTime });
}

const NOTIFIED_ONCE: Rule<NotifiedFacts> = {
  code: "told once",
  isMet({ occasion: { price }, notified }) {
    const lowest = lowestNotified(notified);
    return (
      !notified.alert &&
      (lowest === undefined || (price !== undefined && isFurtherDrop(lowest.amount, price)))
    );
  },
  detail({ occasion: { price }, notified }) {
    if (notified.alert) return `The customer was notified: the alert is ${notified.alert.status}.`;
    const lowest = lowestNotified(notified);
    if (!lowest) return "The customer was not notified of it.";
    const step = price?.minStepPercent ?? 0;
    return `The customer was notified of ${lowest.amount} ${price?.currency ?? ""}. The next alert needs a price at least ${step} % lower.`;
  },
  at: ({ notified }) => notified.alert?.createdTime ?? lowestNotified(notified)?.time,
};

/** The rules in the order of their checks, grouped by the state that they read. */
export const RULES = {
  tenant: [SETTING, SWITCHED],
  /** Rules about the wish alone. */
  wish: [FLAG, NOTIFICATION, PURCHASED],
  /** Rules about the current state of the variant. */
  variant: [RELEASED, STOCK],
  /** Rules about the wish and the occasion. */
  occasion: [BEFORE, PRICE],
  /** Rules about earlier alerts. */
  notified: [RELEASE, NOTIFIED_ONCE],
} as const;

/** Whether all of these rules are met. */
const areMet = <Facts>(rules: readonly Rule<Facts>[], facts: Facts): boolean =>
  rules.every(({ isMet }) => isMet(facts));

/** Whether a wave may notify about a variant: the tenant has enabled the alert, and the occasion still holds. */
export const mayNotify = (facts: VariantFacts): boolean =>
  areMet(RULES.tenant, facts) && areMet(RULES.variant, facts);

/** Whether a wish asks for this occasion. Earlier alerts are not checked. */
const isMeant = (facts: WishFacts): boolean => areMet(RULES.wish, facts) && areMet(RULES.occasion, facts);

/**
 * Whether a wish may ask for this occasion. A wave does not know the customer of a wish, who may be newer: such a wish
 * waits since a later time, at which the variant may have been unavailable.
 */
export const mayBeMeant = ({ item, occasion: { unavailableSince: _, ...occasion } }: WishFacts): boolean =>
  isMeant({ item, occasion });

/** Whether a customer is to be notified about a wish. */
export const isToBeNotified = (facts: NotifiedFacts): boolean =>
  isMeant(facts) && areMet(RULES.notified, facts);
