import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { HandoverRecord, HandoverResult } from "../../store/records/guests.ts";
import type { ItemRecord, WishlistRecord } from "../../store/records/records.ts";
import type { CommandContext, Handler } from "../handler.ts";
import { isRefusal, refuse, type Rejection } from "../reply.ts";
import { countedWish } from "../report/counter-changes.ts";
import { customerStateKey } from "../state/customer-slot.ts";
import type { Draft } from "../state/draft.ts";
import { offerWishes } from "../state/offer-wishes.ts";
import { placeItem } from "../wishlist/items/place-item.ts";
import { findSameWish, loadWishlist, type ReceivingList } from "../wishlist/items/same-wish.ts";
import { customerFor, putNewWishlist } from "../wishlist/list/create-wishlist.ts";
import { makeOnlyDefault } from "../wishlist/list/default-wishlist.ts";
import { wishlistsStateKey, wishlistCountStateKey, recordStateKey } from "../wishlist/state/wishlist.ts";
import type { AcceptHandover, RefuseHandover } from "./messages.ts";

/**
 * Returns the state key of the decision about a claim. It contains the store, so that the deletion of a tenant finds
 * it.
 */
const handoverOf = ({
  storeKey,
  guestWishlistId,
}: Pick<RefuseHandover, "storeKey" | "guestWishlistId">): StateKey<"handover"> => ({
  kind: "handover",
  id: `${storeKey}:${guestWishlistId}`,
});

/** Finds the customer's default wishlist. */
function defaultOf(draft: Draft, slot: string): string | undefined {
  const ids = draft.get(wishlistsStateKey(slot)) ?? [];
  draft.load(ids.map(recordStateKey));
  return ids.find((id) => draft.get(recordStateKey(id))?.isDefault);
}

/**
 * Makes the guest's wishlist a wishlist of the customer. If they are to be merged and the customer has no default
 * wishlist, it becomes the default one.
 */
function keepGuestList(
  command: AcceptHandover,
  draft: Draft,
  names: Pick<WishlistRecord, "customerId" | "customerRef">,
  context: CommandContext,
): string | Rejection {
  const { slot, storeKey, most, mode, record } = command;
  const count = draft.get(wishlistCountStateKey(slot)) ?? 0;
  if (count >= most) return refuse("LimitExceeded", `A customer has at most ${most} wishlists.`);
  const { guest: _1, isDefault: _2, ...fields } = record;
  const { newWishlistId: id, time: modifiedTime } = context;
  const isDefault = mode === "merge" ? { isDefault: true as const } : {};
  if (mode === "merge") makeOnlyDefault(draft, { slot, storeKey, wishlistId: id }, context);
  putNewWishlist(draft, command, { ...fields, id, ...names, ...isDefault, modifiedTime }, context);
  draft.put(wishlistCountStateKey(slot), count + 1);
  return id;
}

/**
 * Returns a guest's wish in the form that the list accepts: without a reference that another item of the list has. It
 * waits for alerts from now on, because a guest could not be alerted before.
 */
function withoutTakenRef(draft: Draft, target: ReceivingList, guests: ItemRecord, time: string): ItemRecord {
  const item = { ...guests, waitingSince: time };
  const found = findSameWish(target, item, draft);
  if (typeof found !== "object") return item;
  const { wishlistItemRef: _, ...kept } = item;
  return kept;
}

/**
 * Gives a customer the items of a guest's wishlist, by merging or as a separate wishlist; once for each claim. Refused
 * with `ResourceNotFound` if the customer does not exist, and for the same reasons as an addition of items.
 */
export const acceptHandover: Handler<AcceptHandover, HandoverResult> = (command, draft, context) => {
  const { number, slot, storeKey, mode, items, allowDuplicates } = command;
  draft.load([
    handoverOf(command),
    customerStateKey(slot),
    wishlistCountStateKey(slot),
    wishlistsStateKey(slot),
  ]);
  const before = draft.get(handoverOf(command));
  if (before && before.number >= number)
    return before.number === number && before.result
      ? { ok: true, body: before.result }
      : refuse("ResourceNotFound", "The claim was refused before.");
  const customer = customerFor(command, draft.get(customerStateKey(slot)));
  if (!customer) return refuse("ResourceNotFound", "There is no such customer.");
  const found = mode === "merge" ? defaultOf(draft, slot) : undefined;
  const names = { customerId: customer.svc_customer_id, customerRef: customer.id };
  const wishlistId = found ?? keepGuestList(command, draft, names, context);
  if (typeof wishlistId === "object") return wishlistId;
  // On a separate list, the customer keeps variants that the guest had twice.
  const target = { storeKey, wishlistId, allowDuplicates: allowDuplicates || found === undefined };
  const meta = loadWishlist(target, items, draft);
  if (isRefusal(meta)) return meta;
  for (const item of items) {
    const eventFields = { movedFrom: item.id, counted: { arrived: countedWish(item) } };
    const placed = placeItem(
      draft,
      target,
      withoutTakenRef(draft, target, item, context.time),
      context,
      eventFields,
    );
    if (isRefusal(placed)) return placed;
  }
  const result: HandoverResult = { wishlistId, status: mode === "merge" ? "merged" : "kept" };
  draft.put(handoverOf(command), { number, result });
  // The customer may have ordered these wishes before the claim.
  offerWishes(
    draft,
    command,
    items.map(({ product }) => product),
    context,
  );
  return { ok: true, body: result };
};

/**
 * Refuses a claim permanently, unless it was decided: then the reply is `unchanged`. Replies with the decision, which is
 * the same for every sender.
 */
export const refuseHandover: Handler<RefuseHandover, HandoverRecord> = (command, draft) => {
  const { number } = command;
  const before = draft.get(handoverOf(command));
  if (before && before.number >= number) {
    // The result of a newer claim may be that of another customer. This claim was refused before it began.
    const decision = before.number === number ? before : { number };
    return { ok: true, body: decision, unchanged: true };
  }
  draft.put(handoverOf(command), { number });
  return { ok: true, body: { number } };
};
