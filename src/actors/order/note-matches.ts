import { defined } from "../../collections/defined.ts";
import type { BuyerAddress, OrderRecord } from "../../store/records/orders.ts";
import type { Handler } from "../handler.ts";
import { isSameJson } from "../record-text.ts";
import type { ForgetMatches, NoteMatches } from "./messages.ts";
import { orderStateKey } from "./state-key.ts";

/**
 * Returns the buyer of an order after a match that found this customer. If the match found none and the order now names
 * another person, the known buyer is no longer its buyer.
 */
export const buyerAfter = (
  { former, buyer }: OrderRecord,
  found: BuyerAddress | undefined,
): BuyerAddress | undefined => found ?? (former ? undefined : buyer);

/**
 * Stores which wishes an order's lines matched, unless the order or its matches have changed since: it must then be
 * matched again.
 */
export const noteMatches: Handler<NoteMatches> = (
  { slot, revision, formerMatches, matches, buyer: found },
  draft,
  { time },
) => {
  const order = draft.get(orderStateKey(slot));
  // The order has changed since, so the result of this match may now be wrong.
  if (order?.revision !== revision) return { ok: true, unchanged: true };
  // Another match, which may have found a newer state of the buyer, was faster.
  if (formerMatches && !isSameJson(order.matches, formerMatches)) return { ok: true, unchanged: true };
  const { former: _1, buyer: _2, ...kept } = order;
  const buyer = defined({ buyer: buyerAfter(order, found) });
  draft.put(orderStateKey(slot), { ...kept, matches, modifiedTime: time, ...buyer });
  return { ok: true };
};

/** Removes the matches of an order with a deleted wishlist. A match that is in progress is discarded. */
export const forgetMatches: Handler<ForgetMatches> = ({ slot, wishlistId }, draft, { time }) => {
  const order = draft.get(orderStateKey(slot));
  if (!order) return { ok: true };
  const matches = Object.entries(order.matches).map(([lineRef, match]) => {
    const isErased = "matched" in match && match.matched.wishlistId === wishlistId;
    return [lineRef, isErased ? { code: "wishlist_deleted" as const } : match] as const;
  });
  // The new revision makes a match from before the deletion invalid.
  const revision = order.revision + 1;
  const changes = { revision, matches: Object.fromEntries(matches), modifiedTime: time };
  draft.put(orderStateKey(slot), { ...order, ...changes });
  return { ok: true };
};
