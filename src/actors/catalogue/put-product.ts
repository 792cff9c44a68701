import type { Cell } from "../../store/cells.ts";
import type { ProductRecord, VariantRecord } from "../../store/catalogue.ts";
import type { Draft } from "../state.ts";
import type { Handler, Moment } from "../messages.ts";
import { changed, refuse } from "../outcome.ts";
import { refuseOversized } from "../record-size.ts";
import { ANYWHERE } from "./availability.ts";
import type { PutProduct, VariantFields } from "./messages.ts";
import { nameClaim, namesOf, productCell, variantCell } from "./product.ts";
import { dueOf, putVariant } from "./watch.ts";

/** The most variants that one product has; Shopify's limit is 2,048. */
const MAX_VARIANTS = 5000;

const isStale = (before: ProductRecord | null, updatedTime: string | null | undefined) =>
  before?.updatedTime !== undefined &&
  typeof updatedTime === "string" &&
  Date.parse(updatedTime) < Date.parse(before.updatedTime);

function productAfter(before: ProductRecord | null, command: PutProduct, moment: Moment): ProductRecord {
  const { productRef, title, status, prerelease, publishedTime, ...rest } = command.product;
  const known = before ?? {
    productId: moment.newProductId(command.key),
    productRef,
    title: "",
    status: "active" as const,
    prerelease: false,
    createdTime: moment.time,
    modifiedTime: moment.time,
    variants: [],
  };
  const variants = new Set([...known.variants, ...command.variants.map(({ variantRef }) => variantRef)]);
  return {
    ...changed<ProductRecord>(known, rest),
    title: title ?? known.title,
    status: status ?? known.status,
    prerelease: prerelease ?? known.prerelease,
    // Here null has a meaning: the product is not published.
    ...(publishedTime === undefined ? {} : { publishedTime }),
    variants: [...variants],
  };
}

/** The variant after a change of all but its availability. */
function variantAfter(
  before: VariantRecord | null,
  { available, inventoryPolicy, ...fields }: VariantFields,
  { productId, variants, updatedTime }: ProductRecord,
  { currency }: PutProduct,
  moment: Moment,
): VariantRecord {
  const known: VariantRecord = before ?? {
    variantId: moment.variantId(productId, variants.indexOf(fields.variantRef) + 1),
    variantRef: fields.variantRef,
    inventoryPolicy: "deny",
    stock: {},
    isAvailable: false,
    isLow: false,
    cycle: 0,
    lowCycle: 0,
    priceCycle: 0,
  };
  const row =
    available === undefined ? {} : { [ANYWHERE]: { available, ...(updatedTime ? { updatedTime } : {}) } };
  const after = changed<VariantRecord>(known, fields);
  const isPlain = after.price !== undefined && after.currency === undefined;
  return {
    ...after,
    ...(isPlain && currency ? { currency } : {}),
    inventoryPolicy: inventoryPolicy ?? known.inventoryPolicy,
    stock: { ...known.stock, ...row },
  };
}

/** Names of a variant that the index does not have yet. */
function newNames(before: VariantRecord | null, after: VariantRecord): string[] {
  const known = before ? namesOf(before) : [];
  return namesOf(after).filter((name) => !known.includes(name));
}

/** What a feed says of a variant, with its state before and after. */
function planVariants(command: PutProduct, product: ProductRecord, draft: Draft, moment: Moment) {
  return command.variants.map((fields) => {
    const before = draft.get(variantCell(command.slot, fields.variantRef));
    return { before, after: variantAfter(before, fields, product, command, moment) };
  });
}

const isSame = (a: object | null, b: object) => JSON.stringify(a) === JSON.stringify(b);

export const putProduct: Handler<PutProduct> = {
  reads(command, draft, moment) {
    const { slot, scope } = command;
    const product = productCell(slot);
    const named = command.variants.map(({ variantRef }) => variantCell(slot, variantRef));
    if (![product, ...named].every((cell) => draft.knows(cell))) return [product, ...named];
    const before = draft.get(product);
    const others = (before?.variants ?? []).map((variantRef) => variantCell(slot, variantRef));
    const cells: Cell[] = [product, ...named, ...others];
    if (isStale(before, command.product.updatedTime)) return cells;
    const after = productAfter(before, command, moment);
    for (const variant of planVariants(command, after, draft, moment)) {
      cells.push(...newNames(variant.before, variant.after).map((name) => nameClaim(scope, after, name)));
    }
    return cells;
  },

  decide(command, draft, moment) {
    const { slot, scope, key, thresholds } = command;
    const before = draft.get(productCell(slot));
    const product = productAfter(before, command, moment);
    const { productId, productRef, variants } = product;
    if (variants.length > MAX_VARIANTS)
      return refuse("InvalidInput", `A product has at most ${MAX_VARIANTS} variants.`, "/variants");
    const idOf = (variantRef: string) => ({
      variantRef,
      variantId: moment.variantId(productId, variants.indexOf(variantRef) + 1),
    });
    const shown = {
      productRef,
      productId,
      variants: command.variants.map(({ variantRef }) => idOf(variantRef)),
    };
    if (before && isStale(before, command.product.updatedTime))
      return { ok: true, body: { ...shown, status: "stale" } };

    const planned = planVariants(command, product, draft, moment);
    const isUnchanged =
      isSame(before, product) && planned.every((variant) => isSame(variant.before, variant.after));
    if (isUnchanged) return { ok: true, body: { ...shown, status: "unchanged" } };

    const stored = { ...product, modifiedTime: moment.time };
    const oversized = refuseOversized("product", stored, before);
    if (oversized) return oversized;
    for (const [i, variant] of planned.entries()) {
      const refusal = refuseOversized("variant", variant.after, variant.before);
      if (refusal) return { ...refusal, path: `/variants/${i}${refusal.path ?? ""}` };
    }
    draft.put(productCell(slot), stored);
    for (const variant of planned) {
      putVariant(draft, { scope, slot, key }, stored, variant.before, variant.after, thresholds, moment);
    }
    // The product's own change may release or withdraw variants that the feed does not name.
    const named = new Set(command.variants.map(({ variantRef }) => variantRef));
    for (const variantRef of variants) {
      const variant = named.has(variantRef) ? null : draft.get(variantCell(slot, variantRef));
      if (variant) putVariant(draft, { scope, slot, key }, stored, variant, variant, thresholds, moment);
    }
    draft.emit({
      type: "catalogue.product.changed",
      scope,
      time: moment.time,
      productKey: key,
      variantRefs: planned
        .filter(({ before: known, after }) => newNames(known, after).length > 0)
        .map(({ after }) => after.variantRef),
      ...dueOf(stored, moment),
    });
    return { ok: true, body: { ...shown, status: before ? "updated" : "created" } };
  },
};
