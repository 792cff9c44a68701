import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { digits } from "../../../src/store/ids/base32.ts";
import { customerId, wishlistId } from "../../../src/store/ids/ids.ts";
import type { Keys } from "../../../src/store/keys/keys.ts";
import { newWrites } from "../../../src/store/partition/commits.ts";
import type { StateKey, StateKind, StateValues } from "../../../src/store/partition/state/state-keys.ts";
import { writeChange } from "../../../src/store/partition/state/write.ts";
import type { CustomerRecord, ItemRecord, WishlistMeta } from "../../../src/store/records/records.ts";

let count = 0;
/** Returns a stream position that no other call returns. */
const newPlace = () => ({ ms: 1_700_000_000_000 + count++, seq: 0 });
const random = (width: number) => digits(randomBytes(width), width);

export const newWishlistId = (partition: number) => wishlistId(newPlace(), partition, random(5));

/** Returns a new service id of a customer, with its key. */
export function newCustomerId(partition: number): { id: string; key: string } {
  const key = random(16);
  return { id: customerId(newPlace(), partition, key), key };
}

/** Writes one state key directly, in the format of a commit. */
export async function putState<K extends StateKind>(
  { redis, keys }: { redis: Redis; keys: Keys },
  partition: number,
  stateKey: StateKey<K>,
  value: StateValues[K] | null,
  before?: StateValues[K] | null,
): Promise<void> {
  const writes = newWrites(keys, partition);
  writeChange({ stateKey, value, before }, { keys, partition, writes, textOf: JSON.stringify });
  for (const [command, key, ...args] of writes.list)
    await redis.call(command, [writes.keys[key - 1] ?? "", ...args]);
}

export const metaWith = (fields: Partial<WishlistMeta>): WishlistMeta => ({
  storeKey: "t/s",
  slot: "t/s:key",
  wishlistRef: null,
  lastNumber: 0,
  count: 0,
  version: "v1",
  deleted: false,
  ...fields,
});

export const customerWith = (fields: Partial<CustomerRecord>): CustomerRecord => ({
  id: "ann",
  svc_customer_id: "c1",
  accepts_marketing: false,
  addresses: [],
  created_at: "2026-01-01T00:00:00.000Z",
  marketing_opt_in_level: null,
  orders_count: 0,
  state: "disabled",
  tags: "",
  tax_exempt: false,
  tax_exemptions: [],
  total_spent: 0,
  updated_at: "2026-01-01T00:00:00.000Z",
  verified_email: false,
  ...fields,
});

export const itemWith = (fields: Partial<ItemRecord>): ItemRecord => ({
  id: "i1",
  wishlistId: "w1",
  product: { productRef: "p", selectedVariantRef: "v" },
  purchased: false,
  purchasedAndRemoved: false,
  addedFromCart: false,
  addedByStaff: false,
  disableNotification: false,
  prerelease: false,
  notifyMe: false,
  createdTime: "2026-01-01T00:00:00.000Z",
  modifiedTime: "2026-01-01T00:00:00.000Z",
  ...fields,
});
