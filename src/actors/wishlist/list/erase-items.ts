import { itemRefTerm } from "../../../store/keys/names.ts";
import { SOME_ITEMS, type StateKey } from "../../../store/partition/state/state-keys.ts";
import type {
  ItemRecord,
  Numbered,
  RemovedItemRecord,
  WishlistMeta,
} from "../../../store/records/records.ts";
import { isHidden } from "../../../store/records/wishlist-meta.ts";
import type { CommandContext } from "../../handler.ts";
import { MAX_RECORD_BYTES } from "../../record-size.ts";
import type { Draft } from "../../state/draft.ts";
import { itemIndexStateKey } from "../state/item-index.ts";
import { itemStateKey, releaseRef, removedStateKey } from "../state/item.ts";
import { metaStateKey } from "../state/meta.ts";
import { itemsStateKey, removedItemsStateKey } from "../state/wishlist.ts";

/** Maximum number of items that one command makes anonymous: other writes wait for its commit. */
export const MAX_ERASED = SOME_ITEMS.count;

/** Number of items that one command erases whatever their size is. */
const MAX_UNCHECKED = Math.floor(SOME_ITEMS.characters / MAX_RECORD_BYTES.item);

/** Fields of an item that could lead to a person. */
const PERSONAL_FIELDS = [
  "wishlistItemRef",
  "wishlistRef",
  "staffRef",
  "note",
  "attributeGroups",
] as const satisfies (keyof ItemRecord)[];

/** Returns an item without the fields that could lead to a person. */
function anonymousItem<T extends ItemRecord>(item: T): T {
  const kept = { ...item };
  for (const name of PERSONAL_FIELDS) Reflect.deleteProperty(kept, name);
  return kept;
}

const isPersonal = ({ item }: Numbered<ItemRecord>): boolean =>
  PERSONAL_FIELDS.some((name) => item[name] !== undefined);

/** Returns the state keys of all items of a wishlist, also of removed ones. */
export const allItemsOf = (wishlistId: string): StateKey[] => [
  itemsStateKey(wishlistId),
  removedItemsStateKey(wishlistId),
];

/** Returns the state keys of some items with fields that could lead to a person. */
const somePersonalOf = (wishlistId: string) => ({
  items: { kind: "itemsWith" as const, id: wishlistId, field: PERSONAL_FIELDS.join(" ") },
  removed: { kind: "removedWith" as const, id: wishlistId, field: PERSONAL_FIELDS.join(" ") },
});

/** Makes items anonymous. */
function makeAnonymous(
  draft: Draft,
  wishlistId: string,
  items: readonly Numbered<ItemRecord>[],
  storeKey: string,
): void {
  for (const { number, item } of items) {
    draft.put(itemStateKey(wishlistId, number), anonymousItem(item), item);
    releaseRef(draft, storeKey, item);
    // No other item of the wishlist has the reference.
    if (item.wishlistItemRef !== undefined)
      draft.put(itemIndexStateKey(wishlistId, itemRefTerm(item.wishlistItemRef)), null);
  }
}

/** Makes removed items anonymous. Their references are released already. */
function makeRemovedAnonymous(
  draft: Draft,
  wishlistId: string,
  removed: readonly Numbered<RemovedItemRecord>[],
): void {
  for (const { number, item } of removed)
    draft.put(removedStateKey(wishlistId, number), anonymousItem(item), item);
}

/** Removes everything that leads to a person from the items of a wishlist; hidden items are deleted. */
export function eraseItems(draft: Draft, meta: WishlistMeta, wishlistId: string): void {
  const items = draft.get(itemsStateKey(wishlistId)) ?? [];
  if (isHidden(meta))
    for (const { number, item } of items) {
      draft.put(itemStateKey(wishlistId, number), null, item);
      releaseRef(draft, meta.storeKey, item);
    }
  else makeAnonymous(draft, wishlistId, items.filter(isPersonal), meta.storeKey);
  makeRemovedAnonymous(
    draft,
    wishlistId,
    (draft.get(removedItemsStateKey(wishlistId)) ?? []).filter(isPersonal),
  );
  draft.put({ kind: "index", id: wishlistId }, null);
}

/**
 * Makes some items of a wishlist anonymous, if it has too many personal ones for one command. Returns whether it did.
 */
function eraseSomeItems(draft: Draft, meta: WishlistMeta, wishlistId: string): boolean {
  const { items, removed } = somePersonalOf(wishlistId);
  const [listed, gone] = [draft.get(items), draft.get(removed)];
  const personal = listed?.hasMore ? listed.items.filter(isPersonal) : [];
  makeAnonymous(draft, wishlistId, personal, meta.storeKey);
  if (personal.length > 0) return true;
  const formerly = gone?.hasMore ? gone.items.filter(isPersonal) : [];
  makeRemovedAnonymous(draft, wishlistId, formerly);
  return formerly.length > 0;
}

/**
 * Makes some items anonymous on the first wishlist that has too many personal items for one command. Returns whether
 * there was one: the erasure then needs another command. Until the last command, the wishlist keeps its items, without
 * what leads to a person.
 */
export function eraseExcessItems(
  draft: Draft,
  wishlistIds: readonly string[],
  { version }: Pick<CommandContext, "version">,
): boolean {
  const large = wishlistIds.flatMap((id) => {
    const meta = draft.get(metaStateKey(id));
    // A hidden wishlist of a guest has few items, which are deleted.
    return meta && meta.lastNumber > MAX_UNCHECKED && !isHidden(meta) ? [{ id, meta }] : [];
  });
  draft.load(large.flatMap(({ id }) => Object.values(somePersonalOf(id))));
  for (const { id, meta } of large) {
    if (!eraseSomeItems(draft, meta, id)) continue;
    draft.put(metaStateKey(id), { ...meta, version });
    return true;
  }
  return false;
}
