import type { Cell } from "../../store/partition/cells.ts";
import type { Head, WishlistRecord } from "../../store/records/records.ts";
import { type Patch, changed } from "../patch.ts";
import type { Handler } from "../handler.ts";
import { type Rejection, refuse } from "../reply.ts";
import type { UpdateWishlist } from "./messages.ts";
import { claimCell } from "../claim.ts";
import { refuseOversized } from "../record-size.ts";
import { itemCell } from "./add-item.ts";
import { findHead, headOf, isRefusal, isVisible } from "./head.ts";

/** State key of a wishlist's record: what callers see of it. */
export const recordOf = (wishlistId: string): Cell<"record"> => ({ kind: "record", of: wishlistId });
/** State key of all items of a wishlist. */
export const contentsOf = (wishlistId: string): Cell<"contents"> => ({ kind: "contents", of: wishlistId });

/** A wishlist's reference is its own in the store. */
export const wishlistRefClaim = (storeKey: string, wishlistId: string, value: string) =>
  claimCell({ reference: "wishlistRef", storeKey, value, holder: wishlistId });

const isRefChange = (command: UpdateWishlist, head: Head) =>
  command.changes.wishlistRef !== undefined && command.changes.wishlistRef !== head.wishlistRef;

function belongsElsewhere(command: UpdateWishlist, record: WishlistRecord): Rejection | undefined {
  for (const field of ["customerId", "customerRef"] as const) {
    const given = command[field];
    if (given !== undefined && given !== record[field]) {
      return refuse("InvalidInput", "A wishlist cannot move to another customer.", `/${field}`);
    }
  }
  return undefined;
}

/** Changes the metadata of a wishlist; a new reference is also written into its items, which are served as stored. */
export const updateWishlist: Handler<UpdateWishlist, WishlistRecord> = {
  reads(command, draft) {
    const { wishlistId, storeKey, changes } = command;
    const head = headOf(wishlistId);
    const cells: Cell[] = [head, recordOf(wishlistId)];
    const known = draft.knows(head) ? draft.get(head) : null;
    if (!isVisible(known, command) || !isRefChange(command, known)) return cells;
    cells.push(contentsOf(wishlistId));
    if (typeof changes.wishlistRef === "string") {
      cells.push(wishlistRefClaim(storeKey, wishlistId, changes.wishlistRef));
    }
    return cells;
  },

  decide(command, draft, context) {
    const { wishlistId, storeKey, changes } = command;
    const head = findHead(draft, command);
    if (isRefusal(head)) return head;
    const record = draft.get(recordOf(wishlistId));
    if (!record) return refuse("ResourceNotFound", "There is no such wishlist.");
    const refusal = belongsElsewhere(command, record);
    if (refusal) return refusal;

    const wishlistRef = changes.wishlistRef === undefined ? head.wishlistRef : changes.wishlistRef;
    if (isRefChange(command, head)) {
      if (
        wishlistRef !== null &&
        draft.get(wishlistRefClaim(storeKey, wishlistId, wishlistRef)) !== "granted"
      ) {
        return refuse("DuplicateReference", "Another wishlist has this wishlistRef.", "/wishlistRef");
      }
      if (head.wishlistRef !== null) {
        draft.release({ reference: "wishlistRef", storeKey, value: head.wishlistRef, holder: wishlistId });
      }
      for (const { number, item } of draft.get(contentsOf(wishlistId))?.items ?? []) {
        const renamed = changed(item, { wishlistRef });
        const oversized = refuseOversized("item", renamed, item);
        if (oversized) return { ...oversized, path: "/wishlistRef" };
        draft.put(itemCell(wishlistId, number), renamed, item);
      }
    }
    const after: WishlistRecord = {
      ...changed(record, changes as Patch<WishlistRecord>),
      modifiedTime: context.time,
    };
    const oversized = refuseOversized("wishlist", after, record);
    if (oversized) return oversized;
    draft.put(recordOf(wishlistId), after);
    draft.put(headOf(wishlistId), { ...head, wishlistRef, version: context.version });
    draft.emit({
      type: "wishlist.updated",
      storeKey,
      time: context.time,
      wishlistId,
      ...(after.isPrivate === record.isPrivate
        ? {}
        : { visibility: after.isPrivate ? ("private" as const) : ("public" as const) }),
    });
    return { ok: true, body: after, version: context.version };
  },
};
