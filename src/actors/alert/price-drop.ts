import type { ItemRecord, Price } from "../../store/records/records.ts";
import type { CurrentPrice } from "./messages.ts";

type Wish = Pick<ItemRecord, "priceWhenAdded" | "createdTime">;

/**
 * Returns the price that a drop is compared with: the variant's price when the wish was made, or the first price that
 * was known after that; undefined if there was none.
 */
export function priceAtWish(wish: Wish, { currency, firstPrices = [] }: CurrentPrice): Price | undefined {
  if (wish.priceWhenAdded) return wish.priceWhenAdded;
  const first = firstPrices.find((price) => price.currency === currency && price.time >= wish.createdTime);
  return first && { amount: first.amount, currency };
}

/** Converts an amount to millionths, because differences of decimal amounts are not exact as binary fractions. */
const millionths = (amount: string | number) => Math.round(Number(amount) * 1e6);

/**
 * Whether the price has fallen since the wish by at least the retailer's minimum. Only prices of the same currency are
 * compared.
 */
export function isCheaper(wish: Wish, price: CurrentPrice): boolean {
  const then = priceAtWish(wish, price);
  if (then?.currency !== price.currency) return false;
  const [before, now] = [millionths(then.amount), millionths(price.amount)];
  const drop = before - now;
  return (
    now > 0 && drop > 0 && drop >= millionths(price.leastAmount) && drop * 100 >= before * price.leastPercent
  );
}

/** Whether the price is far enough below the last notified price for another alert. */
export function isFurtherDrop(lowest: string, { amount, minStepPercent = 0 }: CurrentPrice): boolean {
  const [before, now] = [millionths(lowest), millionths(amount)];
  return now < before && (before - now) * 100 >= before * minStepPercent;
}
