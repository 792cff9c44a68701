import { decodeItem } from "./records.ts";
import { type ItemHolder, servedItem } from "./served-item.ts";

/** Like {@link servedItem}, for the JSON of an item. Nothing is decoded, unless the wishlist had another reference. */
export function servedItemJson(stored: Buffer, holder: ItemHolder): Buffer {
  if (!holder.hasFormerRefs) return stored;
  const item = decodeItem(stored.toString());
  const served = servedItem(item, holder);
  return served === item ? stored : Buffer.from(JSON.stringify(served));
}
