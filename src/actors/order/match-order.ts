import type { StateKey } from "../../store/partition/state-keys.ts";
import type {
  LineOutcome,
  Match,
  Purchase,
  UnmatchedCode,
  WishRemainder,
} from "../../store/records/orders.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import { customerOf } from "../customer-slot.ts";
import type { Draft } from "../state.ts";
import type { Handler } from "../handler.ts";
import { itemStateKey, itemRefClaim } from "../wishlist/item-state.ts";
import { metaKey } from "../wishlist/wishlist-meta.ts";
import { itemsUnder, isSameVariant, itemIndexKey, termsOf, variantTerms } from "../wishlist/item-index.ts";
import type { BoughtLine, MatchOrder, MatchResult } from "./messages.ts";
import { boughtAgain, type FoundWish, giveBack, isCounted, wishKeysOf, take } from "./mark-wish.ts";
import { saleOf, soldAgain, emitSales } from "./sales.ts";

/** More wishlists than any customer has; keeps one customer from stopping the partition. */
const MAX_WISHLISTS = 200;

const wishlistsOf = (slot: string): StateKey<"wishlists"> => ({
  kind: "wishlists",
  owner: slot,
  field: MAX_WISHLISTS,
});
type Lines = Purchase["lines"];
const purchaseStateKey = (slot: string, orderKey: string): StateKey<"purchase"> => ({
  kind: "purchase",
  owner: slot,
  field: orderKey,
});

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

/** Loads the wishes that the lines may have bought, and the wishes that they bought before, for all lines at once. */
function loadWishes(
  { lines, storeKey }: MatchOrder,
  marked: readonly Lines[string][],
  wishlists: readonly string[],
  draft: Draft,
): void {
  const terms = [...new Set(lines.flatMap(termsFor))];
  const returned = marked.flatMap(wishKeysOf);
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
): FoundWish | { code: UnmatchedCode } {
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

function wishesFor(product: ProductIdentity, wishlists: string[], draft: Draft): FoundWish[] {
  const found = wishlists.flatMap((wishlistId) => {
    const numbers = new Set(variantTerms(product).flatMap((term) => itemsUnder(draft, wishlistId, term)));
    return [...numbers].flatMap((number) => {
      const item = draft.get(itemStateKey(wishlistId, number));
      return item ? [{ wishlistId, number, itemId: item.id, item, rule: "" }] : [];
    });
  });
  return found.sort((a, b) => (a.item.createdTime < b.item.createdTime ? -1 : 1));
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
  const counted = Object.values(done).filter(isCounted);
  loadWishes(command, [...returned.map(([, line]) => line), ...counted], isThere ? wishlists : [], draft);
  // A line that the order has lost bought nothing after all.
  for (const [lineRef, line] of returned) {
    const remains = giveBack(draft, command, line, context);
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
      done[lineRef] = soldAgain(
        isCounted(known) ? boughtAgain(draft, command, known, line, context) : known,
        line,
      );
      result.lines[lineRef] = outcomeOf(known);
      continue;
    }
    const found = isThere ? findWish(command, line, wishlists, draft) : { code: "no_customer" as const };
    if ("code" in found) {
      result.lines[lineRef] = found;
      continue;
    }
    const { wishlistId, itemId, rule, number } = found;
    const taken = take(draft, command, found, line.units, context);
    Reflect.deleteProperty(undone, lineRef);
    const sale = saleOf(found.item, line, command.boughtTime);
    const ofMany = taken === undefined ? {} : { taken };
    done[lineRef] = {
      wishlistId,
      itemId,
      rule,
      number,
      wasRemoved: command.removePurchased,
      sale,
      ...ofMany,
    };
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
