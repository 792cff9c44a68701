import { defined } from "../../collections/defined.ts";
import { variantId } from "../../store/ids/ids.ts";
import { variantNames } from "../../store/keys/names.ts";
import type { ProductRecord, Stock, VariantRecord } from "../../store/records/catalogue.ts";
import { changed } from "../patch.ts";
import { isSameJson } from "../record-text.ts";
import { ANYWHERE, applyLevels } from "./availability.ts";
import type { VariantFields } from "./messages.ts";
import { type PutRun, rowTimeOf } from "./product-version.ts";
import { nameClaim, variantStateKey } from "./product.ts";

/** Returns the stock after the total of a product row, which may be stale although the row is not. */
export function withTotal(run: PutRun, stock: Stock, available: number | null | undefined): Stock {
  if (available === undefined) return stock;
  const { mayBeUncounted } = run.command;
  const total = {
    locationRef: ANYWHERE,
    available,
    updatedTime: rowTimeOf(run),
    ...defined({ mayBeUncounted }),
  };
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
  idOf: (variantRef: string) => string,
  before: VariantRecord | null,
  { available, inventoryPolicy, ...fields }: VariantFields,
): VariantRecord {
  const { command } = run;
  const { isWithdrawn: _, ...known }: VariantRecord = before ?? {
    variantId: idOf(fields.variantRef),
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

/** Whether stock that waits for an unknown variant may be this one's: it has a new name, or is listed again. */
export const mayHavePendingStock = ({ before, after }: PlannedVariant): boolean =>
  newNames(before, after).length > 0 || (before?.isWithdrawn === true && !after.isWithdrawn);

/** A variant before and after the change of a feed. */
export interface PlannedVariant {
  before: VariantRecord | null;
  after: VariantRecord;
}

/** Returns the variants that the feed names. */
export function planNamed(run: PutRun, product: ProductRecord): PlannedVariant[] {
  const { command, draft } = run;
  const numbers = new Map(product.variants.map((variantRef, i) => [variantRef, i + 1]));
  const idOf = (variantRef: string) => variantId(product.productId, numbers.get(variantRef) ?? 0);
  return command.variants.map((fields) => {
    const before = draft.get(variantStateKey(command.slot, fields.variantRef));
    return { before, after: variantAfter(run, idOf, before, fields) };
  });
}

/** Returns a variant without the time of its total, because a row that repeats a total changes nothing. */
const withoutTime = (variant: VariantRecord | null) =>
  variant && { ...variant, stock: { ...variant.stock, [ANYWHERE]: variant.stock[ANYWHERE]?.available } };

/** Returns a variant that its product no longer has. It is kept for its wishes, and is sold out permanently. */
const withdrawn = (variant: VariantRecord, updatedTime: string): VariantRecord => ({
  ...variant,
  inventoryPolicy: "deny",
  stock: { [ANYWHERE]: { available: 0, updatedTime } },
  isWithdrawn: true,
});

/** Returns the variants that the feed does not name. A row with all variants of the product withdraws them. */
export function planUnnamed(run: PutRun, product: ProductRecord): PlannedVariant[] {
  const { command, draft } = run;
  const named = new Set(command.variants.map(({ variantRef }) => variantRef));
  const stateKeys = product.variants
    .filter((variantRef) => !named.has(variantRef))
    .map((variantRef) => variantStateKey(command.slot, variantRef));
  draft.load(stateKeys);
  return stateKeys.flatMap((stateKey) => {
    const before = draft.get(stateKey);
    if (!before) return [];
    return { before, after: command.isWhole ? withdrawn(before, rowTimeOf(run)) : before };
  });
}

/** Whether a variant stays the same, apart from the time of its total. */
export const isUnchangedVariant = ({ before, after }: PlannedVariant) =>
  isSameJson(withoutTime(before), withoutTime(after));

/** Makes the claims of new names of variants, and loads the variants that the feed does not name if they are needed. */
export function loadVariants(
  { command: { slot, storeKey }, draft }: PutRun,
  product: ProductRecord,
  planned: readonly PlannedVariant[],
  concernsUnnamed: boolean,
): void {
  draft.load([
    ...(concernsUnnamed ? product.variants.map((variantRef) => variantStateKey(slot, variantRef)) : []),
    ...planned.flatMap(({ before, after }) =>
      newNames(before, after).map((name) => nameClaim(storeKey, product, name)),
    ),
  ]);
}
