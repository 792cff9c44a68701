import type { Redis } from "ioredis";
import { defined } from "../../collections/defined.ts";
import { ordinal } from "../ids/base32.ts";
import { itemId, parseItemId, partitionOfWishlist } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot, slotName } from "../keys/slots.ts";
import type { AlertRecord } from "../records/alerts.ts";
import type { Decode, RecordLabel } from "../records/decode.ts";
import { CUSTOMER, RECORD, WISHLIST } from "../records/fields.ts";
import {
  decodeCustomer,
  decodeFormerCustomer,
  decodeRemovedItem,
  decodeWishlist,
  type ItemRecord,
  type WishlistRecord,
} from "../records/records.ts";
import { itemDecoderFor } from "../records/served-item.ts";
import { decodeAlert } from "../records/stored-alerts.ts";
import { decodePurchase } from "../records/stored-orders.ts";
import { decodeOrSkip, type OnUndecodable } from "../records/undecodable.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";

/** The store of the events' records. */
export interface EventReads {
  redis: Redis;
  keys: Keys;
  /** Called for records that cannot be decoded, which are left out. */
  onUndecodable: OnUndecodable;
}

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

const decodeIfStored = <T>(
  { onUndecodable }: EventReads,
  decode: Decode<T>,
  text: string | null | undefined,
  label: RecordLabel,
): T | undefined => (text ? decodeOrSkip(decode, text, () => label, onUndecodable) : undefined);

/** Reads an item, also a removed one of a wishlist that is not deleted; undefined if there is none. */
async function currentOrRemovedItem(
  reads: EventReads,
  storeKey: string,
  id: string | undefined,
): Promise<ItemRecord | undefined> {
  const address = id === undefined ? undefined : parseItemId(id);
  if (!address) return undefined;
  const { redis, keys } = reads;
  const { partition, wishlist, number } = address;
  const label = { storeKey, partition, id: itemId(wishlist, number) };
  const key = keys.wishlist(partition, wishlist);
  const [metaText, stored] = await redis.hmget(key, WISHLIST.meta, ordinal(number));
  const meta = decodeIfStored(reads, decodeWishlistMeta, metaText, { storeKey, partition, id: wishlist });
  const item = meta && decodeIfStored(reads, itemDecoderFor(meta), stored, label);
  if (item) return item;
  const [list, text] = await Promise.all([
    wishlistRecord(reads, storeKey, wishlist),
    redis.hget(keys.removedItems(partition, wishlist), ordinal(number)),
  ]);
  return list?.deleted === false ? decodeIfStored(reads, decodeRemovedItem, text, label) : undefined;
}

/** Reads the record of a wishlist; undefined if there is none. */
async function wishlistRecord(
  reads: EventReads,
  storeKey: string,
  id: string | undefined,
): Promise<WishlistRecord | undefined> {
  const partition = id === undefined ? undefined : partitionOfWishlist(id);
  if (id === undefined || partition === undefined) return undefined;
  const text = await reads.redis.hget(reads.keys.wishlist(partition, id), RECORD);
  return decodeIfStored(reads, decodeWishlist, text, { storeKey, partition, id });
}

/** Reads the ids of an event's customer, or of a deleted one. */
async function knownCustomer(
  reads: EventReads,
  { partition, names: { storeKey, customerKey } }: ItemNames,
): Promise<{ svc_customer_id?: string; id?: string } | undefined> {
  if (customerKey === undefined) return undefined;
  const key = reads.keys.customer(partition, slotName(storeKey, customerKey));
  const [record, former] = await reads.redis.hmget(key, RECORD, CUSTOMER.former);
  const label = { storeKey, partition, id: customerKey };
  return (
    decodeIfStored(reads, decodeCustomer, record, label) ??
    decodeIfStored(reads, decodeFormerCustomer, former, label)
  );
}

/** Reads what the event of an alert shows of it; undefined if the event names none, or if it was erased. */
async function publishedAlert(
  reads: EventReads,
  { partition, names: { storeKey, customerKey, alertName } }: ItemNames,
): Promise<Omit<AlertRecord, "status" | "sentTime" | "type" | "email"> | undefined> {
  if (customerKey === undefined || alertName === undefined) return undefined;
  const key = reads.keys.alerts(partition, slotName(storeKey, customerKey));
  const label = { storeKey, partition, id: `${customerKey} ${alertName}` };
  const alert = decodeIfStored(reads, decodeAlert, await reads.redis.hget(key, alertName), label);
  if (!alert) return undefined;
  const { status: _1, sentTime: _2, type: _3, email: _4, ...published } = alert;
  return published;
}

/** Reads the reference of the order that bought a wish from the customer's ledger; undefined for an erased customer. */
async function orderRefOf(reads: EventReads, { storeKey, wishlistId, orderKey }: EventNames) {
  const { redis, keys } = reads;
  const partition = wishlistId === undefined ? undefined : partitionOfWishlist(wishlistId);
  if (partition === undefined || wishlistId === undefined || orderKey === undefined) return undefined;
  const metaText = await redis.hget(keys.wishlist(partition, wishlistId), WISHLIST.meta);
  const meta = decodeIfStored(reads, decodeWishlistMeta, metaText, { storeKey, partition, id: wishlistId });
  const slot = meta?.slot ?? null;
  if (slot === null) return undefined;
  const text = await redis.hget(keys.purchases(partition, slot), orderKey);
  const label = { storeKey, partition, id: `${partsOfSlot(slot).key} ${orderKey}` };
  const orderRef = decodeIfStored(reads, decodePurchase, text, label)?.orderRef;
  return orderRef === "" ? undefined : orderRef;
}

/** Reads the data of one event. */
async function readOne(reads: EventReads, event: ItemNames): Promise<Record<string, unknown>> {
  const { storeKey, wishlistId, itemId } = event.names;
  const alert = await publishedAlert(reads, event);
  const [wishlist, item, customer, orderRef] = await Promise.all([
    wishlistRecord(reads, storeKey, wishlistId),
    currentOrRemovedItem(reads, storeKey, itemId),
    // An alert names its customer.
    alert ? undefined : knownCustomer(reads, event),
    orderRefOf(reads, event.names),
  ]);
  return {
    customerId: wishlist?.customerId ?? customer?.svc_customer_id,
    customerRef: wishlist?.customerRef ?? customer?.id,
    wishlistId,
    wishlistRef: wishlist?.wishlistRef,
    itemId,
    item,
    ...defined({ orderRef }),
    ...alert,
  };
}

/**
 * Reads the data of events from the current state of their records: erased data is no longer shown. Members that do not
 * exist (any more), or that cannot be decoded, are left out.
 */
export const readEventData = (
  reads: EventReads,
  events: readonly ItemNames[],
): Promise<Record<string, unknown>[]> => Promise.all(events.map((event) => readOne(reads, event)));
