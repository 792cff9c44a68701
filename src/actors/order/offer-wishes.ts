import type { ForSlot } from "../address.ts";
import type { CommandContext } from "../handler.ts";
import type { Draft } from "../state/draft.ts";

/**
 * Offers a customer's open wishes to the customer's orders: some wishes are older than these orders, and were not open
 * or not the customer's when the orders came.
 */
export function offerWishes(
  draft: Draft,
  { storeKey, key }: Pick<ForSlot, "storeKey" | "key">,
  { time }: CommandContext,
): void {
  draft.emit({ type: "order.match_offered", storeKey, time, customerKey: key });
}
