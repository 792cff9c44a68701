import { parseItemId } from "../../store/ids.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import type { Draft } from "../state.ts";
import { itemCell } from "../wishlist/add-item.ts";
import { headOf } from "../wishlist/head.ts";

/** The wish, if it is still on a list of this customer. */
export function wishAt(draft: Draft, slot: string, itemId: string): ItemRecord | null {
  const place = parseItemId(itemId);
  const head = place && draft.get(headOf(place.wishlist));
  if (!place || !head || head.deleted || head.slot !== slot) return null;
  return draft.get(itemCell(place.wishlist, place.number));
}
