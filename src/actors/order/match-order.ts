import { itemRefName } from "../../store/names.ts";
import type { StateKey } from "../../store/partition/state-keys.ts";
import type {
  LineOutcome,
  Match,
  Purchase,
  UnmatchedCode,
  WishRemainder,
} from "../../store/records/orders.ts";
import type { ItemRecord, ProductIdentity } from "../../store/records/records.ts";
import { customerOf } from "../customer-slot.ts";
import type { Draft } from "../state.ts";
import type { Handler, CommandContext } from "../handler.ts";
import { indexRef, itemStateKey, itemRefClaim, removedStateKey } from "../wishlist/add-item.ts";
import { metaKey } from "../wishlist/wishlist-meta.ts";
import {
  itemsUnder,
  isSameVariant,
  itemIndexKey,
  termsOf,
  reindex,
  variantTerms,
} from "../wishlist/item-index.ts";
import { countedChange } from "../report/counter-changes.ts";
import type { BoughtLine, MatchOrder, MatchResult } from "./messages.ts";
import { saleOf, soldAgain, emitSales } from "./sales.ts";

/** More wishlists than any customer has; keeps one customer from stopping the partition. */
const MAX_WISHLISTS = 200;

const wishlistsOf = (slot: string): StateKey<"wishlists"> => ({
  kind: "wishlists",
  owner: slot,
  field: MAX_WISHLISTS,
});
const purchaseStateKey = (slot: string, orderKey: string): StateKey<"purchase"> => ({
  kind: "purchase",
  owner: slot,
  field: orderKey,
});

interface Found extends Match {
  number: number;
  item: ItemRecord;
}

/** Whether the catalogue now says that the line means another variant than the matched one. */
const isMistaken = ({ excluded = [] }: BoughtLine, { sale }: Purchase["lines"][string]) =>
  sale !== undefined && excluded.some((variant) => isSameVariant(variant, sale.product));

/** Lines that were matched and are so no more: cancelled, refunded, mistaken, or not in the order any longer. */
function undoneLines({ lines }: MatchOrder, purchase: Purchase): [string, Purchase["lines"][string]][] {
  const kept = new Map(lines.filter(({ isUndone }) => !isUndone).map((line) => [line.lineRef, line]));
  return Object.entries(purchase.lines).filter(([lineRef, matched]) => {
    const line = kept.get(lineRef);
    return !line || isMistaken(line, matched);
  });
}

const termsFor = (line: BoughtLine) => line.candidates.flatMap(({ product }) => variantTerms(product));

/** Loads the wishes that the lines may have bought, and the wishes that they give back, for all lines at once. */
function loadWishes(
  { lines, storeKey }: MatchOrder,
  undone: readonly [string, Purchase["lines"][string]][],
  wishlists: readonly string[],
  draft: Draft,
): void {
  const terms = [...new Set(lines.flatMap(termsFor))];
  const returned = undone.map(([, { wishlistId, number, wasRemoved }]) => ({
    wishlistId,
    stateKey: wasRemoved ? removedStateKey(wishlistId, number) : itemStateKey(wishlistId, number),
    wasRemoved,
  }));
  draft.load([
    ...wishlists.map(metaKey),
    ...wishlists.flatMap((wishlistId) => terms.map((term) => itemIndexKey(wishlistId, term))),
    ...returned.flatMap(({ wishlistId, stateKey }) => [metaKey(wishlistId), stateKey]),
  ]);
  const found = wishlists.flatMap((wishlistId) =>
    terms
      .flatMap((term) => itemsUnder(draft, wishlistId, term))
      .map((number) => ({ wishlistId, stateKey: itemStateKey(wishlistId, number), wasRemoved: false })),
  );
  draft.load(found.map(({ stateKey }) => stateKey));
  // A wish that is taken off its list or put back changes the whole index of its references.
  draft.load(
    [...found, ...returned].flatMap(({ wishlistId, stateKey, wasRemoved }): StateKey[] => {
      const item = draft.get(stateKey);
      if (!item) return [];
      const index = termsOf(item).map((term) => itemIndexKey(wishlistId, term));
      const { wishlistItemRef } = item;
      if (!wasRemoved || wishlistItemRef === undefined) return index;
      return [...index, itemRefClaim(storeKey, wishlistId, wishlistItemRef)];
    }),
  );
}

/** The wish that a line bought: by the best candidate, the oldest that was made before the order. */
function findWish(
  command: MatchOrder,
  line: BoughtLine,
  wishlists: string[],
  draft: Draft,
): Found | { code: UnmatchedCode } {
  let code: UnmatchedCode = line.isAmbiguous
    ? "variant_ambiguous"
    : line.candidates.length === 0
      ? "variant_unknown"
      : "no_wish";
  for (const { rule, product } of line.candidates) {
    for (const found of wishesFor(product, wishlists, draft)) {
      if (found.item.createdTime >= command.boughtTime) code = "wished_later";
      else if (found.item.purchased) code = "bought_before";
      else return { ...found, rule: `${command.person}, ${rule}` };
    }
  }
  return { code };
}

function wishesFor(product: ProductIdentity, wishlists: string[], draft: Draft): Found[] {
  const found = wishlists.flatMap((wishlistId) => {
    const numbers = new Set(variantTerms(product).flatMap((term) => itemsUnder(draft, wishlistId, term)));
    return [...numbers].flatMap((number) => {
      const item = draft.get(itemStateKey(wishlistId, number));
      return item ? [{ wishlistId, number, itemId: item.id, item, rule: "" }] : [];
    });
  });
  return found.sort((a, b) => (a.item.createdTime < b.item.createdTime ? -1 : 1));
}

interface ItemAddress {
  wishlistId: string;
  number: number;
}

function touch(draft: Draft, { wishlistId }: ItemAddress, context: CommandContext, difference: number): void {
  const meta = draft.get(metaKey(wishlistId));
  if (meta)
    draft.put(metaKey(wishlistId), { ...meta, count: meta.count + difference, version: context.version });
}

function emitMatch(
  draft: Draft,
  type: "wishlist.item.purchased" | "wishlist.item.purchase_reverted",
  { storeKey, orderKey }: MatchOrder,
  was: ItemRecord,
  is: ItemRecord,
  { time }: CommandContext,
): void {
  const { wishlistId, id: itemId, product, purchasedDate } = is;
  const about = { storeKey, time, wishlistId, itemId, product, orderKey };
  const date = purchasedDate === undefined ? {} : { purchasedDate };
  draft.emit({ type, ...about, ...date, ...countedChange(was, is) });
  if ("deleted" in is) draft.emit({ type: "wishlist.item.removed", ...about, purchasedAndRemoved: true });
}

/** Marks a wish as purchased, and removes it from its list if the retailer wants that. */
function markPurchased(draft: Draft, command: MatchOrder, found: Found, context: CommandContext): void {
  const { wishlistId, number } = found;
  const { boughtTime: purchasedDate, removePurchased } = command;
  const item: ItemRecord = {
    ...found.item,
    purchased: true,
    purchasedAndRemoved: removePurchased || found.item.purchasedAndRemoved,
    purchasedDate,
    modifiedTime: context.time,
  };
  const removed = { ...item, deleted: true as const, deletedTime: context.time };
  if (removePurchased) {
    reindex(draft, wishlistId, number, item, null);
    draft.put(itemStateKey(wishlistId, number), null);
    draft.put(removedStateKey(wishlistId, number), removed);
    const { wishlistItemRef: value } = item;
    if (value !== undefined)
      draft.release({ reference: "itemRef", storeKey: command.storeKey, value, holder: wishlistId });
  } else {
    draft.put(itemStateKey(wishlistId, number), item);
  }
  touch(draft, found, context, removePurchased ? -1 : 0);
  emitMatch(draft, "wishlist.item.purchased", command, found.item, removePurchased ? removed : item, context);
}

/** Takes back what an order said of a wish. Returns why the wish is not as it was before, if it is not. */
function unmark(
  draft: Draft,
  command: MatchOrder,
  line: Purchase["lines"][string],
  context: CommandContext,
): WishRemainder | undefined {
  const { wishlistId, number, wasRemoved } = line;
  const meta = draft.get(metaKey(wishlistId));
  if (!meta || meta.deleted) return undefined;
  if (wasRemoved) return putBack(draft, command, line, context);
  const item = draft.get(itemStateKey(wishlistId, number));
  if (!item) return undefined;
  const { purchasedDate: _, ...kept } = item;
  const reverted: ItemRecord = {
    ...kept,
    purchased: false,
    waitingSince: context.time,
    modifiedTime: context.time,
  };
  draft.put(itemStateKey(wishlistId, number), reverted);
  touch(draft, line, context, 0);
  emitMatch(draft, "wishlist.item.purchase_reverted", command, item, reverted, context);
  return undefined;
}

/**
 * Restores a wish that was removed from its list. If it was added again in the meantime, the new one replaces it. A
 * reference that another item has got in the meantime stays with that item.
 */
function putBack(
  draft: Draft,
  command: MatchOrder,
  address: ItemAddress,
  context: CommandContext,
): WishRemainder | undefined {
  const { wishlistId, number } = address;
  const removed = draft.get(removedStateKey(wishlistId, number));
  if (!removed) return undefined;
  const { deleted: _1, deletedTime: _2, purchasedDate: _3, wishlistItemRef, ...kept } = removed;
  const isUsed = (name: string) => itemsUnder(draft, wishlistId, name).length > 0;
  if (variantTerms(kept.product).some(isUsed)) return "wished_again";
  const isRefTaken = wishlistItemRef !== undefined && isUsed(itemRefName(wishlistItemRef));
  const item: ItemRecord = {
    ...kept,
    ...(wishlistItemRef === undefined || isRefTaken ? {} : { wishlistItemRef }),
    purchased: false,
    purchasedAndRemoved: false,
    waitingSince: context.time,
    modifiedTime: context.time,
  };
  draft.put(removedStateKey(wishlistId, number), null);
  indexRef(draft, command.storeKey, null, item);
  reindex(draft, wishlistId, number, null, item);
  draft.put(itemStateKey(wishlistId, number), item);
  touch(draft, address, context, 1);
  emitMatch(draft, "wishlist.item.purchase_reverted", command, removed, item, context);
  return isRefTaken ? "reference_taken" : undefined;
}

/** The result of a line. A line whose wishlist was deleted keeps nothing of it. */
function outcomeOf({ wishlistId, itemId, rule }: Match): LineOutcome {
  return wishlistId === "" ? { code: "wishlist_deleted" } : { matched: { wishlistId, itemId, rule } };
}

const knownLines = ({ lines }: Purchase): MatchResult["lines"] =>
  Object.fromEntries(Object.entries(lines).map(([lineRef, line]) => [lineRef, outcomeOf(line)]));

/**
 * Marks the wishes that an order bought. The ledger records which wish each line has marked. So the same order again
 * changes nothing, a refunded line gives its wish back, and a line keeps the wish that it found first.
 */
export const matchOrder: Handler<MatchOrder, MatchResult> = (command, draft, context) => {
  const { slot, orderKey, orderRef, lines } = command;
  draft.load([customerOf(slot), wishlistsOf(slot), purchaseStateKey(slot, orderKey)]);
  const wishlists = draft.get(wishlistsOf(slot)) ?? [];
  const { record = null, former = null } = draft.get(customerOf(slot)) ?? {};
  const before = draft.get(purchaseStateKey(slot, orderKey));
  // Its buyer was erased: its sales are still corrected, without a link to the person.
  const isErased = before?.orderRef === "";
  const isThere = record !== null && !isErased;
  const isDeleted = record === null && former !== null;
  const done: Purchase["lines"] = { ...before?.lines };
  const result: MatchResult = { found: isThere || before !== null, isDeleted, lines: {} };
  // A newer version came first: this one is ignored.
  if (before && before.revision > command.revision)
    return { ok: true, body: { ...result, lines: knownLines(before) } };
  const undone: Record<string, WishRemainder> = { ...before?.undone };
  const returned = before ? undoneLines(command, before) : [];
  loadWishes(command, returned, isThere ? wishlists : [], draft);
  // A line that the order has lost bought nothing after all.
  for (const [lineRef, line] of returned) {
    const remains = unmark(draft, command, line, context);
    if (remains !== undefined) undone[lineRef] = remains;
    Reflect.deleteProperty(done, lineRef);
  }
  for (const line of lines) {
    const { lineRef, isUndone } = line;
    if (isUndone) {
      const remains = undone[lineRef];
      result.lines[lineRef] = { code: remains === undefined ? "undone" : `undone_${remains}` };
      continue;
    }
    const known = done[lineRef];
    if (known) {
      done[lineRef] = soldAgain(known, line);
      result.lines[lineRef] = outcomeOf(known);
      continue;
    }
    const found = isThere ? findWish(command, line, wishlists, draft) : { code: "no_customer" as const };
    if ("code" in found) {
      result.lines[lineRef] = found;
      continue;
    }
    const { wishlistId, itemId, rule, number } = found;
    markPurchased(draft, command, found, context);
    Reflect.deleteProperty(undone, lineRef);
    const sale = saleOf(found.item, line, command.boughtTime);
    done[lineRef] = { wishlistId, itemId, rule, number, wasRemoved: command.removePurchased, sale };
    result.lines[lineRef] = { matched: { wishlistId, itemId, rule } };
  }
  if (isThere || before) {
    const purchase = { orderRef: isErased ? "" : orderRef, revision: command.revision, lines: done };
    const isPlain = Object.keys(undone).length === 0;
    draft.put(purchaseStateKey(slot, orderKey), isPlain ? purchase : { ...purchase, undone });
  }
  emitSales(draft, command, before?.lines ?? {}, done, context);
  return { ok: true, body: result };
};
