import type { StockRow } from "../../store/catalogue.ts";
import type { Handler } from "../messages.ts";
import { refuse } from "../outcome.ts";
import type { CheckProduct, SetStock, StockLevel } from "./messages.ts";
import { productCell, variantCell } from "./product.ts";
import { dueOf, putVariant } from "./watch.ts";

const isOlder = (row: StockRow | undefined, { updatedTime }: StockLevel) =>
  row?.updatedTime !== undefined &&
  updatedTime !== undefined &&
  Date.parse(updatedTime) < Date.parse(row.updatedTime);

/** Sets stock levels of a product's variants; one that is older than what is known changes nothing. */
export const setStock: Handler<SetStock> = {
  reads: ({ slot, levels }) => [
    productCell(slot),
    ...levels.map(({ variantRef }) => variantCell(slot, variantRef)),
  ],

  decide({ slot, scope, key, levels, thresholds }, draft, moment) {
    const product = draft.get(productCell(slot));
    if (!product) return refuse("ResourceNotFound", "There is no such product.");
    const results = levels.map((level) => {
      const before = draft.get(variantCell(slot, level.variantRef));
      if (!before) return { status: "unknown" };
      const { locationRef, available, updatedTime } = level;
      const row = before.stock[locationRef];
      if (isOlder(row, level)) return { status: "stale" };
      if (row?.available === available && row.updatedTime === updatedTime) return { status: "applied" };
      const stock = {
        ...before.stock,
        [locationRef]: { available, ...(updatedTime ? { updatedTime } : {}) },
      };
      putVariant(draft, { scope, slot, key }, product, before, { ...before, stock }, thresholds, moment);
      return { status: "applied" };
    });
    return { ok: true, body: { results } };
  },
};

/** Looks again whether a product's variants can be bought: time alone may have changed that. */
export const checkProduct: Handler<CheckProduct> = {
  reads({ slot }, draft) {
    const product = productCell(slot);
    const refs = draft.knows(product) ? (draft.get(product)?.variants ?? []) : [];
    return [product, ...refs.map((variantRef) => variantCell(slot, variantRef))];
  },

  decide({ slot, scope, key, thresholds }, draft, moment) {
    const product = draft.get(productCell(slot));
    for (const variantRef of product?.variants ?? []) {
      const variant = draft.get(variantCell(slot, variantRef));
      if (product && variant)
        putVariant(draft, { scope, slot, key }, product, variant, variant, thresholds, moment);
    }
    const due = product ? dueOf(product, moment) : {};
    if (due.dueTime !== undefined)
      draft.emit({ type: "catalogue.product.changed", scope, time: moment.time, productKey: key, ...due });
    return { ok: true };
  },
};
