import type { Redis } from "ioredis";
import { defined } from "../defined.ts";
import { ordinal, parseItemId, partitionOfWishlist } from "../ids.ts";
import type { Keys } from "../keys/keys.ts";
import { slotName } from "../keys/slots.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { CUSTOMER, RECORD, WISHLIST } from "../records/fields.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";

/** The names in an event; its other data is read when the event is shown. */
interface EventNames {
  storeKey: string;
  customerKey?: string;
  wishlistId?: string;
  itemId?: string;
  alertName?: string;
  orderKey?: string;
}

/** An event's names, and its partition, which is that of the customer. */
interface ItemNames {
  partition: number;
  names: EventNames;
}

/** Decodes any record: its members are shown as they are stored. */
const decodeMembers = decoderOf<Record<string, unknown>>("record", { needs: null });
const parse = (text: string | null | undefined) => decodeIfAny(decodeMembers, text);

/** Reads a removed item; undefined if its wishlist was deleted, or if there was no such item. */
async function removedItem(
  redis: Redis,
  keys: Keys,
  { partition, wishlist, number }: NonNullable<ReturnType<typeof parseItemId>>,
): Promise<Record<string, unknown> | undefined> {
  const [list, item] = await Promise.all([
    redis.hget(keys.wishlist(partition, wishlist), RECORD),
    redis.hget(keys.removedItems(partition, wishlist), ordinal(number)),
  ]);
  return parse(list)?.["deleted"] === false ? parse(item) : undefined;
}

/** Reads the reference of the order that bought a wish from the customer's ledger; undefined for an erased customer. */
async function orderRefOf(redis: Redis, keys: Keys, { wishlistId, orderKey }: EventNames) {
  const partition = wishlistId === undefined ? undefined : partitionOfWishlist(wishlistId);
  if (partition === undefined || wishlistId === undefined || orderKey === undefined) return undefined;
  const meta = await redis.hget(keys.wishlist(partition, wishlistId), WISHLIST.meta);
  const { slot } = meta ? decodeWishlistMeta(meta) : { slot: null };
  const purchase = slot === null ? null : await redis.hget(keys.purchases(partition, slot), orderKey);
  const orderRef = parse(purchase)?.["orderRef"];
  return typeof orderRef === "string" && orderRef !== "" ? orderRef : undefined;
}

/**
 * Reads the data of events from the current state of their records: erased data is no longer shown. Members that do not
 * exist (any more) are left out.
 */
export async function readEventData(
  redis: Redis,
  keys: Keys,
  events: readonly ItemNames[],
): Promise<Record<string, unknown>[]> {
  return Promise.all(
    events.map(async ({ partition, names }) => {
      const { storeKey, customerKey, wishlistId, itemId, alertName } = names;
      const wishlistPartition = wishlistId === undefined ? undefined : partitionOfWishlist(wishlistId);
      const address = itemId === undefined ? undefined : parseItemId(itemId);
      const slot = customerKey === undefined ? undefined : slotName(storeKey, customerKey);
      const alert =
        slot === undefined || alertName === undefined
          ? undefined
          : parse(await redis.hget(keys.alerts(partition, slot), alertName));
      const [wishlist, item, customer] = await Promise.all([
        wishlistPartition === undefined || wishlistId === undefined
          ? null
          : redis.hget(keys.wishlist(wishlistPartition, wishlistId), RECORD),
        address
          ? redis.hget(keys.wishlist(address.partition, address.wishlist), ordinal(address.number))
          : null,
        // An alert names its customer.
        slot === undefined || alert
          ? null
          : redis.hmget(keys.customer(partition, slot), RECORD, CUSTOMER.former),
      ]);
      const { customerId, customerRef, wishlistRef } = parse(wishlist) ?? {};
      const orderRef = await orderRefOf(redis, keys, names);
      const person = parse(customer?.[0]) ?? parse(customer?.[1]) ?? {};
      const { status: _1, sentTime: _2, reason: _3, type: _4, email: _5, ...published } = alert ?? {};
      return {
        customerId: customerId ?? person["svc_customer_id"],
        customerRef: customerRef ?? person["id"],
        wishlistId,
        wishlistRef,
        itemId,
        item: parse(item) ?? (address && (await removedItem(redis, keys, address))),
        ...defined({ orderRef }),
        ...published,
      };
    }),
  );
}
