import type { CommandContext } from "../../handler.ts";
import type { Draft } from "../../state/draft.ts";
import { metaStateKey } from "../state/meta.ts";
import { wishlistsStateKey, recordStateKey } from "../state/wishlist.ts";

/** Makes a wishlist the customer's only default wishlist: removes the flag from the others. */
export function makeOnlyDefault(
  draft: Draft,
  { slot, storeKey, wishlistId }: { slot: string; storeKey: string; wishlistId: string },
  { time, version }: CommandContext,
): void {
  const others = (draft.get(wishlistsStateKey(slot)) ?? []).filter((id) => id !== wishlistId);
  draft.load(others.flatMap((id) => [recordStateKey(id), metaStateKey(id)]));
  for (const id of others) {
    const [record, meta] = [draft.get(recordStateKey(id)), draft.get(metaStateKey(id))];
    if (!record?.isDefault || !meta) continue;
    const { isDefault: _, ...kept } = record;
    draft.put(recordStateKey(id), { ...kept, modifiedTime: time });
    draft.put(metaStateKey(id), { ...meta, version });
    draft.emit({ type: "wishlist.updated", storeKey, time, wishlistId: id });
  }
}
