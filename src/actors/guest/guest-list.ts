import { lastUseOf } from "../../store/records/wishlist-meta.ts";
import type { Handler } from "../handler.ts";
import { refuse } from "../reply.ts";
import { countedWish } from "../report/counter-changes.ts";
import { eraseWishlist, stateToErase } from "../wishlist/list/delete-wishlist.ts";
import { eraseExcess } from "../wishlist/list/erase-excess.ts";
import { guestStateKey } from "../wishlist/state/guest.ts";
import { metaStateKey } from "../wishlist/state/meta.ts";
import { itemsStateKey, recordStateKey } from "../wishlist/state/wishlist.ts";
import type { BeginHandover, BegunHandover, EndHandover, LapseGuest, RenewGuest } from "./messages.ts";

const noGuest = () => refuse("ResourceNotFound", "There is no such wishlist of a guest.");

/**
 * Grants a claim of a guest's wishlist to the first customer, and hides the wishlist from then on. The same customer
 * gets the same claim again. Refused with `ResourceNotFound` for any other token or customer, and once it has lapsed.
 */
export const beginHandover: Handler<BeginHandover, BegunHandover> = (command, draft, context) => {
  const { wishlistId, storeKey, hash, terms, unusedSince = "" } = command;
  draft.load([
    guestStateKey(wishlistId),
    metaStateKey(wishlistId),
    recordStateKey(wishlistId),
    itemsStateKey(wishlistId),
  ]);
  const [guest, meta] = [draft.get(guestStateKey(wishlistId)), draft.get(metaStateKey(wishlistId))];
  const record = draft.get(recordStateKey(wishlistId));
  if (!guest || !meta || !record || guest.storeKey !== storeKey) return noGuest();
  if (terms && (guest.hash !== hash || (guest.handover && guest.handover.slot !== terms.slot)))
    return noGuest();
  if (guest.handover?.result) return { ok: true, body: { handover: guest.handover } };
  const list = { record, items: (draft.get(itemsStateKey(wishlistId)) ?? []).map(({ item }) => item) };
  if (guest.handover) return { ok: true, body: { handover: guest.handover, list } };
  if (!terms || meta.deleted || lastUseOf(guest, meta) < Date.parse(unusedSince)) return noGuest();
  const { version, time } = context;
  const handover = { number: guest.claims + 1, slot: terms.slot, terms };
  draft.put(guestStateKey(wishlistId), { ...guest, claims: handover.number, handover });
  draft.put(metaStateKey(wishlistId), { ...meta, deleted: true, version });
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
  draft.load([guestStateKey(wishlistId), metaStateKey(wishlistId)]);
  const [guest, meta] = [draft.get(guestStateKey(wishlistId)), draft.get(metaStateKey(wishlistId))];
  if (!guest || !meta) return { ok: true };
  const { handover, ...kept } = guest;
  if (handover?.number !== number || handover.result) return { ok: true };
  if (!result) {
    draft.put(guestStateKey(wishlistId), kept);
    draft.load([itemsStateKey(wishlistId)]);
    const returned = (draft.get(itemsStateKey(wishlistId)) ?? []).map(({ item }) => countedWish(item));
    draft.put(metaStateKey(wishlistId), { ...meta, deleted: false, version: context.version });
    draft.emit({ type: "report.counted", storeKey, time: context.time, counted: { returned } });
    return { ok: true };
  }
  if (eraseExcess(draft, [wishlistId], context)) return { ok: true, remaining: true };
  draft.load(stateToErase(wishlistId, meta));
  eraseWishlist(draft, meta, wishlistId, context);
  // The claim stays known for a while, because another tab may claim the wishlist too.
  const { slot } = handover;
  draft.put(guestStateKey(wishlistId), {
    ...guest,
    usedTime: context.time,
    handover: { number, slot, result },
  });
  return { ok: true };
};

/** Extends the lifetime of a guest's wishlist. */
export const renewGuest: Handler<RenewGuest> = ({ wishlistId }, draft, { time }) => {
  const guest = draft.get(guestStateKey(wishlistId));
  if (guest && !guest.handover) draft.put(guestStateKey(wishlistId), { ...guest, usedTime: time });
  return { ok: true };
};

/** Deletes a guest's wishlist that was not used since a time, or the record that a wishlist was claimed. */
export const lapseGuest: Handler<LapseGuest> = ({ wishlistId, unusedSince }, draft, context) => {
  draft.load([guestStateKey(wishlistId), metaStateKey(wishlistId)]);
  const [guest, meta] = [draft.get(guestStateKey(wishlistId)), draft.get(metaStateKey(wishlistId))];
  if (!guest || !meta || lastUseOf(guest, meta) >= Date.parse(unusedSince)) return { ok: true };
  if (guest.handover?.result) draft.put(guestStateKey(wishlistId), null);
  // If it looks deleted, a running claim has hidden it.
  else if (!meta.deleted) {
    if (eraseExcess(draft, [wishlistId], context)) return { ok: true, remaining: true };
    draft.load(stateToErase(wishlistId, meta));
    eraseWishlist(draft, meta, wishlistId, context);
  }
  return { ok: true };
};
