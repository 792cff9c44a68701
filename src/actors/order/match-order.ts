import { defined } from "../../collections/defined.ts";
import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type {
  LineOutcome,
  Match,
  Purchase,
  PurchaseLine,
  UnmatchedCode,
  WishRemainder,
} from "../../store/records/orders.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import type { Handler } from "../handler.ts";
import { customerStateKey } from "../state/customer-slot.ts";
import { dropPurchases, excessPurchasesStateKey, mustCheckLedgers } from "../state/full-ledgers.ts";
import { purchaseStateKey } from "../state/ledger.ts";
import { offerWishes } from "../state/offer-wishes.ts";
import { wholeSecondOf } from "../state/platform-update.ts";
import { variantSince } from "../wishlist/items/waiting.ts";
import { itemIndexStateKey, itemsUnder, termsOf, variantTerms } from "../wishlist/state/item-index.ts";
import { itemRefClaim, itemStateKey } from "../wishlist/state/item.ts";
import { metaStateKey } from "../wishlist/state/meta.ts";
import { stateToDrop } from "../wishlist/state/removed-items.ts";
import { searchedWishlistsStateKey } from "../wishlist/state/wishes.ts";
import { affectedLines, type NamedLines, ruleOf } from "./affected-lines.ts";
import {
  adaptPurchase,
  correctTime,
  type FoundWish,
  releaseUnits,
  type MatchRun,
  mayChangePurchase,
  buyUnits,
  wishKeysOf,
} from "./mark-wish.ts";
import type { BoughtLine, MatchOrder, MatchResult } from "./messages.ts";
import { emitSales, hasOtherTime, saleOf, wishedTimeOf, withNewSale } from "./sales.ts";
import { WishSearch } from "./wish-search.ts";

type Lines = Purchase["lines"];

/** Returns the index terms of the wishes that the lines may have bought. */
const termsFor = (lines: readonly BoughtLine[]): string[] => [
  ...new Set(lines.flatMap(({ candidates }) => candidates.flatMap(({ product }) => variantTerms(product)))),
];

/** Loads the wishes under these terms, and the wishes that the lines bought before, for all lines at once. */
function loadWishes(
  { command: { storeKey, removePurchased }, draft }: MatchRun,
  terms: readonly string[],
  wishlists: readonly string[],
  marked: readonly PurchaseLine[],
): void {
  const returned = marked.flatMap(wishKeysOf);
  draft.load([
    ...wishlists.map(metaStateKey),
    ...wishlists.flatMap((wishlistId) => terms.map((term) => itemIndexStateKey(wishlistId, term))),
    ...returned.flatMap(({ wishlistId, stateKey }) => [metaStateKey(wishlistId), stateKey]),
  ]);
  const found = wishlists.flatMap((wishlistId) =>
    terms
      .flatMap((term) => itemsUnder(draft, wishlistId, term))
      .map((number) => ({ wishlistId, stateKey: itemStateKey(wishlistId, number), wasRemoved: false })),
  );
  draft.load(found.map(({ stateKey }) => stateKey));
  const lists = new Set([...found, ...returned].map(({ wishlistId }) => wishlistId));
  // Removing or restoring a wish changes the index entries of all its terms.
  draft.load([
    ...(removePurchased ? [...lists].flatMap((wishlistId) => stateToDrop(draft, wishlistId)) : []),
    ...[...found, ...returned].flatMap(({ wishlistId, stateKey, wasRemoved }): StateKey[] => {
      const item = draft.get(stateKey);
      if (!item) return [];
      const index = termsOf(item).map((term) => itemIndexStateKey(wishlistId, term));
      const { wishlistItemRef } = item;
      if (!wasRemoved || wishlistItemRef === undefined) return index;
      return [...index, itemRefClaim(storeKey, wishlistId, wishlistItemRef)];
    }),
  ]);
}

/** Returns why a line buys nothing if no wishlist has a wish for what it bought. */
function codeWithoutWish({ isAmbiguous, candidates }: BoughtLine): UnmatchedCode {
  if (isAmbiguous) return "variant_ambiguous";
  return candidates.length === 0 ? "variant_unknown" : "no_wish";
}

/**
 * Whether a wish of this time is older than an order. Platforms give the time of an order in whole seconds: a wish of
 * the same second counts as older.
 */
const isWishOlder = (wishedTime: string, boughtTime: string): boolean =>
  wishedTime < boughtTime || wholeSecondOf(wishedTime) === boughtTime;

/** Whether a line has bought a wish that is younger than the order, whose time was corrected. */
function isTooYoung(line: PurchaseLine, boughtTime: string): boolean {
  const wishedTime = wishedTimeOf(line);
  return wishedTime !== undefined && !isWishOlder(wishedTime, boughtTime);
}

/**
 * Finds the wish that a line bought: the oldest open wish from before the order, for the best candidate that has one.
 * Returns the reason if there is none.
 */
function findWish(
  { person }: MatchOrder,
  line: BoughtLine,
  search: WishSearch,
): FoundWish | { code: UnmatchedCode } {
  let code = codeWithoutWish(line);
  for (const { rule, product } of line.candidates) {
    const found = search.find(product);
    if (typeof found === "object") return { rule: ruleOf(person, rule), ...found };
    // A wish from before the order is the better reason: if it is open again, the line buys it.
    if (found !== undefined && code !== "bought_before") code = found;
  }
  return { code };
}

/** Returns the result of a line that found a wish; a code if the wishlist was deleted since. */
function outcomeOf({ wishlistId, itemId, rule }: Match): LineOutcome {
  return wishlistId === "" ? { code: "wishlist_deleted" } : { matched: { wishlistId, itemId, rule } };
}

const knownLines = ({ lines }: Purchase): MatchResult["lines"] =>
  Object.fromEntries(Object.entries(lines).map(([lineRef, line]) => [lineRef, outcomeOf(line)]));

/** A running match of an order. */
interface Matching extends MatchRun {
  /** Undefined if there is no customer. */
  search: WishSearch | undefined;
  /** By line whose purchase was undone: why its wish could not be restored as it was before. */
  undone: Record<string, WishRemainder>;
}

/** Undoes the purchases of lines whose match must be undone. */
function giveBackReturned(matching: Matching, returned: NamedLines): void {
  const { done, undone } = matching;
  for (const [lineRef, line] of returned) {
    const remainder = releaseUnits(matching, line);
    if (remainder !== undefined) undone[lineRef] = remainder;
    Reflect.deleteProperty(done, lineRef);
  }
}

/** Marks the wish that a line bought, or adapts the wish that the line has marked before. */
function matchLine(matching: Matching, line: BoughtLine): LineOutcome {
  const { command, search, done, undone } = matching;
  const { lineRef } = line;
  if (line.isUndone) {
    const remainder = undone[lineRef];
    return { code: remainder === undefined ? "undone" : `undone_${remainder}` };
  }
  const known = done[lineRef];
  if (known) {
    const { boughtTime } = command;
    if (known.wishlistId !== "" && hasOtherTime(known, boughtTime)) correctTime(matching, known, boughtTime);
    done[lineRef] = withNewSale(adaptPurchase(matching, known, line), line, boughtTime);
    if (mayChangePurchase(known, line)) search?.reset();
    return outcomeOf(known);
  }
  const found = search ? findWish(command, line, search) : { code: "no_customer" as const };
  if ("code" in found) return found;
  const { wishlistId, itemId, rule, number } = found;
  const taken = buyUnits(matching, found, line.units);
  Reflect.deleteProperty(undone, lineRef);
  const sale = saleOf(found.item, line, command.boughtTime);
  const wasRemoved = command.removePurchased;
  const bought = { wasRemoved, wishedTime: variantSince(found.item), sale, ...defined({ taken }) };
  done[lineRef] = { wishlistId, itemId, rule, number, ...bought };
  return { matched: { wishlistId, itemId, rule } };
}

/** Writes the effects of an order to the customer's ledger. `orderRef` is empty once the buyer was erased. */
function putPurchase({ command, draft, done, undone }: Matching, orderRef: string): void {
  const { revision, hasLeft } = command;
  const purchase = { orderRef, revision, lines: done, ...defined({ hasLeft }) };
  const isPlain = Object.keys(undone).length === 0;
  draft.put(purchaseStateKey(command.slot, command.orderKey), isPlain ? purchase : { ...purchase, undone });
}

/** Reports that an order has bought wishes of a customer whose ledger had none of the order. */
function emitMade({ command, draft, context, done }: Matching): void {
  const { storeKey, key: customerKey, orderRef } = command;
  if (Object.keys(done).length > 0)
    draft.emit({ type: "order.match_made", storeKey, time: context.time, customerKey, orderRef });
}

/**
 * Returns the products of the wishes whose units lines have returned, unless their wishlists were deleted; undefined
 * for one that is unknown.
 */
const returnedProducts = (before: Lines, after: Lines): (ProductIdentity | undefined)[] =>
  Object.entries(before).flatMap(([lineRef, line]) => {
    const now = after[lineRef];
    const isKept = now?.itemId === line.itemId && (now.taken ?? 1) >= (line.taken ?? 1);
    return line.wishlistId === "" || isKept ? [] : [line.sale?.product];
  });

/**
 * Marks the wishes that an order bought. The ledger records which wish each line has marked. So the same order again
 * changes nothing, the wish of a refunded or renamed line is open again, and any other line keeps the wish that it
 * found first.
 */
export const matchOrder: Handler<MatchOrder, MatchResult> = (command, draft, context) => {
  const { slot, orderKey, lines, boughtTime } = command;
  const terms = termsFor(lines);
  const searched = searchedWishlistsStateKey(slot, terms.length);
  const checksLedger = mustCheckLedgers(context);
  const checked = checksLedger ? [excessPurchasesStateKey(slot)] : [];
  draft.load([customerStateKey(slot), searched, purchaseStateKey(slot, orderKey), ...checked]);
  const { record = null, former = null } = draft.get(customerStateKey(slot)) ?? {};
  const before = draft.get(purchaseStateKey(slot, orderKey));
  // If the buyer was erased, the sales of the order are still corrected, without a link to the person.
  const isErased = before?.orderRef === "";
  const isThere = record !== null && !isErased;
  const result: MatchResult = {
    found: isThere || before !== null,
    isDeleted: former !== null,
    lines: {},
  };
  // A newer version came first: this one is ignored.
  if (before && before.revision > command.revision)
    return { ok: true, body: { ...result, lines: knownLines(before) } };
  const wishlists = isThere ? (draft.get(searched) ?? []) : undefined;
  const search =
    wishlists && new WishSearch(draft, wishlists, (item) => isWishOlder(variantSince(item), boughtTime));
  const linesBefore = before?.lines ?? {};
  const done: Lines = { ...linesBefore };
  const matching = { command, draft, context, search, done, undone: { ...before?.undone } };
  const { returned, retimed, changing } = affectedLines(command, before);
  const marked = [...returned, ...retimed].map(([, line]) => line);
  loadWishes(matching, terms, wishlists ?? [], [...marked, ...changing]);
  const tooYoung = retimed.filter(([, line]) => isTooYoung(line, boughtTime));
  giveBackReturned(matching, [...new Map([...returned, ...tooYoung])]);
  for (const line of lines) result.lines[line.lineRef] = matchLine(matching, line);
  if (checksLedger) dropPurchases(draft, command, context);
  if (isThere || before) putPurchase(matching, isErased ? "" : command.orderRef);
  emitSales(matching, linesBefore, done);
  if (Object.keys(linesBefore).length === 0) emitMade(matching);
  if (!isErased) offerWishes(draft, command, returnedProducts(linesBefore, done), context);
  return { ok: true, body: result };
};
