import { defined } from "../../collections/defined.ts";
import type { OrderLine, Purchase, PurchaseLine, Sale } from "../../store/records/orders.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import { amountOf, millionths } from "../../units/money.ts";
import type { HandlerRun } from "../handler.ts";
import { isSameJson } from "../record-text.ts";
import type { BoughtLine, MatchOrder } from "./messages.ts";

/**
 * Returns the sales of a line: the units that were not returned, and their revenue after discounts if the order has
 * prices. A discount covers the whole line; returned units take their share of it.
 */
export function soldBy(
  { quantity, refundedQuantity = 0, price, discount = "0" }: OrderLine,
  currency: string | undefined,
): Pick<BoughtLine, "units" | "revenue"> {
  const units = Math.max(0, quantity - refundedQuantity);
  if (price === undefined || currency === undefined) return { units };
  const whole = millionths(price) * BigInt(quantity) - millionths(discount);
  const revenue = whole <= 0n || quantity === 0 ? 0n : (whole * BigInt(units)) / BigInt(quantity);
  return { units, revenue: { amount: amountOf(revenue), currency } };
}

type Lines = Purchase["lines"];

/** Returns the sale of a line that found this wish. */
export function saleOf(item: ItemRecord, { units, revenue }: BoughtLine, boughtTime: string): Sale {
  const { product, locationRef, createdTime } = item;
  return {
    product,
    ...defined({ locationRef }),
    time: boughtTime,
    // A wish of the same second may be some milliseconds younger.
    seconds: Math.max(0, Math.floor((Date.parse(boughtTime) - Date.parse(createdTime)) / 1000)),
    units,
    ...defined({ revenue }),
  };
}

/** Whether the order's new version corrects the time at which a line bought its wish. */
export const hasOtherTime = ({ sale }: PurchaseLine, boughtTime: string): boolean =>
  sale !== undefined && Date.parse(sale.time) !== Date.parse(boughtTime);

/**
 * Returns since when the wish that a line bought was for its variant, ISO 8601; undefined if that is unknown. A line of
 * an earlier version knows only how old the wish was, in whole seconds: it gets the earliest time.
 */
export function wishedTimeOf({ wishedTime, sale }: PurchaseLine): string | undefined {
  if (wishedTime !== undefined || !sale) return wishedTime;
  return new Date(Date.parse(sale.time) - sale.seconds * 1000 - 999).toISOString();
}

/** Returns a line that found its wish before, with the units, the revenue and the time of the order's new version. */
export function withNewSale(
  known: PurchaseLine,
  { units, revenue }: BoughtLine,
  boughtTime: string,
): PurchaseLine {
  if (!known.sale) return known;
  const { revenue: _, ...sale } = known.sale;
  const laterSeconds = Math.floor((Date.parse(boughtTime) - Date.parse(sale.time)) / 1000);
  const seconds = Math.max(0, sale.seconds + laterSeconds);
  const timed = hasOtherTime(known, boughtTime) ? { time: boughtTime, seconds } : {};
  return { ...known, sale: { ...sale, ...timed, units, ...defined({ revenue }) } };
}

/** Emits the sales of an order's lines, and corrects those that changed. */
export function emitSales(
  { command, draft, context }: HandlerRun<MatchOrder>,
  before: Lines,
  after: Lines,
): void {
  const { storeKey } = command;
  const { time } = context;
  const changed = (from: Lines, to: Lines) =>
    Object.entries(from).flatMap(([lineRef, { sale }]) =>
      sale && !isSameJson(sale, to[lineRef]?.sale) ? [sale] : [],
    );
  const [sold, unsold] = [changed(after, before), changed(before, after)];
  if (sold.length + unsold.length > 0)
    draft.emit({ type: "report.counted", storeKey, time, counted: { sold, unsold } });
}
