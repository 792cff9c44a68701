import type { Cell } from "../../store/cells.ts";
import type { Match, Purchase } from "../../store/orders.ts";
import type { ItemRecord, ProductIdentity } from "../../store/records.ts";
import { customerOf } from "../customer/slot.ts";
import type { Draft } from "../state.ts";
import type { Handler, Moment } from "../messages.ts";
import { itemCell } from "../wishlist/add-item.ts";
import { headOf } from "../wishlist/head.ts";
import { bearers, markCell, marksOf, remark, variantMarks } from "../wishlist/marks.ts";
import type { BoughtLine, MatchOrder, MatchResult } from "./messages.ts";

/** More wishlists than anybody has; keeps one customer from stopping the partition. */
const MOST_WISHLISTS = 200;

const wishlistsOf = (slot: string): Cell<"wishlists"> => ({
  kind: "wishlists",
  of: slot,
  field: MOST_WISHLISTS,
});
const purchaseCell = (slot: string, orderKey: string): Cell<"purchase"> => ({
  kind: "purchase",
  of: slot,
  field: orderKey,
});
const removedCell = (wishlistId: string, number: number): Cell<"removed"> => ({
  kind: "removed",
  of: wishlistId,
  field: number,
});

interface Found extends Match {
  number: number;
  item: ItemRecord;
}

/** Cells of the wish that an order had marked, to undo it. */
function readsToUndo(purchase: Purchase, draft: Draft): Cell[] {
  return Object.values(purchase.lines).flatMap(({ wishlistId, number, wasRemoved }) => {
    const cell = wasRemoved ? removedCell(wishlistId, number) : itemCell(wishlistId, number);
    const item = draft.knows(cell) ? draft.get(cell) : null;
    return [
      headOf(wishlistId),
      cell,
      ...(item ? marksOf(item).map((mark) => markCell(wishlistId, mark)) : []),
    ];
  });
}

const marksFor = (line: BoughtLine) => line.candidates.flatMap(({ product }) => variantMarks(product));

/** Cells of the wishes that a line may have bought. */
function readsToFind(wishlistId: string, line: BoughtLine, draft: Draft): Cell[] {
  return marksFor(line).flatMap((mark) => {
    const cell = markCell(wishlistId, mark);
    const numbers = draft.knows(cell) ? (draft.get(cell) ?? []) : [];
    return [cell, ...numbers.flatMap((number) => readsOfItem(wishlistId, number, draft))];
  });
}

/** An item with all its marks: it may be taken off its list. */
function readsOfItem(wishlistId: string, number: number, draft: Draft): Cell[] {
  const cell = itemCell(wishlistId, number);
  const item = draft.knows(cell) ? draft.get(cell) : null;
  return [cell, ...(item ? marksOf(item).map((mark) => markCell(wishlistId, mark)) : [])];
}

/** The wish that a line bought: by the best candidate, the oldest that was made before the order. */
function findWish(
  command: MatchOrder,
  line: BoughtLine,
  wishlists: string[],
  draft: Draft,
): Found | { reason: string } {
  let reason = line.candidates.length === 0 ? "the variant is not known" : "no wish for this variant";
  for (const { rule, product } of line.candidates) {
    for (const found of wishesFor(product, wishlists, draft)) {
      if (found.item.createdTime >= command.boughtTime) reason = "wished after the order";
      else if (found.item.purchased) reason = "bought before";
      else return { ...found, rule: `${command.person}, ${rule}` };
    }
  }
  return { reason };
}

function wishesFor(product: ProductIdentity, wishlists: string[], draft: Draft): Found[] {
  const found = wishlists.flatMap((wishlistId) => {
    const numbers = new Set(variantMarks(product).flatMap((mark) => bearers(draft, wishlistId, mark)));
    return [...numbers].flatMap((number) => {
      const item = draft.get(itemCell(wishlistId, number));
      return item ? [{ wishlistId, number, itemId: item.id, item, rule: "" }] : [];
    });
  });
  return found.sort((a, b) => (a.item.createdTime < b.item.createdTime ? -1 : 1));
}

interface Place {
  wishlistId: string;
  number: number;
}

function touch(draft: Draft, { wishlistId }: Place, moment: Moment, difference: number): void {
  const head = draft.get(headOf(wishlistId));
  if (head)
    draft.put(headOf(wishlistId), { ...head, count: head.count + difference, version: moment.version });
}

function tell(
  draft: Draft,
  type: "wishlist.item.purchased" | "wishlist.item.purchase_reverted",
  { scope }: MatchOrder,
  { wishlistId, id: itemId, product }: ItemRecord,
  moment: Moment,
): void {
  draft.emit({ type, scope, time: moment.time, wishlistId, itemId, product });
}

/** Marks a wish as bought, and takes it off its list if the retailer wants that. */
function mark(draft: Draft, command: MatchOrder, found: Found, moment: Moment): void {
  const { wishlistId, number } = found;
  const { boughtTime: purchasedDate, removePurchased } = command;
  const item: ItemRecord = {
    ...found.item,
    purchased: true,
    purchasedAndRemoved: removePurchased || found.item.purchasedAndRemoved,
    purchasedDate,
    modifiedTime: moment.time,
  };
  if (removePurchased) {
    remark(draft, wishlistId, number, item, null);
    draft.put(itemCell(wishlistId, number), null);
    draft.put(removedCell(wishlistId, number), { ...item, deleted: true, deletedTime: moment.time });
  } else {
    draft.put(itemCell(wishlistId, number), item);
  }
  touch(draft, found, moment, removePurchased ? -1 : 0);
  tell(draft, "wishlist.item.purchased", command, item, moment);
}

/** Takes back what an order said of a wish. One that was taken off its list returns, unless it was wished again. */
function unmark(draft: Draft, command: MatchOrder, line: Purchase["lines"][string], moment: Moment): void {
  const { wishlistId, number, wasRemoved } = line;
  const head = draft.get(headOf(wishlistId));
  if (!head || head.deleted) return;
  if (!wasRemoved) {
    const item = draft.get(itemCell(wishlistId, number));
    if (!item) return;
    const { purchasedDate: _, ...kept } = item;
    const reverted: ItemRecord = { ...kept, purchased: false, modifiedTime: moment.time };
    draft.put(itemCell(wishlistId, number), reverted);
    touch(draft, line, moment, 0);
    return tell(draft, "wishlist.item.purchase_reverted", command, reverted, moment);
  }
  const removed = draft.get(removedCell(wishlistId, number));
  if (!removed) return;
  const { deleted: _1, deletedTime: _2, purchasedDate: _3, ...kept } = removed;
  const isWishedAgain = variantMarks(kept.product).some(
    (name) => bearers(draft, wishlistId, name).length > 0,
  );
  if (isWishedAgain) return;
  const item: ItemRecord = {
    ...kept,
    purchased: false,
    purchasedAndRemoved: false,
    modifiedTime: moment.time,
  };
  draft.put(removedCell(wishlistId, number), null);
  remark(draft, wishlistId, number, null, item);
  draft.put(itemCell(wishlistId, number), item);
  touch(draft, line, moment, 1);
  tell(draft, "wishlist.item.purchase_reverted", command, item, moment);
}

/** What a line did; one whose wishlist is gone keeps nothing of it. */
function outcomeOf({ wishlistId, itemId, rule }: Match): MatchResult["lines"][string] {
  return wishlistId === ""
    ? { reason: "the wishlist was deleted" }
    : { matched: { wishlistId, itemId, rule } };
}

const knownLines = ({ lines }: Purchase): MatchResult["lines"] =>
  Object.fromEntries(Object.entries(lines).map(([lineRef, line]) => [lineRef, outcomeOf(line)]));

/**
 * Marks what an order bought. The ledger tells which wish each line has marked, so that the same order again does
 * nothing, a line that is refunded gives its wish back, and a line keeps the wish that it found first.
 */
export const matchOrder: Handler<MatchOrder> = {
  reads({ slot, orderKey, lines }, draft) {
    const cells: Cell[] = [customerOf(slot), wishlistsOf(slot), purchaseCell(slot, orderKey)];
    if (!cells.every((cell) => draft.knows(cell))) return cells;
    const purchase = draft.get(purchaseCell(slot, orderKey));
    if (purchase) cells.push(...readsToUndo(purchase, draft));
    const wishlists = draft.get(wishlistsOf(slot)) ?? [];
    cells.push(...wishlists.map(headOf));
    for (const line of lines) {
      for (const wishlistId of wishlists) cells.push(...readsToFind(wishlistId, line, draft));
    }
    return cells;
  },

  decide(command, draft, moment) {
    const { slot, orderKey, orderRef, lines } = command;
    const wishlists = draft.get(wishlistsOf(slot)) ?? [];
    const isThere = (draft.get(customerOf(slot))?.record ?? null) !== null;
    const before = draft.get(purchaseCell(slot, orderKey));
    const done: Purchase["lines"] = { ...before?.lines };
    const result: MatchResult = { found: isThere || before !== null, lines: {} };
    // A newer version was here first: what this one says is void.
    if (before && before.revision > command.revision)
      return { ok: true, body: { ...result, lines: knownLines(before) } };
    for (const line of lines) {
      const { lineRef, isUndone } = line;
      const known = done[lineRef];
      if (isUndone) {
        if (known) unmark(draft, command, known, moment);
        Reflect.deleteProperty(done, lineRef);
        result.lines[lineRef] = { reason: "cancelled or refunded" };
        continue;
      }
      if (known) {
        result.lines[lineRef] = outcomeOf(known);
        continue;
      }
      const found = isThere ? findWish(command, line, wishlists, draft) : { reason: "no such customer" };
      if ("reason" in found) {
        result.lines[lineRef] = found;
        continue;
      }
      const { wishlistId, itemId, rule, number } = found;
      mark(draft, command, found, moment);
      done[lineRef] = { wishlistId, itemId, rule, number, wasRemoved: command.removePurchased };
      result.lines[lineRef] = { matched: { wishlistId, itemId, rule } };
    }
    // A line that the order has lost bought nothing after all.
    for (const [lineRef, known] of Object.entries(done)) {
      if (lineRef in result.lines) continue;
      unmark(draft, command, known, moment);
      Reflect.deleteProperty(done, lineRef);
    }
    if (isThere || before)
      draft.put(purchaseCell(slot, orderKey), { orderRef, revision: command.revision, lines: done });
    return { ok: true, body: result };
  },
};
