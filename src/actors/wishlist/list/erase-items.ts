import { itemRefName } from "../../../store/keys/names.ts";
import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { ItemRecord, Numbered, WishlistMeta } from "../../../store/records/records.ts";
import { isHidden } from "../../../store/records/wishlist-meta.ts";
import type { CommandContext } from "../../handler.ts";
import type { Draft } from "../../state/draft.ts";
import { itemIndexKey } from "../state/item-index.ts";
import { itemStateKey, releaseRef, removedStateKey } from "../state/item.ts";
import { metaKey } from "../state/meta.ts";
import { itemsOf, removedItemsOf } from "../state/wishlist.ts";

/** Maximum number of items that one command makes anonymous: other writes wait for its commit. */
export const MAX_ERASED = 2000;

/** Fields of an item that could lead to a person. */
const PERSONAL_FIELDS = [
  "wishlistItemRef",
  "wishlistRef",
  "staffRef",
  "note",
  "attributeGroups",
] as const satisfies (keyof ItemRecord)[];

/** Returns an item without the fields that could lead to a person. */
function anonymous<T extends ItemRecord>(item: T): T {
  const kept = { ...item };
  for (const name of PERSONAL_FIELDS) Reflect.deleteProperty(kept, name);
  return kept;
}

const isPersonal = ({ item }: Numbered<ItemRecord>): boolean =>
  PERSONAL_FIELDS.some((name) => item[name] !== undefined);

/** Returns the state keys of all items of a wishlist, also of removed ones. */
export const allItemsOf = (wishlistId: string): StateKey[] => [
  itemsOf(wishlistId),
  removedItemsOf(wishlistId),
];

/** Returns the items that have fields which could lead to a person. */
const personalItems = (draft: Draft, wishlistId: string) => ({
  items: (draft.get(itemsOf(wishlistId)) ?? []).filter(isPersonal),
  removed: (draft.get(removedItemsOf(wishlistId)) ?? []).filter(isPersonal),
});

/** Makes items anonymous, at most this number. */
function makeAnonymous(
  draft: Draft,
  wishlistId: string,
  { items, removed }: ReturnType<typeof personalItems>,
  storeKey: string,
  most: number,
): void {
  for (const { number, item } of items.slice(0, most)) {
    draft.put(itemStateKey(wishlistId, number), anonymous(item), item);
    releaseRef(draft, storeKey, item);
    // No other item of the wishlist has the reference.
    if (item.wishlistItemRef !== undefined)
      draft.put(itemIndexKey(wishlistId, itemRefName(item.wishlistItemRef)), null);
  }
  for (const { number, item } of removed.slice(0, Math.max(0, most - items.length)))
    draft.put(removedStateKey(wishlistId, number), anonymous(item), item);
}

/** Removes everything that leads to a person from the items of a wishlist; hidden items are deleted. */
export function eraseItems(draft: Draft, meta: WishlistMeta, wishlistId: string): void {
  const found = personalItems(draft, wishlistId);
  if (isHidden(meta))
    for (const { number, item } of draft.get(itemsOf(wishlistId)) ?? []) {
      draft.put(itemStateKey(wishlistId, number), null, item);
      releaseRef(draft, meta.storeKey, item);
    }
  const items = isHidden(meta) ? [] : found.items;
  makeAnonymous(draft, wishlistId, { ...found, items }, meta.storeKey, Infinity);
  draft.put({ kind: "index", id: wishlistId }, null);
}

/**
 * Makes some items of the first wishlist anonymous that has too many personal items for one command. Returns whether
 * there was one: the erasure then needs another command. Until the last command, the wishlist keeps its items, without
 * what leads to a person.
 */
export function eraseExcessItems(
  draft: Draft,
  wishlistIds: readonly string[],
  { version }: Pick<CommandContext, "version">,
): boolean {
  const large = wishlistIds.flatMap((id) => {
    const meta = draft.get(metaKey(id));
    // A hidden wishlist of a guest has few items, which are deleted.
    return meta && meta.lastNumber > MAX_ERASED && !isHidden(meta) ? [{ id, meta }] : [];
  });
  draft.load(large.flatMap(({ id }) => allItemsOf(id)));
  for (const { id, meta } of large) {
    const found = personalItems(draft, id);
    if (found.items.length + found.removed.length <= MAX_ERASED) continue;
    makeAnonymous(draft, id, found, meta.storeKey, MAX_ERASED);
    draft.put(metaKey(id), { ...meta, version });
    return true;
  }
  return false;
}
