import { batchesOf } from "../../collections/batches.ts";
import { productHolder } from "../../store/ids/ids.ts";
import { variantNames } from "../../store/keys/names.ts";
import type { Handler } from "../handler.ts";
import { refuse } from "../reply.ts";
import { tombstoneStateKey } from "../state/platform-update.ts";
import type { DeleteProduct } from "./messages.ts";
import { productStateKey, variantStateKey } from "./product.ts";

/** Maximum number of names in an event: a product may have thousands of variants. */
const NAMES_PER_EVENT = 500;

/** Deletes a product. Wishes for it remain, and wait until it is created again. */
export const deleteProduct: Handler<DeleteProduct> = (command, draft, { time }) => {
  const { slot, storeKey, isNews, productId } = command;
  const stored = draft.get(productStateKey(slot));
  const product = productId === undefined || stored?.productId === productId ? stored : null;
  // Read, so that a repeated deletion does not count its tombstone again.
  draft.load([tombstoneStateKey(slot)]);
  if (product || isNews) draft.put(tombstoneStateKey(slot), { time });
  if (!product && isNews) return { ok: true };
  if (!product) return refuse("ResourceNotFound", "There is no such product.");
  draft.load(product.variants.map((variantRef) => variantStateKey(slot, variantRef)));
  const names = new Set<string>();
  for (const variantRef of product.variants) {
    const variant = draft.get(variantStateKey(slot, variantRef));
    for (const value of variant ? variantNames(variant) : []) {
      names.add(value);
      draft.release({ reference: "variant", storeKey, value, holder: productHolder(product.productId) });
    }
    draft.put(variantStateKey(slot, variantRef), null);
  }
  draft.put(productStateKey(slot), null);
  for (const batch of batchesOf([...names], NAMES_PER_EVENT))
    draft.emit({ type: "catalogue.variants.deleted", storeKey, time, names: batch });
  return { ok: true };
};
