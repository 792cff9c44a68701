import type { Redis } from "ioredis";
import { parseItemId, ordinal, partitionOfWishlist } from "./ids.ts";
import type { Keys } from "./keys.ts";

/** What an event names; the rest of its data is read when it is told. */
export interface EventNames {
  scope: string;
  customerKey?: string;
  wishlistId?: string;
  itemId?: string;
  alertName?: string;
}

/** An event's partition, which is that of the customer. */
interface Placed {
  partition: number;
  names: EventNames;
}

const parse = (text: string | null | undefined) =>
  text ? (JSON.parse(text) as Record<string, unknown>) : undefined;

/**
 * Data of events, read from the records as they are now: what was erased since is not told any more. Members that
 * are not there (any more) are left out.
 */
export async function readEventData(
  redis: Redis,
  keys: Keys,
  events: readonly Placed[],
): Promise<Record<string, unknown>[]> {
  return Promise.all(
    events.map(async ({ partition, names }) => {
      const { scope, customerKey, wishlistId, itemId, alertName } = names;
      const home = wishlistId === undefined ? undefined : partitionOfWishlist(wishlistId);
      const place = itemId === undefined ? undefined : parseItemId(itemId);
      const slot = customerKey === undefined ? undefined : `${scope}:${customerKey}`;
      const [wishlist, item, customer, alert] = await Promise.all([
        home === undefined || wishlistId === undefined
          ? null
          : redis.hget(keys.wishlist(home, wishlistId), "j"),
        place ? redis.hget(keys.wishlist(place.partition, place.wishlist), ordinal(place.number)) : null,
        slot === undefined ? null : redis.hmget(keys.customer(partition, slot), "j", "d"),
        slot === undefined || alertName === undefined
          ? null
          : redis.hget(keys.alerts(partition, slot), alertName),
      ]);
      const { customerId, customerRef, wishlistRef } = parse(wishlist) ?? {};
      const person = parse(customer?.[0]) ?? parse(customer?.[1]) ?? {};
      const { status: _1, sentTime: _2, reason: _3, type: _4, email: _5, ...told } = parse(alert) ?? {};
      return {
        customerId: customerId ?? person["svc_customer_id"],
        customerRef: customerRef ?? person["id"],
        wishlistId,
        wishlistRef,
        itemId,
        item: parse(item),
        ...told,
      };
    }),
  );
}
