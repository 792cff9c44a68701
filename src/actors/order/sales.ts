import type { Purchase, Sale } from "../../store/orders.ts";
import type { ItemRecord } from "../../store/records.ts";
import type { Moment } from "../messages.ts";
import type { Draft } from "../state.ts";
import type { BoughtLine, MatchOrder } from "./messages.ts";

type Lines = Purchase["lines"];

/** What a line sold by finding this wish. */
export function saleOf(item: ItemRecord, { units, revenue }: BoughtLine, boughtTime: string): Sale {
  const { product, locationRef, createdTime } = item;
  return {
    product,
    ...(locationRef === undefined ? {} : { locationRef }),
    time: boughtTime,
    seconds: Math.floor((Date.parse(boughtTime) - Date.parse(createdTime)) / 1000),
    units,
    ...(revenue === undefined ? {} : { revenue }),
  };
}

/** A line that found its wish before, with what it says now that it sold. */
export function soldAgain(known: Lines[string], { units, revenue }: BoughtLine): Lines[string] {
  if (!known.sale) return known;
  const { revenue: _, ...sale } = known.sale;
  return { ...known, sale: { ...sale, units, ...(revenue === undefined ? {} : { revenue }) } };
}

const isSame = (a: Sale | undefined, b: Sale | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** Tells reports what an order's lines sold after all, and what not. */
export function tellSales(
  draft: Draft,
  { scope }: MatchOrder,
  was: Lines,
  is: Lines,
  { time }: Moment,
): void {
  const changed = (from: Lines, to: Lines) =>
    Object.entries(from).flatMap(([lineRef, { sale }]) =>
      sale && !isSame(sale, to[lineRef]?.sale) ? [sale] : [],
    );
  const [sold, unsold] = [changed(is, was), changed(was, is)];
  if (sold.length + unsold.length > 0)
    draft.emit({ type: "report.counted", scope, time, counted: { sold, unsold } });
}
