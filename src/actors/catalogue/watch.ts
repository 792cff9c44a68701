import type { ProductRecord, VariantRecord } from "../../store/catalogue.ts";
import type { Draft } from "../state.ts";
import type { Moment } from "../messages.ts";
import { isInStock, isReleased, unitsOf } from "./availability.ts";
import type { StockThresholds, VariantEventType } from "./messages.ts";
import { variantCell } from "./product.ts";

interface Place {
  scope: string;
  slot: string;
  key: string;
}

const isDrop = (before: VariantRecord | null, after: VariantRecord) =>
  before?.price !== undefined &&
  after.price !== undefined &&
  before.currency === after.currency &&
  Number(after.price) > 0 &&
  Number(after.price) < Number(before.price);

/** Whether the units that can be sold are few, but not none. */
function isLow(variant: VariantRecord, { lowStockThreshold }: StockThresholds): boolean {
  const units = unitsOf(variant.stock);
  return typeof units === "number" && units > 0 && units <= lowStockThreshold;
}

/**
 * Stores a variant after a change, and tells what it means for those who wait: that it can be bought again, or for
 * the first time, that few are left, or that it costs less. A rise counts once; the next one counts after a fall.
 */
export function putVariant(
  draft: Draft,
  { scope, slot, key }: Place,
  product: ProductRecord,
  before: VariantRecord | null,
  changed: VariantRecord,
  thresholds: StockThresholds,
  moment: Moment,
): void {
  const now = Date.parse(moment.time);
  const isVisible = isReleased(product, now);
  const isAvailable = isVisible && isInStock(changed, thresholds.threshold);
  const hasRisen = isAvailable && !before?.isAvailable;
  // A shop that tells no stock sells what it shows.
  const isBuyable = isVisible && (isAvailable || unitsOf(changed.stock) === undefined);
  const isFirst = isBuyable && before?.releasedTime === undefined;
  const becomesLow = isAvailable && isLow(changed, thresholds) && before?.isLow !== true;
  const after: VariantRecord = {
    ...changed,
    isAvailable,
    isLow: isAvailable && isLow(changed, thresholds),
    cycle: (before?.cycle ?? 0) + (hasRisen ? 1 : 0),
    lowCycle: (before?.lowCycle ?? 0) + (becomesLow ? 1 : 0),
    priceCycle: (before?.priceCycle ?? 0) + (isDrop(before, changed) ? 1 : 0),
    ...(hasRisen ? { availableSince: moment.time } : {}),
    ...(isFirst ? { releasedTime: moment.time } : {}),
  };
  draft.put(variantCell(slot, changed.variantRef), after);
  const tell = (type: VariantEventType, cycle: number, since = moment.time) =>
    draft.emit({
      type,
      scope,
      time: moment.time,
      since,
      productKey: key,
      variantRef: after.variantRef,
      cycle,
    });
  // Again at each rise: a release that did not hold was told to nobody, and nobody is told of it twice.
  if (isFirst || hasRisen) tell("catalogue.variant.released", 1, after.releasedTime);
  if (hasRisen) tell("catalogue.variant.available", after.cycle);
  if (becomesLow) tell("catalogue.variant.low_stock", after.lowCycle);
  if (isVisible && isDrop(before, changed)) tell("catalogue.variant.price_dropped", after.priceCycle);
}

/** When the product is to be looked at again, if its publication lies ahead. */
export function dueOf({ publishedTime }: ProductRecord, moment: Moment): { dueTime?: string } {
  if (typeof publishedTime !== "string" || Date.parse(publishedTime) <= Date.parse(moment.time)) return {};
  return { dueTime: publishedTime };
}
