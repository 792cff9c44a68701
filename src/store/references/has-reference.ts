import type { Redis } from "ioredis";
import { parseCustomerId, parseProductHolder, partitionOfWishlist, productHolder } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { contactIn, itemRefTerm, type UniqueContact, variantNames } from "../keys/names.ts";
import { slotName } from "../keys/slots.ts";
import { decodeProduct, decodeVariant } from "../records/catalogue.ts";
import { decodeIfAny, Undecodable } from "../records/decode.ts";
import { RECORD, WISHLIST } from "../records/fields.ts";
import { type Claim, decodeCustomer } from "../records/records.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";

/**
 * Whether the holder of a claim has the reference, by the holder's record. A record that cannot be decoded counts as
 * having it.
 */
export async function hasReference(redis: Redis, keys: Keys, claim: Claim): Promise<boolean> {
  try {
    return await readWhetherHeld(redis, keys, claim);
  } catch (err) {
    if (err instanceof Undecodable) return true;
    throw err;
  }
}

function readWhetherHeld(redis: Redis, keys: Keys, claim: Claim): Promise<boolean> {
  switch (claim.reference) {
    case "email":
    case "phone":
      return hasContact(redis, keys, claim, claim.reference);
    case "variant":
      return isProductThere(redis, keys, claim);
    case "itemRef":
      return hasItemRef(redis, keys, claim);
    case "wishlistRef":
      return hasWishlistRef(redis, keys, claim);
  }
}

async function hasContact(
  redis: Redis,
  keys: Keys,
  { storeKey, value, holder }: Claim,
  kind: UniqueContact,
): Promise<boolean> {
  const address = parseCustomerId(holder);
  if (!address) return false;
  const text = await redis.hget(keys.customer(address.partition, slotName(storeKey, address.key)), RECORD);
  const record = decodeIfAny(decodeCustomer, text);
  return record?.svc_customer_id === holder && contactIn(record, kind) === value;
}

/** Whether a record is that of a holder. Version 0.1.0 used the product's id as its name. */
const isOfHolder = (text: string | null | undefined, holder: string): boolean => {
  const productId = decodeIfAny(decodeProduct, text)?.productId;
  return productId !== undefined && (productId === holder || productHolder(productId) === holder);
};

/** A product holds the names of its variants for as long as it exists. {@link readVariantNames} is more exact. */
async function isProductThere(redis: Redis, keys: Keys, { storeKey, holder }: Claim): Promise<boolean> {
  const address = parseProductHolder(holder);
  if (!address) return false;
  const key = keys.product(address.partition, slotName(storeKey, address.key));
  return isOfHolder(await redis.hget(key, RECORD), holder);
}

/**
 * Reads the names of all variants of a product; empty if it does not exist, undefined if they cannot be decoded. It
 * reads the whole product, which may have thousands of variants.
 */
export async function readVariantNames(
  redis: Redis,
  keys: Keys,
  { storeKey, holder }: Pick<Claim, "storeKey" | "holder">,
): Promise<ReadonlySet<string> | undefined> {
  const address = parseProductHolder(holder);
  if (!address) return new Set();
  const key = keys.product(address.partition, slotName(storeKey, address.key));
  const { [RECORD]: text, ...variants } = await redis.hgetall(key);
  try {
    if (!isOfHolder(text, holder)) return new Set();
    return new Set(Object.values(variants).flatMap((variant) => variantNames(decodeVariant(variant))));
  } catch (err) {
    if (err instanceof Undecodable) return undefined;
    throw err;
  }
}

async function hasItemRef(redis: Redis, keys: Keys, { value, holder }: Claim): Promise<boolean> {
  const partition = partitionOfWishlist(holder);
  if (partition === undefined) return false;
  return (await redis.hexists(keys.itemIndex(partition, holder), itemRefTerm(value))) === 1;
}

async function hasWishlistRef(
  redis: Redis,
  keys: Keys,
  { storeKey, value, holder }: Claim,
): Promise<boolean> {
  const partition = partitionOfWishlist(holder);
  if (partition === undefined) return false;
  const text = await redis.hget(keys.wishlist(partition, holder), WISHLIST.meta);
  const meta = decodeIfAny(decodeWishlistMeta, text);
  return meta !== undefined && !meta.deleted && meta.storeKey === storeKey && meta.wishlistRef === value;
}
