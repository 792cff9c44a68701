import type { Cell } from "../../store/partition/cells.ts";
import type { Head, ItemRecord, RemovedItemRecord, WishlistRecord } from "../../store/records/records.ts";
import type { Purchase } from "../../store/records/orders.ts";
import type { Draft } from "../state.ts";
import type { DeleteWishlist } from "./messages.ts";
import type { Handler, CommandContext } from "../handler.ts";
import { countedWish } from "../report/tallies-of.ts";
import { itemCell } from "./add-item.ts";
import { findHead, headOf, isRefusal, isVisible } from "./head.ts";
import { contentsOf, recordOf } from "./update-wishlist.ts";

/** State key of the kept answers about a wishlist or customer. */
export const answersOf = (owner: string): Cell<"answers"> => ({ kind: "answers", of: owner });

/** State key of all purchases of the customer in a slot. */
export const purchasesOf = (slot: string): Cell<"purchases"> => ({ kind: "purchases", of: slot });
/** State key of all alerts of the customer in a slot. */
export const alertsOf = (slot: string): Cell<"alerts"> => ({ kind: "alerts", of: slot });

/** Cells that are read to erase a wishlist. */
export function readsToErase(wishlistId: string, draft: Draft): Cell[] {
  const cells: Cell[] = [
    headOf(wishlistId),
    recordOf(wishlistId),
    contentsOf(wishlistId),
    answersOf(wishlistId),
  ];
  const slot = draft.knows(headOf(wishlistId)) ? draft.get(headOf(wishlistId))?.slot : undefined;
  return slot ? [...cells, purchasesOf(slot), alertsOf(slot)] : cells;
}

/** Stands for a wish that is not to be known any more. */
const GONE = { wishlistId: "", itemId: "", rule: "", number: 0, wasRemoved: false };

/** A line whose wish is not to be known any more; that something was sold stays. */
export const goneOf = ({ sale }: Purchase["lines"][string]) =>
  sale === undefined ? GONE : { ...GONE, sale };

/** Takes a wishlist out of its customer's ledgers: they would tell whose it was. */
function unlink(
  draft: Draft,
  slot: string,
  storeKey: string,
  wishlistId: string,
  context: CommandContext,
): void {
  for (const { field, record } of draft.get(purchasesOf(slot)) ?? []) {
    const cell: Cell<"purchase"> = { kind: "purchase", of: slot, field };
    const purchase = draft.knows(cell) ? (draft.get(cell) ?? record) : record;
    if (!Object.values(purchase.lines).some((line) => line.wishlistId === wishlistId)) continue;
    // The line stays known: its next version is not to find another wish.
    const lines = Object.entries(purchase.lines).map(
      ([lineRef, line]) => [lineRef, line.wishlistId === wishlistId ? goneOf(line) : line] as const,
    );
    draft.put(cell, { ...purchase, lines: Object.fromEntries(lines) });
    const { orderRef } = purchase;
    draft.emit({ type: "order.match_forgotten", storeKey, time: context.time, wishlistId, orderRef });
  }
  for (const { field, record } of draft.get(alertsOf(slot)) ?? []) {
    const cell: Cell<"alert"> = { kind: "alert", of: slot, field };
    const alert = draft.knows(cell) ? (draft.get(cell) ?? record) : record;
    const itemIds = alert.itemIds.filter((itemId) => !itemId.startsWith(`${wishlistId}.`));
    if (itemIds.length === alert.itemIds.length) continue;
    const items = alert.items?.filter((item) => item.wishlistId !== wishlistId);
    draft.put(cell, { ...alert, itemIds, ...(items ? { items } : {}) });
  }
}

/** An item with all gone that could lead to a person. */
function anonymous<T extends ItemRecord | RemovedItemRecord>(item: T): T {
  const { wishlistItemRef: _1, wishlistRef: _2, staffRef: _3, attributeGroups: _4, ...kept } = item;
  return kept as T;
}

/** Marks a wishlist deleted and removes from it, its items and the kept answers all that leads to a person. */
export function erase(draft: Draft, head: Head, wishlistId: string, context: CommandContext): void {
  const record = draft.get(recordOf(wishlistId));
  const contents = draft.get(contentsOf(wishlistId));
  const { storeKey } = head;
  draft.put(headOf(wishlistId), {
    ...head,
    slot: null,
    wishlistRef: null,
    version: context.version,
    deleted: true,
  });
  const kept: WishlistRecord = {
    id: wishlistId,
    isPrivate: record?.isPrivate ?? false,
    deleted: true,
    createdTime: record?.createdTime ?? context.time,
    modifiedTime: context.time,
  };
  draft.put(recordOf(wishlistId), kept);
  for (const { number, item } of contents?.items ?? []) {
    draft.put(itemCell(wishlistId, number), anonymous(item), item);
    if (item.wishlistItemRef !== undefined) {
      draft.release({ reference: "itemRef", storeKey, value: item.wishlistItemRef, holder: wishlistId });
    }
  }
  for (const { number, item } of contents?.removed ?? []) {
    draft.put({ kind: "removed", of: wishlistId, field: number }, anonymous(item), item);
  }
  draft.put({ kind: "index", of: wishlistId }, null);
  if (head.slot !== null) draft.put({ kind: "listed", of: head.slot, field: wishlistId }, null);
  if (head.wishlistRef !== null) {
    draft.release({ reference: "wishlistRef", storeKey, value: head.wishlistRef, holder: wishlistId });
  }
  if (head.slot !== null) unlink(draft, head.slot, storeKey, wishlistId, context);
  forgetAnswers(draft, wishlistId);
  const ownerKey = head.slot?.slice(storeKey.length + 1);
  draft.emit({
    type: "wishlist.deleted",
    storeKey,
    time: context.time,
    wishlistId,
    ...(ownerKey === undefined ? {} : { ownerKey }),
  });
  const gone = (contents?.items ?? []).map(({ item }) => countedWish(item));
  if (gone.length > 0)
    draft.emit({ type: "report.counted", storeKey, time: context.time, counted: { gone } });
}

/** Replaces the kept answers that tell of an erased entity: a retry then hears that it is gone. */
export function forgetAnswers(draft: Draft, owner: string): void {
  for (const digest of draft.get(answersOf(owner)) ?? []) {
    draft.put({ kind: "answer", of: digest }, "erased");
  }
}

export const deleteWishlist: Handler<DeleteWishlist> = {
  reads(command, draft) {
    const head = headOf(command.wishlistId);
    if (!draft.knows(head) || !isVisible(draft.get(head), command)) return [head];
    return [head, ...readsToErase(command.wishlistId, draft)];
  },

  decide(command, draft, context) {
    const head = findHead(draft, command);
    if (isRefusal(head)) return head;
    erase(draft, head, command.wishlistId, context);
    return { ok: true };
  },
};
