import type { Redis } from "ioredis";
import { ownValue } from "../../collections/own-value.ts";
import { parseOrdinal } from "../ids/base32.ts";
import { KEY_LETTERS } from "../keys/key-letters.ts";
import type { RecordAddress } from "../keys/key-space.ts";
import type { Keys } from "../keys/keys.ts";
import { decodeProduct, decodeVariant } from "../records/catalogue.ts";
import type { Decode } from "../records/decode.ts";
import { CUSTOMER, RECORD, WISHLIST } from "../records/fields.ts";
import { decodeGuest } from "../records/guests.ts";
import {
  decodeCustomer,
  decodeFormerCustomer,
  decodeItem,
  decodeRemovedItem,
  decodeWishlist,
} from "../records/records.ts";
import { decodeShares } from "../records/shares.ts";
import { decodeAlert } from "../records/stored-alerts.ts";
import { decodeOrder, decodePurchase } from "../records/stored-orders.ts";
import { decodeOrSkip, type UndecodableRecord } from "../records/undecodable.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";

/** Returns the decoder of the text in a field; undefined for a field without a record. */
type DecodeField = (field: string) => Decode<unknown> | undefined;

const isItem = (field: string) => parseOrdinal(field) !== undefined;
const inFields =
  (decoders: Readonly<Record<string, Decode<unknown>>>, others?: Decode<unknown>): DecodeField =>
  (field) =>
    ownValue(decoders, field) ?? (field.length > 1 ? others : undefined);

/** Every kind of hash with records, by the letter of its keys. */
const HASHES = {
  [KEY_LETTERS.wishlist]: (field) =>
    isItem(field)
      ? decodeItem
      : inFields({
          [WISHLIST.meta]: decodeWishlistMeta,
          [RECORD]: decodeWishlist,
          [WISHLIST.shares]: decodeShares,
          [WISHLIST.guest]: decodeGuest,
        })(field),
  [KEY_LETTERS.removedItems]: (field) => (isItem(field) ? decodeRemovedItem : undefined),
  [KEY_LETTERS.customer]: inFields({ [RECORD]: decodeCustomer, [CUSTOMER.former]: decodeFormerCustomer }),
  [KEY_LETTERS.product]: inFields({ [RECORD]: decodeProduct }, decodeVariant),
  [KEY_LETTERS.order]: inFields({ [RECORD]: decodeOrder }),
  [KEY_LETTERS.alerts]: () => decodeAlert,
  [KEY_LETTERS.purchases]: () => decodePurchase,
} as const satisfies Record<string, DecodeField>;

/** Letter of the keys of a hash with records. */
export type RecordLetter = keyof typeof HASHES;

/** Finds the records of one key that cannot be decoded, each with an id that identifies it for the operator. */
export async function undecodableAt(
  { redis, keys }: { redis: Redis; keys: Keys },
  letter: RecordLetter,
  address: RecordAddress,
): Promise<UndecodableRecord[]> {
  const found: UndecodableRecord[] = [];
  const decodeField: DecodeField = HASHES[letter];
  const fields = await redis.hgetall(keys.recordAt(address.partition, letter, address.id));
  for (const [field, text] of Object.entries(fields)) {
    const decode = decodeField(field);
    const id =
      field.length === 1 ? address.id : isItem(field) ? `${address.id}.${field}` : `${address.id} ${field}`;
    if (decode)
      decodeOrSkip(
        decode,
        text,
        () => ({ partition: address.partition, id }),
        ({ record }, label) => found.push({ record, ...label }),
      );
  }
  return found;
}
