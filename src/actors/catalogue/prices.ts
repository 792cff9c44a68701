import type { DatedPrice, VariantRecord } from "../../store/records/catalogue.ts";
import type { Price } from "../../store/records/records.ts";
import { isLess } from "../../units/money.ts";

/** Maximum number of first prices that are kept: a price may be removed and set again very often. */
const MAX_FIRST_PRICES = 10;

type Priced = Pick<VariantRecord, "price" | "currency" | "firstPrices" | "highestPrices">;

/** Returns a variant's price; undefined if it is unknown. A price of zero counts as unknown. */
export function priceOf({ price, currency }: Pick<VariantRecord, "price" | "currency">): Price | undefined {
  if (price === undefined || currency === undefined || !(Number(price) > 0)) return undefined;
  return { amount: price, currency };
}

/** Returns the first prices after a change. A record of an earlier version begins with its current price. */
function firstPrices(before: Priced | null, after: Priced, time: string): DatedPrice[] {
  const [former, current] = [before && priceOf(before), priceOf(after)];
  const known = before?.firstPrices ?? (former ? [{ ...former, time }] : []);
  if (!current || former?.currency === current.currency) return known;
  return [...known, { ...current, time }].slice(-MAX_FIRST_PRICES);
}

/** Returns the highest price in each currency. */
function highestPrices(before: Priced | null, after: Priced): Record<string, string> {
  const highest = { ...before?.highestPrices };
  for (const priced of [before, after]) {
    const price = priced && priceOf(priced);
    if (price && !isLess(price.amount, highest[price.currency] ?? "0"))
      highest[price.currency] = price.amount;
  }
  return highest;
}

/** Returns the prices of a variant to keep after a change, for wishes that were made before it. */
export function rememberedPrices(
  before: Priced | null,
  after: Priced,
  time: string,
): Pick<VariantRecord, "firstPrices" | "highestPrices"> {
  const first = firstPrices(before, after, time);
  const highest = highestPrices(before, after);
  const price = priceOf(after);
  const isTrivial = Object.entries(highest).every(
    ([currency, amount]) => currency === price?.currency && amount === price.amount,
  );
  return {
    ...(first.length > 0 ? { firstPrices: first } : {}),
    ...(isTrivial ? {} : { highestPrices: highest }),
  };
}

/** The price of a variant, and whether it can be bought. */
interface Offer {
  variant: Priced;
  isBuyable: boolean;
}

/**
 * Compares the offer of a variant after a change with the offer before it. Returns `better` if its price has fallen, or
 * if the variant or its price has become available again and the price was higher once; the customers' actors decide
 * which wishes this affects. Returns `new` if the variant or its price has become available again and the price was
 * never higher. Returns undefined otherwise.
 */
export function offerAfter(before: Offer | null, after: Offer): "better" | "new" | undefined {
  const price = priceOf(after.variant);
  if (!after.isBuyable || !price) return undefined;
  const former = before?.isBuyable ? priceOf(before.variant) : undefined;
  const isComparable = former?.currency === price.currency;
  const highest = highestPrices(before?.variant ?? null, after.variant);
  const wasHigher = isLess(price.amount, highest[price.currency] ?? price.amount);
  if (wasHigher && (!isComparable || isLess(price.amount, former.amount))) return "better";
  return isComparable ? undefined : "new";
}
