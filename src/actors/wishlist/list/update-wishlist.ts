import { defined } from "../../../collections/defined.ts";
import type { WishlistMeta, WishlistRecord } from "../../../store/records/records.ts";
import type { EventOf } from "../../events/event.ts";
import type { Handler } from "../../handler.ts";
import { changed, resetFlag } from "../../patch.ts";
import { refuseOversized } from "../../record-size.ts";
import { isRefusal, refuse, type Rejection } from "../../reply.ts";
import type { Draft } from "../../state/draft.ts";
import { refuseChosenRef } from "../chosen-refs.ts";
import type { UpdateWishlist } from "../messages.ts";
import { findMeta, metaStateKey } from "../state/meta.ts";
import { recordStateKey, refuseTakenWishlistRef } from "../state/wishlist.ts";
import { makeOnlyDefault } from "./default-wishlist.ts";

function refuseOtherCustomer(command: UpdateWishlist, record: WishlistRecord): Rejection | undefined {
  for (const field of ["customerId", "customerRef"] as const) {
    const given = command[field];
    if (given !== undefined && given !== record[field]) {
      return refuse("InvalidInput", "A wishlist cannot move to another customer.", `/${field}`);
    }
  }
  return undefined;
}

/**
 * Claims the new reference of a wishlist, if it is not cleared, and releases the former one. Returns why the wishlist
 * cannot have it; undefined if it can.
 */
function changeRef(
  draft: Draft,
  { wishlistId, storeKey }: UpdateWishlist,
  { wishlistRef: former }: WishlistMeta,
  wishlistRef: string | null,
): Rejection | undefined {
  const taken =
    wishlistRef === null ? undefined : refuseTakenWishlistRef(draft, storeKey, wishlistId, wishlistRef);
  if (taken) return taken;
  if (former !== null)
    draft.release({ reference: "wishlistRef", storeKey, value: former, holder: wishlistId });
  return undefined;
}

/** Returns the metadata with a reference. Items are not rewritten: they get another reference when they are read. */
function withRef(meta: WishlistMeta, wishlistRef: string | null): WishlistMeta {
  if (wishlistRef === meta.wishlistRef) return meta;
  // Also if all items are removed: an order that is cancelled may restore one.
  return { ...meta, wishlistRef, ...(meta.lastNumber > 0 ? { hasFormerRefs: true } : {}) };
}

/** Fields that a guest's wishlist cannot have. */
const CUSTOMER_ONLY = ["wishlistRef", "isDefault"] as const;

function refuseCustomerFields({ changes }: UpdateWishlist, record: WishlistRecord): Rejection | undefined {
  const unsupported = record.guest && CUSTOMER_ONLY.find((field) => changes[field]);
  return (
    unsupported && refuse("InvalidInput", `A guest's wishlist has no ${unsupported}.`, `/${unsupported}`)
  );
}

function changedRecord(
  record: WishlistRecord,
  { isDefault, isPrivate, ...others }: UpdateWishlist["changes"],
  modifiedTime: string,
): WishlistRecord {
  const fields = {
    ...others,
    ...defined({ isPrivate: resetFlag(isPrivate) }),
    ...(isDefault === undefined ? {} : { isDefault: isDefault === true ? (true as const) : null }),
  };
  return { ...changed(record, fields), modifiedTime };
}

/** Returns the new visibility for the event of the change; nothing if it stays. */
function changedVisibility(
  before: WishlistRecord,
  after: WishlistRecord,
): Pick<EventOf<"wishlist.updated">, "visibility"> {
  if (after.isPrivate === before.isPrivate) return {};
  return { visibility: after.isPrivate ? "private" : "public" };
}

/**
 * Changes the fields of a wishlist that are present; `null` clears one. Refused with `ResourceNotFound`,
 * `PreconditionFailed`, `InvalidInput` or `DuplicateReference`.
 */
export const updateWishlist: Handler<UpdateWishlist, WishlistRecord> = (command, draft, context) => {
  const { wishlistId, storeKey, changes } = command;
  draft.load([metaStateKey(wishlistId), recordStateKey(wishlistId)]);
  const meta = findMeta(draft, command);
  if (isRefusal(meta)) return meta;
  const record = draft.get(recordStateKey(wishlistId));
  if (!record) return refuse("ResourceNotFound", "There is no such wishlist.");
  const refusal =
    refuseOtherCustomer(command, record) ??
    refuseCustomerFields(command, record) ??
    refuseChosenRef(command, "wishlistRef", meta.wishlistRef, changes.wishlistRef);
  if (refusal) return refusal;
  const wishlistRef = changes.wishlistRef === undefined ? meta.wishlistRef : changes.wishlistRef;
  const refused = wishlistRef === meta.wishlistRef ? undefined : changeRef(draft, command, meta, wishlistRef);
  if (refused) return refused;
  const after = changedRecord(record, changes, context.time);
  const oversized = refuseOversized("wishlist", after, record);
  if (oversized) return oversized;
  if (changes.isDefault === true && meta.slot !== null)
    makeOnlyDefault(draft, { slot: meta.slot, storeKey, wishlistId }, context);
  draft.put(recordStateKey(wishlistId), after);
  draft.put(metaStateKey(wishlistId), { ...withRef(meta, wishlistRef), version: context.version });
  draft.emit({
    type: "wishlist.updated",
    storeKey,
    time: context.time,
    wishlistId,
    ...changedVisibility(record, after),
  });
  return { ok: true, body: after, version: context.version };
};
