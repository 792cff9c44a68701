import { defined } from "../../collections/defined.ts";
import { variantNames } from "../../store/keys/names.ts";
import type { ProductRecord, Stock, VariantRecord } from "../../store/records/catalogue.ts";
import type { Handler, HandlerRun } from "../handler.ts";
import { changed } from "../patch.ts";
import { refuseOversized } from "../record-size.ts";
import { isSameJson } from "../record-text.ts";
import { refuse, type Rejection } from "../reply.ts";
import { isOlderVersion, refuseFarAhead, staysDeleted, tombstoneOf } from "../state/platform-update.ts";
import { ANYWHERE, applyLevels } from "./availability.ts";
import type { PutProduct, PutResult, VariantFields } from "./messages.ts";
import { nameClaim, productStateKey, variantStateKey } from "./product.ts";
import { dueOf, putVariant } from "./put-variant.ts";

/** Maximum number of variants of a product; Shopify's limit is 2,048. */
const MAX_VARIANTS = 5000;

type PutRun = HandlerRun<PutProduct>;

/** Whether a row is older than the product. One that never had a time of its sender arrived when it last changed. */
function isStale({ command, context }: PutRun, before: ProductRecord): boolean {
  const { updatedTime, modifiedTime, arrivedTime = updatedTime ? undefined : modifiedTime } = before;
  const sent = { updatedTime: command.product.updatedTime, arrivedTime: command.arrivedTime };
  return isOlderVersion(sent, { updatedTime, arrivedTime }, context.time);
}

/** Returns when the sender made the row, or when the row arrived if the sender gave no time. */
const timeOf = ({ command: { product, arrivedTime }, context }: Pick<PutRun, "command" | "context">) =>
  product.updatedTime ?? arrivedTime ?? context.time;

/** Whether a late update is about a product that has been deleted. */
const isGone = ({ command: { isNews, slot, product }, draft }: PutRun, before: ProductRecord | null) =>
  isNews === true && before === null && staysDeleted(draft, slot, product.updatedTime ?? undefined);

/** Returns the product after the change of its fields. */
function productAfter({ command, context }: PutRun, before: ProductRecord | null): ProductRecord {
  const { productRef, title, status, prerelease, publishedTime, ...fields } = command.product;
  const { arrivedTime: _, ...known } = before ?? {
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
    ...defined({ publishedTime, arrivedTime: fields.updatedTime ? undefined : timeOf({ command, context }) }),
    variants: [...variants],
  };
}

/** Returns the stock after the total of a product row, which may be stale although the row is not. */
function withTotal(run: PutRun, stock: Stock, available: number | null | undefined): Stock {
  if (available === undefined) return stock;
  const total = { locationRef: ANYWHERE, available, updatedTime: timeOf(run) };
  return applyLevels(stock, [total], run.context.time).stock;
}

/**
 * Returns a variant with the currency of its price: the one that its sender gave, else the one of the settings when the
 * price was sent.
 */
function withCurrency(
  variant: VariantRecord,
  { price, currency }: VariantFields,
  setting: string | null,
): VariantRecord {
  const { hasDefaultCurrency, ...own } = variant;
  const isPlain = own.currency === undefined && own.price !== undefined;
  const isSentAgain = hasDefaultCurrency === true && typeof price === "string";
  if (!currency && setting && (isPlain || isSentAgain))
    return { ...variant, currency: setting, hasDefaultCurrency: true };
  return currency || own.currency === undefined ? own : variant;
}

/** Returns the variant after a change of everything except its availability. */
function variantAfter(
  run: PutRun,
  { productId, variants }: ProductRecord,
  before: VariantRecord | null,
  { available, inventoryPolicy, ...fields }: VariantFields,
): VariantRecord {
  const { command, context } = run;
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
  return {
    ...withCurrency(changed<VariantRecord>(known, fields), fields, command.currency),
    inventoryPolicy: inventoryPolicy ?? known.inventoryPolicy,
    stock: withTotal(run, known.stock, available),
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

/** Returns the variants that the feed names. */
function planNamed(run: PutRun, product: ProductRecord): PlannedVariant[] {
  const { command, draft } = run;
  return command.variants.map((fields) => {
    const before = draft.get(variantStateKey(command.slot, fields.variantRef));
    return { before, after: variantAfter(run, product, before, fields) };
  });
}

/** Returns a variant without the time of its total, because a row that repeats a total changes nothing. */
const withoutTime = (variant: VariantRecord | null) =>
  variant && { ...variant, stock: { ...variant.stock, [ANYWHERE]: variant.stock[ANYWHERE]?.available } };

/** Returns a product without a time of arrival that says nothing new. */
function stored({ arrivedTime, ...product }: ProductRecord): ProductRecord {
  const isKnown = !product.updatedTime && arrivedTime === product.modifiedTime;
  return isKnown || arrivedTime === undefined ? product : { ...product, arrivedTime };
}

/** Whether two versions of a product are the same, apart from their arrival. */
function isSameProduct(before: ProductRecord | null, after: ProductRecord): boolean {
  const withoutArrival = ({ arrivedTime: _, ...product }: ProductRecord) => product;
  return before !== null && isSameJson(withoutArrival(before), withoutArrival(after));
}

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
function putTotals(run: PutRun, product: ProductRecord): void {
  const { command, draft } = run;
  for (const { variantRef, available } of command.variants) {
    const before = draft.get(variantStateKey(command.slot, variantRef));
    const stock = before && withTotal(run, before.stock, available);
    if (before && stock && stock !== before.stock) putVariant(run, product, before, { ...before, stock });
  }
}

/** Returns the product and the named variants in the form that the sender sees. */
function shownOf({ command, context }: PutRun, { productRef, productId, variants }: ProductRecord) {
  const idOf = (variantRef: string) => context.variantId(productId, variants.indexOf(variantRef) + 1);
  return {
    productRef,
    productId,
    variants: command.variants.map(({ variantRef }) => ({ variantRef, variantId: idOf(variantRef) })),
  };
}

/** Returns a variant that its product no longer has. It is kept for its wishes, and is sold out permanently. */
const withdrawn = (variant: VariantRecord, updatedTime: string): VariantRecord => ({
  ...variant,
  inventoryPolicy: "deny",
  stock: { [ANYWHERE]: { available: 0, updatedTime } },
});

/** Returns the variants that the feed does not name. A row with all variants of the product withdraws them. */
function planUnnamed(run: PutRun, product: ProductRecord): PlannedVariant[] {
  const { command, draft } = run;
  const named = new Set(command.variants.map(({ variantRef }) => variantRef));
  const stateKeys = product.variants
    .filter((variantRef) => !named.has(variantRef))
    .map((variantRef) => variantStateKey(command.slot, variantRef));
  draft.load(stateKeys);
  return stateKeys.flatMap((stateKey) => {
    const before = draft.get(stateKey);
    if (!before) return [];
    return { before, after: command.isWhole ? withdrawn(before, timeOf(run)) : before };
  });
}

/** Emits that a product has changed, with the variants that have new names. */
function emitChanged(
  { command: { storeKey, key }, draft, context }: PutRun,
  product: ProductRecord,
  planned: readonly PlannedVariant[],
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

/** Whether a variant stays the same, apart from the time of its total. */
const isUnchangedVariant = ({ before, after }: PlannedVariant) =>
  isSameJson(withoutTime(before), withoutTime(after));

/** Loads the variants of a product, and makes the claims of new names. */
function loadVariants(
  { command: { slot, storeKey }, draft }: PutRun,
  product: ProductRecord,
  planned: readonly PlannedVariant[],
): void {
  draft.load([
    ...product.variants.map((variantRef) => variantStateKey(slot, variantRef)),
    ...planned.flatMap(({ before, after }) =>
      newNames(before, after).map((name) => nameClaim(storeKey, product, name)),
    ),
  ]);
}

/**
 * Creates a product, or changes the fields that are present. A row that is older than the newest one is stale; one
 * without a time is as old as its arrival, which is earlier than its command for a row of a file. A stale row changes
 * only totals of variants without a later level. A row with all variants of the product withdraws the other known
 * variants. Refused with `InvalidInput` if its time is far ahead, or if it is too large.
 */
export const putProduct: Handler<PutProduct, PutResult> = (command, draft, context) => {
  const run = { command, draft, context };
  const { slot } = command;
  const early = refuseFarAhead(timeOf(run), "/updatedTime", context.time);
  if (early) return early;
  draft.load([
    productStateKey(slot),
    ...command.variants.map(({ variantRef }) => variantStateKey(slot, variantRef)),
    ...(command.isNews ? [tombstoneOf(slot)] : []),
  ]);
  const before = draft.get(productStateKey(slot));
  const product = productAfter(run, before);
  if (product.variants.length > MAX_VARIANTS)
    return refuse("LimitExceeded", `A product has at most ${MAX_VARIANTS} variants.`, "/variants");
  const shown = shownOf(run, product);
  if (isGone(run, before)) return { ok: true, body: { ...shown, variants: [], status: "stale" } };
  if (before && isStale(run, before)) {
    putTotals(run, before);
    return { ok: true, body: { ...shown, status: "stale" } };
  }

  const planned = planNamed(run, product);
  const isUnchanged =
    isSameProduct(before, product) &&
    planned.every(isUnchangedVariant) &&
    (!command.isWhole || planUnnamed(run, product).every(isUnchangedVariant));
  const after = stored(isUnchanged ? product : { ...product, modifiedTime: context.time });
  const refusal = refuseLarge(after, before, planned);
  if (refusal) return refusal;
  loadVariants(run, product, planned);
  for (const variant of planned) {
    if (!isUnchanged || !isSameJson(variant.before, variant.after))
      putVariant(run, after, variant.before, variant.after);
  }
  if (isUnchanged) return { ok: true, body: { ...shown, status: "unchanged" } };
  draft.put(productStateKey(slot), after);
  // The change of the product may release or hide variants that the feed does not name.
  for (const variant of planUnnamed(run, after)) putVariant(run, after, variant.before, variant.after);
  emitChanged(run, after, planned);
  return { ok: true, body: { ...shown, status: before ? "updated" : "created" } };
};
