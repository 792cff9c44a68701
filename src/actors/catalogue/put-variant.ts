import { defined } from "../../collections/defined.ts";
import type { ProductRecord, VariantRecord } from "../../store/records/catalogue.ts";
import type { ForSlot } from "../address.ts";
import type { VariantChanged } from "../events/event.ts";
import type { CommandContext, HandlerRun } from "../handler.ts";
import { textOf } from "../record-text.ts";
import { isInStock, isReleased, isSold, unitsOf, wasShown } from "./availability.ts";
import type { StockThresholds } from "./messages.ts";
import { offerAfter, rememberedPrices } from "./prices.ts";
import { variantStateKey } from "./product.ts";

/** The run of a command that changes a product: it has the address of the product, and the thresholds for its stock. */
type ProductRun = HandlerRun<ForSlot & { thresholds: StockThresholds }>;

/** Whether the units that can be sold are few, but not none. */
function isLow(variant: VariantRecord, { lowStockThreshold }: StockThresholds): boolean {
  const units = unitsOf(variant.stock);
  return typeof units === "number" && units > 0 && units <= lowStockThreshold;
}

/**
 * Whether few units were left at the variant's last change. Records of earlier versions do not say so if these were
 * fewer than the threshold. Unlike these, a record of this version has {@link VariantRecord.isRestocked} then, until the
 * units reach the threshold for the first time.
 */
const wasLow = (before: VariantRecord, thresholds: StockThresholds): boolean => {
  const { isAvailable, unavailableSince, isRestocked } = before;
  const mayBeOld = !isAvailable && unavailableSince === undefined && !isRestocked;
  return before.isLow || (mayBeOld && wasShown(before) && isLow(before, thresholds));
};

const wasBuyable = (before: VariantRecord) => wasShown(before) && isSold(before);

/**
 * Returns the effects of a variant's change on the customers who wait for it. The threshold counts only for rises: a
 * variant with fewer units can be bought, and its stock is low.
 */
function effectsOf(
  before: VariantRecord | null,
  changed: VariantRecord,
  isShown: boolean,
  thresholds: StockThresholds,
) {
  const { threshold } = thresholds;
  const isStocked = isInStock(changed, threshold);
  const isAvailable = isShown && isStocked;
  const isBuyable = isShown && isSold(changed);
  const isRisen = isAvailable && !before?.isAvailable;
  // A variant that is hidden and shown again with the same units has not risen again.
  const wasSoldOut = before === null || before.isRestocked === true || !isInStock(before, threshold);
  // The threshold may be lower at the next change, so these two facts do not depend on it.
  const wasEmpty = before === null || before.isRestocked === true || !isInStock(before, 1);
  const hasUnits = isInStock(changed, 1);
  const isFew = isShown && isLow(changed, thresholds);
  const hadUnits = before !== null && wasShown(before) && isInStock(before, 1);
  return {
    isAvailable,
    isLow: isFew,
    isRisen,
    becomesUnavailable: before?.isAvailable === true && !isAvailable,
    isNewCycle: isRisen && (wasSoldOut || before.cycle === 0),
    isRestocked: !isAvailable && ((isStocked && wasSoldOut) || (hasUnits && wasEmpty)),
    isFirst: isBuyable && before?.releasedTime === undefined,
    isBuyableAgain: isBuyable && !(before && wasBuyable(before)),
    // A variant that comes back with few units is not low in stock: at most, it is back in stock.
    isFewLeft: isFew && hadUnits && !wasLow(before, thresholds) && !isRisen,
    offer: offerAfter(before && { variant: before, isBuyable: wasBuyable(before) }, {
      variant: changed,
      isBuyable,
    }),
  };
}

type Effects = ReturnType<typeof effectsOf>;

/** Returns the variant's record after a change, with its cycles and times. */
function recordAfter(
  before: VariantRecord | null,
  changed: VariantRecord,
  isShown: boolean,
  effects: Effects,
  time: string,
): VariantRecord {
  const { isRestocked: _1, lowSince: _2, firstPrices: _3, highestPrices: _4, ...others } = changed;
  const { cheaperSince, unavailableSince, buyableSince, ...kept } = others;
  const isCheaper = effects.offer === "better";
  // The former price drop, and its wave, are not a reason for an alert about a new offer.
  const isDropOver = effects.offer === "new" && cheaperSince !== undefined;
  const lowSince = effects.isFewLeft ? time : before?.isLow ? before.lowSince : null;
  return {
    ...kept,
    isAvailable: effects.isAvailable,
    isLow: effects.isLow,
    isShown,
    cycle: (before?.cycle ?? 0) + (effects.isNewCycle ? 1 : 0),
    lowCycle: (before?.lowCycle ?? 0) + (effects.isFewLeft ? 1 : 0),
    priceCycle: (before?.priceCycle ?? 0) + (isCheaper || isDropOver ? 1 : 0),
    ...defined({
      isRestocked: effects.isRestocked ? true : undefined,
      availableSince: effects.isRisen ? time : kept.availableSince,
      cycleSince: effects.isNewCycle ? time : kept.cycleSince,
      unavailableSince: effects.becomesUnavailable ? time : effects.isNewCycle ? undefined : unavailableSince,
      releasedTime: effects.isFirst ? time : kept.releasedTime,
      buyableSince: effects.isRisen ? undefined : effects.isBuyableAgain ? time : buyableSince,
      lowSince: effects.isLow ? lowSince : undefined,
      cheaperSince: isCheaper ? time : isDropOver ? undefined : cheaperSince,
    }),
    ...rememberedPrices(before, changed, time),
  };
}

/**
 * Stores a changed variant and emits its effects: it is available again or for the first time, few units are left, or
 * it costs less. A rise counts once; the next rise counts after a fall. A rise that only shows a hidden variant again
 * has the same cycle, so customers with an alert, and wishes from while it was available, are not notified.
 */
export function putVariant(
  { command: { storeKey, slot, key, thresholds }, draft, context }: ProductRun,
  product: ProductRecord,
  before: VariantRecord | null,
  changed: VariantRecord,
): void {
  const isShown = isReleased(product, Date.parse(context.time));
  const effects = effectsOf(before, changed, isShown, thresholds);
  const after = recordAfter(before, changed, isShown, effects, context.time);
  // A change of a product concerns all its variants, of which there may be thousands, but changes few of them.
  if (before === null || textOf(before) !== textOf(after))
    draft.put(variantStateKey(slot, changed.variantRef), after);
  const emit = (type: VariantChanged["type"], cycle: number, since = context.time) =>
    draft.emit({
      type,
      storeKey,
      time: context.time,
      since,
      productKey: key,
      variantRef: after.variantRef,
      cycle,
    });
  // The release is emitted again at each rise: a release that did not last has notified nobody, and nobody is notified
  // of it twice.
  if (effects.isFirst || effects.isRisen || effects.isBuyableAgain)
    emit("catalogue.variant.released", 1, after.releasedTime);
  if (effects.isRisen) emit("catalogue.variant.available", after.cycle);
  if (effects.isFewLeft) emit("catalogue.variant.low_stock", after.lowCycle);
  if (effects.offer === "better") emit("catalogue.variant.price_dropped", after.priceCycle);
}

/** Returns when to check the product again, if its publication is in the future. */
export function pendingDueTime(
  { publishedTime }: ProductRecord,
  context: CommandContext,
): { dueTime?: string } {
  if (typeof publishedTime !== "string" || Date.parse(publishedTime) <= Date.parse(context.time)) return {};
  return { dueTime: publishedTime };
}
