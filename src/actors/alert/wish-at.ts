import { parseItemId } from "../../store/ids/ids.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import type { Draft } from "../state/draft.ts";
import { itemStateKey } from "../wishlist/state/item.ts";
import { metaStateKey } from "../wishlist/state/meta.ts";

/** Returns the wish if it is still on a list of this customer; null otherwise. */
export function wishAt(draft: Draft, slot: string, itemId: string): ItemRecord | null {
  const address = parseItemId(itemId);
  const meta = address && draft.get(metaStateKey(address.wishlist));
  if (!address || !meta || meta.deleted || meta.slot !== slot) return null;
  return draft.get(itemStateKey(address.wishlist, address.number));
}

/** Returns the addresses of items from their ids. Items that have left their wishlist are stored elsewhere. */
export const addressesOf = (itemIds: readonly string[]) => itemIds.flatMap((id) => parseItemId(id) ?? []);
