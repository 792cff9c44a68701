import { variantId } from "../../store/ids/ids.ts";
import type { ProductRecord } from "../../store/records/catalogue.ts";
import type { Handler } from "../handler.ts";
import { refuseOversized } from "../record-size.ts";
import { refuse, type Rejection } from "../reply.ts";
import { refuseFarAhead, tombstoneStateKey } from "../state/platform-update.ts";
import { isReleased } from "./availability.ts";
import type { PutProduct, PutResult } from "./messages.ts";
import {
  isUnchangedVariant,
  loadVariants,
  mayHavePendingStock,
  planNamed,
  type PlannedVariant,
  planUnnamed,
  withTotal,
} from "./product-variants.ts";
import {
  staysGone,
  isSameProduct,
  isStale,
  productAfter,
  type PutRun,
  storedProduct,
  rowTimeOf,
} from "./product-version.ts";
import { productStateKey, variantStateKey } from "./product.ts";
import { pendingDueTime, putVariant } from "./put-variant.ts";

/** Maximum number of variants of a product; Shopify's limit is 2,048. */
const MAX_VARIANTS = 5000;

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
function shownOf({ command }: PutRun, { productRef, productId, variants }: ProductRecord) {
  const numbers = new Map(variants.map((variantRef, i) => [variantRef, i + 1]));
  const idOf = (variantRef: string) => variantId(productId, numbers.get(variantRef) ?? 0);
  return {
    productRef,
    productId,
    variants: command.variants.map(({ variantRef }) => ({ variantRef, variantId: idOf(variantRef) })),
  };
}

/**
 * Whether a row concerns variants that it does not name: it has all variants, and so withdraws the others; it shows or
 * hides the product; or the product has been published since its last change, and nothing may have shown its variants.
 * Otherwise they are not even loaded, because a product may have thousands.
 */
function concernsUnnamed(
  { command, context }: PutRun,
  before: ProductRecord | null,
  after: ProductRecord,
): boolean {
  if (command.isWhole) return true;
  if (!before) return false;
  const now = Date.parse(context.time);
  const isShown = isReleased(after, now);
  return (
    isShown !== isReleased(before, now) || isShown !== isReleased(before, Date.parse(before.modifiedTime))
  );
}

/** Emits that a product has changed, with the variants that have new names or are listed again. */
function emitChanged(
  { command: { storeKey, key }, draft, context }: PutRun,
  product: ProductRecord,
  planned: readonly PlannedVariant[],
): void {
  const found = planned.filter(mayHavePendingStock);
  draft.emit({
    type: "catalogue.product.changed",
    storeKey,
    time: context.time,
    productKey: key,
    variantRefs: found.map(({ after }) => after.variantRef),
    ...pendingDueTime(product, context),
  });
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
  const early = refuseFarAhead(rowTimeOf(run), "/updatedTime", context.time);
  if (early) return early;
  draft.load([
    productStateKey(slot),
    ...command.variants.map(({ variantRef }) => variantStateKey(slot, variantRef)),
    ...(command.isNews ? [tombstoneStateKey(slot)] : []),
  ]);
  const before = draft.get(productStateKey(slot));
  const product = productAfter(run, before);
  if (product.variants.length > MAX_VARIANTS)
    return refuse("LimitExceeded", `A product has at most ${MAX_VARIANTS} variants.`, "/variants");
  const shown = shownOf(run, product);
  if (staysGone(run, before)) return { ok: true, body: { ...shown, variants: [], status: "stale" } };
  if (before && isStale(run, before)) {
    putTotals(run, before);
    return { ok: true, body: { ...shown, status: "stale" } };
  }

  const planned = planNamed(run, product);
  const isUnchanged =
    isSameProduct(before, product) &&
    planned.every(isUnchangedVariant) &&
    (!command.isWhole || planUnnamed(run, product).every(isUnchangedVariant));
  const after = storedProduct(isUnchanged ? product : { ...product, modifiedTime: context.time });
  const refusal = refuseLarge(after, before, planned);
  if (refusal) return refusal;
  const concernsAll = concernsUnnamed(run, before, after);
  loadVariants(run, product, planned, concernsAll);
  // Also variants that stay the same: the thresholds may have changed.
  for (const variant of planned) putVariant(run, after, variant.before, variant.after);
  if (isUnchanged) return { ok: true, body: { ...shown, status: "unchanged" } };
  draft.put(productStateKey(slot), after);
  const unnamed = concernsAll ? planUnnamed(run, after) : [];
  for (const variant of unnamed) putVariant(run, after, variant.before, variant.after);
  emitChanged(run, after, planned);
  return { ok: true, body: { ...shown, status: before ? "updated" : "created" } };
};
