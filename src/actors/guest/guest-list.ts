import { lastUseOf } from "../../store/records/wishlist-meta.ts";
import type { Handler } from "../handler.ts";
import { refuse } from "../reply.ts";
import { countedWish } from "../report/counter-changes.ts";
import { eraseWishlist, stateToErase } from "../wishlist/list/delete-wishlist.ts";
import { eraseExcess } from "../wishlist/list/erase-excess.ts";
import { guestOf } from "../wishlist/state/guest.ts";
import { metaKey } from "../wishlist/state/meta.ts";
import { itemsOf, recordOf } from "../wishlist/state/wishlist.ts";
import type { BeginHandover, BegunHandover, EndHandover, LapseGuest, RenewGuest } from "./messages.ts";

const noGuest = () => refuse("ResourceNotFound", "There is no such wishlist of a guest.");

/**
 * Grants a claim of a guest's wishlist to the first customer, and hides the wishlist from then on. The same customer
 * gets the same claim again. Refused with `ResourceNotFound` for any other token or customer, and once it has lapsed.
 */
export const beginHandover: Handler<BeginHandover, BegunHandover> = (command, draft, context) => {
  const { wishlistId, storeKey, hash, terms, unusedSince = "" } = command;
  draft.load([guestOf(wishlistId), metaKey(wishlistId), recordOf(wishlistId), itemsOf(wishlistId)]);
  const [guest, meta] = [draft.get(guestOf(wishlistId)), draft.get(metaKey(wishlistId))];
  const record = draft.get(recordOf(wishlistId));
  if (!guest || !meta || !record || guest.storeKey !== storeKey) return noGuest();
  if (terms && (guest.hash !== hash || (guest.handover && guest.handover.slot !== terms.slot)))
    return noGuest();
  if (guest.handover?.result) return { ok: true, body: { handover: guest.handover } };
  const list = { record, items: (draft.get(itemsOf(wishlistId)) ?? []).map(({ item }) => item) };
  if (guest.handover) return { ok: true, body: { handover: guest.handover, list } };
  if (!terms || meta.deleted || lastUseOf(guest, meta) < Date.parse(unusedSince)) return noGuest();
  const { version, time } = context;
  const handover = { number: guest.claims + 1, slot: terms.slot, terms };
  draft.put(guestOf(wishlistId), { ...guest, claims: handover.number, handover });
  draft.put(metaKey(wishlistId), { ...meta, deleted: true, version });
  // Reports count the wishes again only on their next list, so they never count twice.
  const moved = list.items.map(countedWish);
  draft.emit({ type: "wishlist.claimed", storeKey, time, wishlistId, counted: { moved } });
  return { ok: true, body: { handover, list } };
};

/**
 * Ends a claim: deletes the wishlist if a customer has its items, or shows it again. It works once; a repeated command
 * does nothing.
 */
export const endHandover: Handler<EndHandover> = (command, draft, context) => {
  const { wishlistId, storeKey, number, result } = command;
  draft.load([guestOf(wishlistId), metaKey(wishlistId)]);
  const [guest, meta] = [draft.get(guestOf(wishlistId)), draft.get(metaKey(wishlistId))];
  if (!guest || !meta) return { ok: true };
  const { handover, ...kept } = guest;
  if (handover?.number !== number || handover.result) return { ok: true };
  if (!result) {
    draft.put(guestOf(wishlistId), kept);
    draft.load([itemsOf(wishlistId)]);
    const returned = (draft.get(itemsOf(wishlistId)) ?? []).map(({ item }) => countedWish(item));
    draft.put(metaKey(wishlistId), { ...meta, deleted: false, version: context.version });
    draft.emit({ type: "report.counted", storeKey, time: context.time, counted: { returned } });
    return { ok: true };
  }
  if (eraseExcess(draft, [wishlistId], context)) return { ok: true, remaining: true };
  draft.load(stateToErase(wishlistId, meta));
  eraseWishlist(draft, meta, wishlistId, context);
  // The claim stays known for a while, because another tab may claim the wishlist too.
  const { slot } = handover;
  draft.put(guestOf(wishlistId), { ...guest, usedTime: context.time, handover: { number, slot, result } });
  return { ok: true };
};

/** Extends the lifetime of a guest's wishlist. */
export const renewGuest: Handler<RenewGuest> = ({ wishlistId }, draft, { time }) => {
  const guest = draft.get(guestOf(wishlistId));
  if (guest && !guest.handover) draft.put(guestOf(wishlistId), { ...guest, usedTime: time });
  return { ok: true };
};

/** Deletes a guest's wishlist that was not used since a time, or the record that a wishlist was claimed. */
export const lapseGuest: Handler<LapseGuest> = ({ wishlistId, unusedSince }, draft, context) => {
  draft.load([guestOf(wishlistId), metaKey(wishlistId)]);
  const [guest, meta] = [draft.get(guestOf(wishlistId)), draft.get(metaKey(wishlistId))];
  if (!guest || !meta || lastUseOf(guest, meta) >= Date.parse(unusedSince)) return { ok: true };
  if (guest.handover?.result) draft.put(guestOf(wishlistId), null);
  // If it looks deleted, a running claim has hidden it.
  else if (!meta.deleted) {
    if (eraseExcess(draft, [wishlistId], context)) return { ok: true, remaining: true };
    draft.load(stateToErase(wishlistId, meta));
    eraseWishlist(draft, meta, wishlistId, context);
  }
  return { ok: true };
};
