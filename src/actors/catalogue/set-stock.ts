import { addTo } from "../../collections/grouped.ts";
import type { Handler } from "../handler.ts";
import { refuseOversized } from "../record-size.ts";
import { refuse } from "../reply.ts";
import { applyLevels } from "./availability.ts";
import type { CheckProduct, LevelResult, SetStock, StockLevel } from "./messages.ts";
import { productStateKey, variantStateKey } from "./product.ts";
import { pendingDueTime, putVariant } from "./put-variant.ts";

/** Groups the indexes of levels in their command by variant. */
function byVariant(levels: readonly StockLevel[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [i, { variantRef }] of levels.entries()) addTo(positions, variantRef, i);
  return positions;
}

/**
 * Sets stock levels of a product's variants, in their order. A level older than the known one of its variant and
 * location changes nothing. A variant that its product no longer lists counts as unknown. Customers are notified of the
 * result of all levels of a variant together.
 */
export const setStock: Handler<SetStock, { results: LevelResult[] }> = (command, draft, context) => {
  const { slot, levels } = command;
  const positions = byVariant(levels);
  draft.load([
    productStateKey(slot),
    ...[...positions.keys()].map((variantRef) => variantStateKey(slot, variantRef)),
  ]);
  const product = draft.get(productStateKey(slot));
  if (!product) return refuse("ResourceNotFound", "There is no such product.");
  const results = levels.map((): LevelResult => ({ status: "unknown" }));
  for (const [variantRef, indexes] of positions) {
    const before = draft.get(variantStateKey(slot, variantRef));
    if (!before || before.isWithdrawn) continue;
    const timed = indexes
      .flatMap((i) => levels[i] ?? [])
      .map((level) => ({ updatedTime: context.time, ...level }));
    const { stock, statuses } = applyLevels(before.stock, timed, context.time);
    for (const [n, status] of statuses.entries()) results[indexes[n] ?? 0] = { status };
    // Also if the stock stays the same: the thresholds may have changed.
    const after = stock === before.stock ? before : { ...before, stock };
    const refusal = refuseOversized("variant", after, before);
    if (refusal) return refusal;
    putVariant({ command, draft, context }, product, before, after);
  }
  return { ok: true, body: { results } };
};

/** Checks again whether a product's variants can be bought, because time alone may have changed that. */
export const checkProduct: Handler<CheckProduct> = (command, draft, context) => {
  const { slot, storeKey, key } = command;
  const product = draft.get(productStateKey(slot));
  draft.load((product?.variants ?? []).map((variantRef) => variantStateKey(slot, variantRef)));
  for (const variantRef of product?.variants ?? []) {
    const variant = draft.get(variantStateKey(slot, variantRef));
    if (product && variant) putVariant({ command, draft, context }, product, variant, variant);
  }
  const due = product ? pendingDueTime(product, context) : {};
  if (due.dueTime !== undefined)
    draft.emit({
      type: "catalogue.product.changed",
      storeKey,
      time: context.time,
      productKey: key,
      ...due,
    });
  return { ok: true };
};
