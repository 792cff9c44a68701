import type { ItemRecord, Price } from "../../store/records/records.ts";
import { isShareOf, millionths, toMillionths } from "../../units/money.ts";
import { variantSince } from "../wishlist/items/waiting.ts";
import type { CurrentPrice } from "./messages.ts";

type Wish = Pick<ItemRecord, "priceWhenAdded" | "variantSince" | "createdTime">;

/**
 * Returns the price that a drop is compared with, in the current currency: the variant's price when the wish was made,
 * or the first price that was known after that, such as the one that changed the currency. Undefined if there was none.
 */
export function priceAtWish(wish: Wish, { currency, firstPrices = [] }: CurrentPrice): Price | undefined {
  if (wish.priceWhenAdded?.currency === currency) return wish.priceWhenAdded;
  const first = firstPrices.find((price) => price.currency === currency && price.time >= variantSince(wish));
  return first && { amount: first.amount, currency };
}

/** Whether the price has fallen since the wish by at least the retailer's minimum. */
export function isCheaper(wish: Wish, price: CurrentPrice): boolean {
  const then = priceAtWish(wish, price);
  if (!then) return false;
  const [before, now] = [millionths(then.amount), millionths(price.amount)];
  const drop = before - now;
  return (
    now > 0n &&
    drop > 0n &&
    drop >= toMillionths(price.leastAmount) &&
    isShareOf(drop, before, price.leastPercent)
  );
}

/** Whether the price is far enough below the last notified price for another alert. */
export function isFurtherDrop(lowest: string, { amount, minStepPercent = 0 }: CurrentPrice): boolean {
  const [before, now] = [millionths(lowest), millionths(amount)];
  return now < before && isShareOf(before - now, before, minStepPercent);
}
