import { defined } from "../../store/defined.ts";
import { variantNames } from "../../store/keys/names.ts";
import type { ProductRecord, Stock, VariantRecord } from "../../store/records/catalogue.ts";
import type { CommandContext, Handler } from "../handler.ts";
import { changed } from "../patch.ts";
import { refuseOversized } from "../record-size.ts";
import { isSameJson } from "../record-text.ts";
import { refuse, type Rejection } from "../reply.ts";
import type { Draft } from "../state/draft.ts";
import { isBefore, refuseFarAhead, staysDeleted, tombstoneOf } from "../state/platform-update.ts";
import { ANYWHERE, applyLevels } from "./availability.ts";
import type { PutProduct, PutResult, VariantFields } from "./messages.ts";
import { nameClaim, productStateKey, variantStateKey } from "./product.ts";
import { dueOf, putVariant } from "./watch.ts";

/** Maximum number of variants of a product; Shopify's limit is 2,048. */
const MAX_VARIANTS = 5000;

const isStale = (before: ProductRecord, updatedTime: string | null | undefined, now: string) =>
  isBefore(updatedTime ?? undefined, before.updatedTime, now);

/** Whether a late update is about a product that has been deleted. */
const isGone = ({ isNews, slot, product }: PutProduct, before: ProductRecord | null, draft: Draft) =>
  isNews === true && before === null && staysDeleted(draft, slot, product.updatedTime ?? undefined);

function productAfter(
  before: ProductRecord | null,
  command: PutProduct,
  context: CommandContext,
): ProductRecord {
  const { productRef, title, status, prerelease, publishedTime, ...fields } = command.product;
  const known = before ?? {
    productId: context.newProductId(command.key),
    productRef,
    title: "",
    status: "active" as const,
    prerelease: false,
    createdTime: context.time,
    modifiedTime: context.time,
    variants: [],
  };
  const variants = new Set([...known.variants, ...command.variants.map(({ variantRef }) => variantRef)]);
  return {
    ...changed<ProductRecord>(known, fields),
    title: title ?? known.title,
    status: status ?? known.status,
    prerelease: prerelease ?? known.prerelease,
    // Null has a meaning here: the product is not published.
    ...defined({ publishedTime }),
    variants: [...variants],
  };
}

/** Returns when the sender counted, or when the row arrived if the sender gave no time. */
const timeOf = ({ product, arrivedTime }: PutProduct, context: CommandContext) =>
  product.updatedTime ?? arrivedTime ?? context.time;

/** Returns the stock after the total of a product row, which may be stale although the row is not. */
const withTotal = (
  stock: Stock,
  available: number | null | undefined,
  command: PutProduct,
  context: CommandContext,
): Stock =>
  available === undefined
    ? stock
    : applyLevels(
        stock,
        [{ locationRef: ANYWHERE, available, updatedTime: timeOf(command, context) }],
        context.time,
      ).stock;

/** Returns the variant after a change of everything except its availability. */
function variantAfter(
  before: VariantRecord | null,
  { available, inventoryPolicy, ...fields }: VariantFields,
  { productId, variants }: ProductRecord,
  command: PutProduct,
  context: CommandContext,
): VariantRecord {
  const known: VariantRecord = before ?? {
    variantId: context.variantId(productId, variants.indexOf(fields.variantRef) + 1),
    variantRef: fields.variantRef,
    inventoryPolicy: "deny",
    stock: {},
    isAvailable: false,
    isLow: false,
    cycle: 0,
    lowCycle: 0,
    priceCycle: 0,
  };
  const after = changed<VariantRecord>(known, fields);
  const isPlain = after.price !== undefined && after.currency === undefined;
  return {
    ...after,
    ...(isPlain && command.currency ? { currency: command.currency } : {}),
    inventoryPolicy: inventoryPolicy ?? known.inventoryPolicy,
    stock: withTotal(known.stock, available, command, context),
  };
}

/** Returns the names of a variant that the index does not have yet. */
function newNames(before: VariantRecord | null, after: VariantRecord): string[] {
  const known = before ? variantNames(before) : [];
  return variantNames(after).filter((name) => !known.includes(name));
}

/** A variant before and after the change of a feed. */
interface PlannedVariant {
  before: VariantRecord | null;
  after: VariantRecord;
}

function planVariants(
  command: PutProduct,
  product: ProductRecord,
  draft: Draft,
  context: CommandContext,
): PlannedVariant[] {
  return command.variants.map((fields) => {
    const before = draft.get(variantStateKey(command.slot, fields.variantRef));
    return { before, after: variantAfter(before, fields, product, command, context) };
  });
}

/** Returns a variant without the time of its total, because a row that repeats a total changes nothing. */
const withoutTime = (variant: VariantRecord | null) =>
  variant && { ...variant, stock: { ...variant.stock, [ANYWHERE]: variant.stock[ANYWHERE]?.available } };

/** Refuses a product or a variant that is larger than records may be. */
function refuseLarge(
  product: ProductRecord,
  before: ProductRecord | null,
  planned: readonly PlannedVariant[],
): Rejection | undefined {
  const oversized = refuseOversized("product", product, before);
  if (oversized) return oversized;
  for (const [i, variant] of planned.entries()) {
    const refusal = refuseOversized("variant", variant.after, variant.before);
    if (refusal) return { ...refusal, path: `/variants/${i}${refusal.path ?? ""}` };
  }
  return undefined;
}

/** Stores the totals of a stale row: they may still be the newest for some variants. */
function putTotals(command: PutProduct, product: ProductRecord, draft: Draft, context: CommandContext): void {
  for (const { variantRef, available } of command.variants) {
    const before = draft.get(variantStateKey(command.slot, variantRef));
    const stock = before && withTotal(before.stock, available, command, context);
    if (before && stock && stock !== before.stock)
      putVariant(draft, command, product, before, { ...before, stock }, context);
  }
}

/** Returns the product and the named variants in the form that the sender sees. */
function shownOf(
  { variants: named }: PutProduct,
  { productRef, productId, variants }: ProductRecord,
  context: CommandContext,
) {
  const idOf = (variantRef: string) => context.variantId(productId, variants.indexOf(variantRef) + 1);
  return {
    productRef,
    productId,
    variants: named.map(({ variantRef }) => ({ variantRef, variantId: idOf(variantRef) })),
  };
}

/** Returns a variant that its product no longer has. It is kept for its wishes, and is sold out permanently. */
const withdrawn = (variant: VariantRecord, updatedTime: string): VariantRecord => ({
  ...variant,
  inventoryPolicy: "deny",
  stock: { [ANYWHERE]: { available: 0, updatedTime } },
});

/** Returns the variants that the feed does not name. A row with all variants of the product withdraws them. */
function planUnnamed(
  command: PutProduct,
  product: ProductRecord,
  draft: Draft,
  context: CommandContext,
): PlannedVariant[] {
  const named = new Set(command.variants.map(({ variantRef }) => variantRef));
  const stateKeys = product.variants
    .filter((variantRef) => !named.has(variantRef))
    .map((variantRef) => variantStateKey(command.slot, variantRef));
  draft.load(stateKeys);
  return stateKeys.flatMap((stateKey) => {
    const before = draft.get(stateKey);
    if (!before) return [];
    return { before, after: command.isWhole ? withdrawn(before, timeOf(command, context)) : before };
  });
}

/** Emits that a product has changed, with the variants that have new names. */
function emitChanged(
  { storeKey, key }: PutProduct,
  product: ProductRecord,
  planned: readonly PlannedVariant[],
  draft: Draft,
  context: CommandContext,
): void {
  const renamed = planned.filter(({ before, after }) => newNames(before, after).length > 0);
  draft.emit({
    type: "catalogue.product.changed",
    storeKey,
    time: context.time,
    productKey: key,
    variantRefs: renamed.map(({ after }) => after.variantRef),
    ...dueOf(product, context),
  });
}

/**
 * Creates a product, or changes the fields that are present. A row with an older `updatedTime` than the product's is
 * stale. A stale row changes only totals of variants without a later level. A row with all variants of the product
 * withdraws the other known variants. Refused with `InvalidInput` if its time is far ahead, or if it is too large.
 */
export const putProduct: Handler<PutProduct, PutResult> = (command, draft, context) => {
  const { slot, storeKey } = command;
  const early = refuseFarAhead(timeOf(command, context), "/updatedTime", context.time);
  if (early) return early;
  draft.load([
    productStateKey(slot),
    ...command.variants.map(({ variantRef }) => variantStateKey(slot, variantRef)),
    ...(command.isNews ? [tombstoneOf(slot)] : []),
  ]);
  const before = draft.get(productStateKey(slot));
  const product = productAfter(before, command, context);
  const { variants } = product;
  if (variants.length > MAX_VARIANTS)
    return refuse("LimitExceeded", `A product has at most ${MAX_VARIANTS} variants.`, "/variants");
  const shown = shownOf(command, product, context);
  if (isGone(command, before, draft)) return { ok: true, body: { ...shown, variants: [], status: "stale" } };
  if (before && isStale(before, command.product.updatedTime, context.time)) {
    putTotals(command, before, draft, context);
    return { ok: true, body: { ...shown, status: "stale" } };
  }

  const planned = planVariants(command, product, draft, context);
  const isUnchangedVariant = (variant: PlannedVariant) =>
    isSameJson(withoutTime(variant.before), withoutTime(variant.after));
  const isUnchanged =
    isSameJson(before, product) &&
    planned.every(isUnchangedVariant) &&
    (!command.isWhole || planUnnamed(command, product, draft, context).every(isUnchangedVariant));
  const stored = isUnchanged ? product : { ...product, modifiedTime: context.time };
  const refusal = refuseLarge(stored, before, planned);
  if (refusal) return refusal;
  draft.load([
    ...variants.map((variantRef) => variantStateKey(slot, variantRef)),
    ...planned.flatMap(({ before: known, after }) =>
      newNames(known, after).map((name) => nameClaim(storeKey, product, name)),
    ),
  ]);
  for (const variant of planned) {
    if (!isUnchanged || !isSameJson(variant.before, variant.after))
      putVariant(draft, command, stored, variant.before, variant.after, context);
  }
  if (isUnchanged) return { ok: true, body: { ...shown, status: "unchanged" } };
  draft.put(productStateKey(slot), stored);
  // The change of the product may release or hide variants that the feed does not name.
  for (const variant of planUnnamed(command, stored, draft, context))
    putVariant(draft, command, stored, variant.before, variant.after, context);
  emitChanged(command, stored, planned, draft, context);
  return { ok: true, body: { ...shown, status: before ? "updated" : "created" } };
};
