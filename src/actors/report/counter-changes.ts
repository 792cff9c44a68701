import { defined } from "../../collections/defined.ts";
import type { Sale } from "../../store/records/orders.ts";
import type { ItemRecord, ProductIdentity, RemovedItemRecord } from "../../store/records/records.ts";
import type { CounterChange, VariantName } from "../../store/reports/counter-fields.ts";
import { millionths } from "../../units/money.ts";
import type { CountedChange, CountedWish } from "../events/counted.ts";
import type { Event } from "../events/event.ts";
import { isSameJson } from "../record-text.ts";

/** Returns the day in UTC, and the quarter of an hour in that day, of a time in ISO 8601 that ends with Z. */
export const dayAndQuarterOf = (time: string): { day: string; quarter: number } => ({
  day: time.slice(0, 10),
  quarter: Number(time.slice(11, 13)) * 4 + Math.floor(Number(time.slice(14, 16)) / 15),
});

function variantOf({
  productId = "",
  productRef,
  selectedVariantId = "",
  selectedVariantRef,
}: ProductIdentity): VariantName {
  return productRef !== undefined && selectedVariantRef !== undefined
    ? { by: "ref", product: productRef, variant: selectedVariantRef }
    : { by: "id", product: productId, variant: selectedVariantId };
}

/** Returns the fields of an item that reports count. */
export function countedWish(item: ItemRecord | RemovedItemRecord): CountedWish {
  const { product, locationRef, createdTime: madeTime, purchased } = item;
  return {
    product,
    ...defined({ locationRef }),
    madeTime,
    ...("deletedTime" in item ? { leftTime: item.deletedTime } : {}),
    purchased,
  };
}

/** Returns a changed wish for the event of the change; nothing if reports count the wish as before. */
export function countedChange(before: ItemRecord | RemovedItemRecord, after: ItemRecord | RemovedItemRecord) {
  const wish = { was: countedWish(before), is: countedWish(after) };
  return isSameJson(wish.was, wish.is) ? {} : { counted: { wish } };
}

/** Returns the changes of counters for a wish: it was added, and may have been purchased or removed. */
export function countersOfWish(wish: CountedWish, add = 1n): CounterChange[] {
  const { product, locationRef: location, madeTime, leftTime, purchased } = wish;
  const common = { variant: variantOf(product), location, add };
  const made: CounterChange = { what: "made", ...common, ...dayAndQuarterOf(madeTime) };
  if (leftTime === undefined && !purchased) return [made];
  const closed: CounterChange = { ...made, what: "closed" };
  if (leftTime === undefined) return [made, closed];
  return [made, closed, { what: "removed", ...common, ...dayAndQuarterOf(leftTime) }];
}

/** Returns the changes of counters for a sale. */
export function countersOfSale({ product, locationRef, time, seconds, units, revenue }: Sale, sign = 1n) {
  const common = {
    variant: variantOf(product),
    location: locationRef,
    currency: revenue?.currency ?? "",
    ...dayAndQuarterOf(time),
  };
  const changes: CounterChange[] = [
    { what: "bought", add: sign, ...common },
    { what: "units", add: sign * BigInt(units), ...common },
    { what: "seconds", add: sign * BigInt(seconds), ...common },
  ];
  if (revenue) changes.push({ what: "revenue", add: sign * millionths(revenue.amount), ...common });
  return changes;
}

/** Returns the changes of counters that follow from the type of an event. */
function countersOfType(event: Event): CounterChange[] {
  const date = dayAndQuarterOf(event.time);
  switch (event.type) {
    case "wishlist.created":
      return [{ what: "wishlists.created", ...date, add: 1n }];
    case "wishlist.deleted":
      return [{ what: "wishlists.deleted", ...date, add: 1n }];
    case "wishlist.item.added": {
      const { counted, product, locationRef, time: madeTime } = event;
      if (counted) return countersOfWish(counted.arrived);
      return countersOfWish({ product, ...defined({ locationRef }), madeTime, purchased: false });
    }
    case "alert.back_in_stock":
    case "alert.register_interest":
    case "alert.price_drop":
    case "alert.low_stock":
      return [{ what: event.type, ...date, add: 1n }];
    default:
      return [];
  }
}

/** Returns the changes of its store's counters by an event: the counts after the event, less the counts before it. */
export function counterChangesOf(event: Event): CounterChange[] {
  // Most events have no `counted`: this avoids seven empty lists for them.
  if (!event.counted) return countersOfType(event);
  const {
    wish,
    moved = [],
    returned = [],
    gone = [],
    dropped = [],
    sold = [],
    unsold = [],
    forgotten = [],
  }: CountedChange = event.counted;
  return [
    ...countersOfType(event),
    ...(wish ? [...countersOfWish(wish.was, -1n), ...countersOfWish(wish.is)] : []),
    ...[...moved, ...dropped].flatMap((before) => countersOfWish(before, -1n)),
    ...returned.flatMap((after) => countersOfWish(after)),
    ...gone.flatMap((before) => [
      ...countersOfWish(before, -1n),
      ...countersOfWish({ ...before, leftTime: event.time }),
    ]),
    ...sold.flatMap((sale) => countersOfSale(sale)),
    ...unsold.flatMap((sale) => countersOfSale(sale, -1n)),
    ...forgotten.map(({ type, time }): CounterChange => ({
      what: `alert.${type}`,
      ...dayAndQuarterOf(time),
      add: -1n,
    })),
  ];
}
