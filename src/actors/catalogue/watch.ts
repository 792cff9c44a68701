import type { ProductRecord, VariantRecord } from "../../store/records/catalogue.ts";
import type { Draft } from "../state.ts";
import type { CommandContext } from "../handler.ts";
import { isInStock, isReleased, unitsOf } from "./availability.ts";
import type { StockThresholds } from "./messages.ts";
import type { VariantEventType } from "../event.ts";
import { isBetterOffer, notedPrices } from "./prices.ts";
import { variantStateKey } from "./product.ts";

interface ProductAddress {
  storeKey: string;
  slot: string;
  key: string;
}

/** Whether the units that can be sold are few, but not none. */
function isLow(variant: VariantRecord, { lowStockThreshold }: StockThresholds): boolean {
  const units = unitsOf(variant.stock);
  return typeof units === "number" && units > 0 && units <= lowStockThreshold;
}

/** Whether a variant that customers can see can be bought: a shop that tells no stock sells what it shows. */
const isSold = (variant: VariantRecord, threshold: number) =>
  unitsOf(variant.stock) === undefined || isInStock(variant, threshold);

/** Whether a variant could be bought; records of earlier versions do not say whether it was shown. */
const wasBuyable = (before: VariantRecord) =>
  before.isAvailable ||
  ((before.isShown ?? before.releasedTime !== undefined) && unitsOf(before.stock) === undefined);

/** What a change of a variant means for those who wait for it. */
function effectsOf(
  before: VariantRecord | null,
  changed: VariantRecord,
  isShown: boolean,
  thresholds: StockThresholds,
) {
  const { threshold } = thresholds;
  const isStocked = isInStock(changed, threshold);
  const isAvailable = isShown && isStocked;
  const isBuyable = isShown && isSold(changed, threshold);
  const isRisen = isAvailable && !before?.isAvailable;
  // What is hidden and shown again with the units that it had has not risen anew.
  const wasSoldOut = before === null || before.isRestocked === true || !isInStock(before, threshold);
  const isFew = isAvailable && isLow(changed, thresholds);
  return {
    isAvailable,
    isLow: isFew,
    isRisen,
    isNewCycle: isRisen && (wasSoldOut || before.cycle === 0),
    isRestocked: isStocked && !isAvailable && wasSoldOut,
    isFirst: isBuyable && before?.releasedTime === undefined,
    isBuyableAgain: isBuyable && !(before && wasBuyable(before)),
    // What comes back into stock with few is told as that.
    isFewLeft: isFew && before?.isLow !== true && !isRisen,
    isCheaper: isBetterOffer(before && { variant: before, isBuyable: wasBuyable(before) }, {
      variant: changed,
      isBuyable,
    }),
  };
}

type Effects = ReturnType<typeof effectsOf>;

/** The variant's record after a change, with its cycles and times. */
function recordAfter(
  before: VariantRecord | null,
  changed: VariantRecord,
  isShown: boolean,
  effects: Effects,
  time: string,
): VariantRecord {
  const { isRestocked: _1, lowSince: _2, firstPrices: _3, highestPrices: _4, ...kept } = changed;
  const lowSince = effects.isFewLeft ? time : before?.isLow ? before.lowSince : null;
  return {
    ...kept,
    isAvailable: effects.isAvailable,
    isLow: effects.isLow,
    isShown,
    cycle: (before?.cycle ?? 0) + (effects.isNewCycle ? 1 : 0),
    lowCycle: (before?.lowCycle ?? 0) + (effects.isFewLeft ? 1 : 0),
    priceCycle: (before?.priceCycle ?? 0) + (effects.isCheaper ? 1 : 0),
    ...(effects.isRestocked ? { isRestocked: true } : {}),
    ...(effects.isRisen ? { availableSince: time } : {}),
    ...(effects.isFirst ? { releasedTime: time } : {}),
    ...(effects.isLow && lowSince !== undefined ? { lowSince } : {}),
    ...(effects.isCheaper ? { cheaperSince: time } : {}),
    ...notedPrices(before, changed, time),
  };
}

/**
 * Stores a variant after a change, and tells what it means for those who wait: that it can be bought again, or for
 * the first time, that few are left, or that it costs less. A rise counts once; the next one counts after a fall. A
 * rise that only shows again what was hidden is told under the same cycle, to those who have not been told.
 */
export function putVariant(
  draft: Draft,
  { storeKey, slot, key }: ProductAddress,
  product: ProductRecord,
  before: VariantRecord | null,
  changed: VariantRecord,
  thresholds: StockThresholds,
  context: CommandContext,
): void {
  const isShown = isReleased(product, Date.parse(context.time));
  const effects = effectsOf(before, changed, isShown, thresholds);
  const after = recordAfter(before, changed, isShown, effects, context.time);
  draft.put(variantStateKey(slot, changed.variantRef), after);
  const emit = (type: VariantEventType, cycle: number, since = context.time) =>
    draft.emit({
      type,
      storeKey,
      time: context.time,
      since,
      productKey: key,
      variantRef: after.variantRef,
      cycle,
    });
  // Again at each rise: a release that did not hold was told to nobody, and nobody is told of it twice.
  if (effects.isFirst || effects.isRisen || effects.isBuyableAgain)
    emit("catalogue.variant.released", 1, after.releasedTime);
  if (effects.isRisen) emit("catalogue.variant.available", after.cycle);
  if (effects.isFewLeft) emit("catalogue.variant.low_stock", after.lowCycle);
  if (effects.isCheaper) emit("catalogue.variant.price_dropped", after.priceCycle);
}

/** When the product is to be looked at again, if its publication lies ahead. */
export function dueOf({ publishedTime }: ProductRecord, context: CommandContext): { dueTime?: string } {
  if (typeof publishedTime !== "string" || Date.parse(publishedTime) <= Date.parse(context.time)) return {};
  return { dueTime: publishedTime };
}
