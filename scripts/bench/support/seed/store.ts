import type { ChainableCommander, Redis } from "ioredis";
import { termsOf } from "../../../../src/actors/wishlist/state/item-index.ts";
import { digits, ordinal } from "../../../../src/store/ids/base32.ts";
import { customerId, itemId, wishlistId } from "../../../../src/store/ids/ids.ts";
import type { Keys } from "../../../../src/store/keys/keys.ts";
import { CUSTOMER, RECORD, WISHLIST } from "../../../../src/store/records/fields.ts";
import type { CustomerRecord, ItemRecord, WishlistRecord } from "../../../../src/store/records/records.ts";
import { encodeWishlistMeta } from "../../../../src/store/records/wishlist-meta.ts";
import { repliesOf } from "../../../../src/store/redis/replies.ts";

/** Wishlists per write. */
const BATCH_SIZE = 500;

interface SeededStore {
  redis: Redis;
  keys: Keys;
  partitions: number;
  /** `<tenant>/<store>`. */
  storeKey: string;
}

/** Digits that are unique for each number. */
const digitsOf = (number: number, width: number) =>
  digits(
    Uint8Array.from({ length: width }, (_, i) => Math.floor(number / 32 ** i) % 32),
    width,
  );

/** Time of the first entity. Each wishlist is one millisecond newer than the one before. */
const START = Date.parse("2026-01-01T00:00:00Z");

/** A wishlist with its customer, both by the number of the wishlist. */
interface Seed {
  slot: string;
  customer: CustomerRecord;
  wishlist: WishlistRecord;
  items: ItemRecord[];
}

const customerOf = (i: number, customerId: string, time: string): CustomerRecord => ({
  id: `customer-${i}`,
  svc_customer_id: customerId,
  accepts_marketing: true,
  accepts_marketing_updated_at: time,
  addresses: [],
  created_at: time,
  email: `customer-${i}@example.com`,
  first_name: "Ada",
  last_name: "Lovelace",
  marketing_opt_in_level: "single_opt_in",
  orders_count: 0,
  state: "enabled",
  tags: "",
  tax_exempt: false,
  tax_exemptions: [],
  total_spent: 0,
  updated_at: time,
  verified_email: true,
});

const itemOf = (i: number, n: number, { id: wishlistId, createdTime }: WishlistRecord): ItemRecord => ({
  id: itemId(wishlistId, n + 1),
  wishlistId,
  product: {
    productRef: (7_880_321_196_742 + (i % 5000)).toString(),
    selectedVariantRef: (4_457_900_000_000 + (i % 5000) * 32 + n).toString(),
  },
  purchased: false,
  purchasedAndRemoved: false,
  addedFromCart: false,
  addedByStaff: false,
  disableNotification: false,
  prerelease: false,
  notifyMe: true,
  createdTime,
  modifiedTime: createdTime,
});

/** Returns the wishlist with the number `i` and `each` items. */
function seedOf(i: number, each: number, partition: number, storeKey: string): Seed {
  const at = { ms: START + i, seq: 0 };
  const time = new Date(at.ms).toISOString();
  const key = digitsOf(i, 16);
  const customer = customerOf(i, customerId(at, partition, key), time);
  const wishlist: WishlistRecord = {
    id: wishlistId(at, partition, digitsOf(i, 5)),
    customerId: customer.svc_customer_id,
    customerRef: customer.id,
    name: "Wishes",
    isPrivate: false,
    deleted: false,
    createdTime: time,
    modifiedTime: time,
  };
  const items = Array.from({ length: each }, (_, n) => itemOf(i, n, wishlist));
  return { slot: `${storeKey}:${key}`, customer, wishlist, items };
}

/** Adds the writes of a wishlist to a pipeline. */
function write(
  pipeline: ChainableCommander,
  { keys, storeKey }: SeededStore,
  partition: number,
  { slot, customer, wishlist, items }: Seed,
): void {
  const { id } = wishlist;
  const names = items.map((_, n) => ordinal(n + 1));
  const meta = {
    storeKey,
    slot,
    wishlistRef: null,
    lastNumber: items.length,
    count: items.length,
    version: "v1",
    deleted: false,
  };
  pipeline.hset(keys.customer(partition, slot), RECORD, JSON.stringify(customer), CUSTOMER.version, "v1");
  pipeline.zadd(keys.storeIndex(partition, "customers", storeKey), 0, customer.svc_customer_id);
  pipeline.zadd(keys.customerWishlists(partition, slot), 0, id);
  pipeline.hset(
    keys.wishlist(partition, id),
    WISHLIST.meta,
    encodeWishlistMeta(meta),
    RECORD,
    JSON.stringify(wishlist),
    ...items.flatMap((item, n) => [names[n] ?? "", JSON.stringify(item)]),
  );
  const terms = items.flatMap((item, n) => termsOf(item).flatMap((term) => [term, (n + 1).toString()]));
  pipeline.hset(keys.itemIndex(partition, id), ...terms);
  pipeline.zadd(keys.itemOrder(partition, id), ...names.flatMap((name) => ["0", name]));
  pipeline.zadd(keys.wishlists(partition, storeKey), 0, id);
}

/**
 * Writes customers with consent to marketing, each with a wishlist, directly into Redis, as commits would. A load could
 * not create so many wishes in reasonable time. Resolves to the ids of the wishlists.
 */
export async function seedStore(
  address: SeededStore,
  { wishlists, each }: { wishlists: number; each: number },
  onWritten: (items: number) => void = () => undefined,
): Promise<string[]> {
  const { redis, partitions, storeKey } = address;
  const ids: string[] = [];
  for (let from = 0; from < wishlists; from += BATCH_SIZE) {
    const pipeline = redis.pipeline();
    const to = Math.min(wishlists, from + BATCH_SIZE);
    for (let i = from; i < to; i++) {
      const partition = i % partitions;
      const seed = seedOf(i, each, partition, storeKey);
      write(pipeline, address, partition, seed);
      ids.push(seed.wishlist.id);
    }
    await repliesOf(pipeline);
    onWritten((to - from) * each);
  }
  return ids;
}
