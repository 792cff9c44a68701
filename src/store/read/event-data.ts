import type { Redis } from "ioredis";
import { defined } from "../../collections/defined.ts";
import { ordinal } from "../ids/base32.ts";
import { parseItemId, partitionOfWishlist } from "../ids/ids.ts";
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

type Members = Record<string, unknown> | undefined;

/** Reads a removed item; undefined if its wishlist was deleted, or if there was no such item. */
async function removedItem(
  redis: Redis,
  keys: Keys,
  { partition, wishlist, number }: NonNullable<ReturnType<typeof parseItemId>>,
): Promise<Members> {
  const [list, item] = await Promise.all([
    redis.hget(keys.wishlist(partition, wishlist), RECORD),
    redis.hget(keys.removedItems(partition, wishlist), ordinal(number)),
  ]);
  return parse(list)?.["deleted"] === false ? parse(item) : undefined;
}

/** Reads an item, also a removed one; undefined if there is none. */
async function currentOrRemovedItem(redis: Redis, keys: Keys, itemId: string | undefined): Promise<Members> {
  const address = itemId === undefined ? undefined : parseItemId(itemId);
  if (!address) return undefined;
  const { partition, wishlist, number } = address;
  const item = parse(await redis.hget(keys.wishlist(partition, wishlist), ordinal(number)));
  return item ?? removedItem(redis, keys, address);
}

/** Reads the record of a wishlist; undefined if there is none. */
async function wishlistRecord(redis: Redis, keys: Keys, wishlistId: string | undefined): Promise<Members> {
  const partition = wishlistId === undefined ? undefined : partitionOfWishlist(wishlistId);
  if (wishlistId === undefined || partition === undefined) return undefined;
  return parse(await redis.hget(keys.wishlist(partition, wishlistId), RECORD));
}

/** Reads the customer of an event, or what is known of a deleted one. */
async function knownCustomer(
  redis: Redis,
  keys: Keys,
  { partition, names: { storeKey, customerKey } }: ItemNames,
): Promise<Members> {
  if (customerKey === undefined) return undefined;
  const key = keys.customer(partition, slotName(storeKey, customerKey));
  const [record, former] = await redis.hmget(key, RECORD, CUSTOMER.former);
  return parse(record) ?? parse(former);
}

/** Reads what the event of an alert shows of it; undefined if the event names none, or if it was erased. */
async function publishedAlert(
  redis: Redis,
  keys: Keys,
  { partition, names: { storeKey, customerKey, alertName } }: ItemNames,
): Promise<Members> {
  if (customerKey === undefined || alertName === undefined) return undefined;
  const alert = parse(await redis.hget(keys.alerts(partition, slotName(storeKey, customerKey)), alertName));
  if (!alert) return undefined;
  const { status: _1, sentTime: _2, type: _3, email: _4, ...published } = alert;
  return published;
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

/** Reads the data of one event. */
async function readOne(redis: Redis, keys: Keys, event: ItemNames): Promise<Record<string, unknown>> {
  const { wishlistId, itemId } = event.names;
  const alert = await publishedAlert(redis, keys, event);
  const [wishlist, item, customer, orderRef] = await Promise.all([
    wishlistRecord(redis, keys, wishlistId),
    currentOrRemovedItem(redis, keys, itemId),
    // An alert names its customer.
    alert ? undefined : knownCustomer(redis, keys, event),
    orderRefOf(redis, keys, event.names),
  ]);
  return {
    customerId: wishlist?.["customerId"] ?? customer?.["svc_customer_id"],
    customerRef: wishlist?.["customerRef"] ?? customer?.["id"],
    wishlistId,
    wishlistRef: wishlist?.["wishlistRef"],
    itemId,
    item,
    ...defined({ orderRef }),
    ...alert,
  };
}

/**
 * Reads the data of events from the current state of their records: erased data is no longer shown. Members that do not
 * exist (any more) are left out.
 */
export const readEventData = (
  redis: Redis,
  keys: Keys,
  events: readonly ItemNames[],
): Promise<Record<string, unknown>[]> => Promise.all(events.map((event) => readOne(redis, keys, event)));
