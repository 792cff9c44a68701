import type { DatedPrice, VariantRecord } from "../../store/records/catalogue.ts";
import type { Price } from "../../store/records/records.ts";

/** First prices that are kept: a price may be taken away and given again very often. */
const MAX_FIRST_PRICES = 10;

type Priced = Pick<VariantRecord, "price" | "currency" | "firstPrices" | "highestPrices">;

/** A variant's price; undefined if it is not known. A price of zero counts as unknown. */
export function priceOf({ price, currency }: Pick<VariantRecord, "price" | "currency">): Price | undefined {
  if (price === undefined || currency === undefined || !(Number(price) > 0)) return undefined;
  return { amount: price, currency };
}

const isLess = (a: string, b: string) => Number(a) < Number(b);

/** First prices after a change; a record of an earlier version begins with the price that it has. */
function firstPrices(before: Priced | null, after: Priced, time: string): DatedPrice[] {
  const [was, is] = [before && priceOf(before), priceOf(after)];
  const known = before?.firstPrices ?? (was ? [{ ...was, time }] : []);
  if (!is || was?.currency === is.currency) return known;
  return [...known, { ...is, time }].slice(-MAX_FIRST_PRICES);
}

/** The highest price in each currency. */
function highestPrices(before: Priced | null, after: Priced): Record<string, string> {
  const highest = { ...before?.highestPrices };
  for (const priced of [before, after]) {
    const price = priced && priceOf(priced);
    if (price && !isLess(price.amount, highest[price.currency] ?? "0"))
      highest[price.currency] = price.amount;
  }
  return highest;
}

/** What is kept of a variant's prices after a change, for wishes that were made before. */
export function notedPrices(
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

/** What a variant costs, and whether it can be bought. */
interface Offer {
  variant: Priced;
  isBuyable: boolean;
}

/**
 * How a variant is offered after a change, compared with before. `better`: its price has fallen, or it can be bought again
 * or its price is known again, and was higher once; the customers' actors decide which wishes this affects. `new`: it can
 * be bought again or its price is known again, and was never higher. Undefined: neither.
 */
export function offerAfter(before: Offer | null, after: Offer): "better" | "new" | undefined {
  const is = priceOf(after.variant);
  if (!after.isBuyable || !is) return undefined;
  const was = before?.isBuyable ? priceOf(before.variant) : undefined;
  const isComparable = was?.currency === is.currency;
  const highest = highestPrices(before?.variant ?? null, after.variant);
  const wasHigher = isLess(is.amount, highest[is.currency] ?? is.amount);
  if (wasHigher && (!isComparable || isLess(is.amount, was.amount))) return "better";
  return isComparable ? undefined : "new";
}
