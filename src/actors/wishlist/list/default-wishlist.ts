import type { CommandContext } from "../../handler.ts";
import type { Draft } from "../../state/draft.ts";
import { metaKey } from "../state/meta.ts";
import { allOf, recordOf } from "../state/wishlist.ts";

/** Makes a wishlist the customer's only default wishlist: removes the flag from the others. */
export function makeOnlyDefault(
  draft: Draft,
  { slot, storeKey, wishlistId }: { slot: string; storeKey: string; wishlistId: string },
  { time, version }: CommandContext,
): void {
  const others = (draft.get(allOf(slot)) ?? []).filter((id) => id !== wishlistId);
  draft.load(others.flatMap((id) => [recordOf(id), metaKey(id)]));
  for (const id of others) {
    const [record, meta] = [draft.get(recordOf(id)), draft.get(metaKey(id))];
    if (!record?.isDefault || !meta) continue;
    const { isDefault: _, ...kept } = record;
    draft.put(recordOf(id), { ...kept, modifiedTime: time });
    draft.put(metaKey(id), { ...meta, version });
    draft.emit({ type: "wishlist.updated", storeKey, time, wishlistId: id });
  }
}
