import type { Redis } from "ioredis";
import { boundedCache } from "../../collections/bounded-cache.ts";
import { ordinal } from "../ids/base32.ts";
import { timeOfVersion } from "../ids/entry-id.ts";
import { itemId, parseVariantId, partitionOfWishlist } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot } from "../keys/slots.ts";
import type { Layout, SlotAddress } from "../layout/layout.ts";
import type { Products } from "../read/products.ts";
import {
  decodeProduct,
  decodeVariant,
  type ProductRecord,
  variantField,
  type VariantRecord,
} from "../records/catalogue.ts";
import type { Decode, RecordLabel } from "../records/decode.ts";
import { CUSTOMER, RECORD, WISHLIST } from "../records/fields.ts";
import {
  type CustomerRecord,
  decodeCustomer,
  decodeRemovedItem,
  decodeWishlist,
  type ItemRecord,
  type ProductIdentity,
  type RemovedItemRecord,
  type WishlistMeta,
  type WishlistRecord,
} from "../records/records.ts";
import { itemDecoderFor } from "../records/served-item.ts";
import { decodeOrSkip, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { readField, readFields, repliesOf } from "../redis/replies.ts";

/** Maximum number of variants in a cache, and how long they stay there, in milliseconds. */
const MAX_CACHED = 20_000;
const CACHED_MS = 5000;

/** A wishlist with the requested items. */
export interface WishlistRow {
  id: string;
  partition: number;
  meta: WishlistMeta;
  record: WishlistRecord;
  items: ItemRecord[];
}

/** A customer, and the time of its last change in milliseconds since 1970. */
export interface PersonRow {
  record: CustomerRecord;
  changedMs: number;
}

/** A product, and one of its variants. */
export interface CatalogueRow {
  product: ProductRecord;
  variant: VariantRecord | undefined;
}

/** Returns a text that identifies a variant within its store. */
const nameOf = ({ productRef, productId, selectedVariantRef, selectedVariantId }: ProductIdentity) =>
  `${productRef ?? ""}\0${productId ?? ""}\0${selectedVariantRef ?? ""}\0${selectedVariantId ?? ""}`;

/** Reads the records that exports need, many at once. */
export class ExportReads {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #products: Products;
  readonly #onUndecodable: OnUndecodable;

  constructor(
    redis: Redis,
    keys: Keys,
    layout: Layout,
    products: Products,
    onUndecodable: OnUndecodable = refuseUndecodable,
  ) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#products = products;
    this.#onUndecodable = onUndecodable;
  }

  get partitions(): number {
    return this.#layout.partitions;
  }

  /**
   * Reads wishlists of a store, each with the items of these numbers, in this order. Resolves to undefined for a
   * wishlist that does not belong to the store. A deleted wishlist has no items.
   */
  async wishlists(
    storeKey: string,
    wanted: readonly { id: string; numbers: readonly number[] }[],
  ): Promise<(WishlistRow | undefined)[]> {
    const partitions = wanted.map(({ id }) => partitionOfWishlist(id) ?? 0);
    const pipeline = this.#redis.pipeline();
    for (const [i, { id, numbers }] of wanted.entries())
      pipeline.hmget(
        this.#keys.wishlist(partitions[i] ?? 0, id),
        WISHLIST.meta,
        RECORD,
        ...numbers.map(ordinal),
      );
    const replies = (await repliesOf(pipeline)).map(readFields);
    return wanted.map(({ id, numbers }, i) => {
      const partition = partitions[i] ?? 0;
      const [metaText, text, ...values] = replies[i] ?? [];
      const label = () => ({ storeKey, partition, id });
      const meta = this.#decode(decodeWishlistMeta, metaText, label);
      if (meta?.storeKey !== storeKey) return undefined;
      const record = this.#decode(decodeWishlist, text, label);
      if (!record) return undefined;
      const items = meta.deleted
        ? []
        : values.map((value, n) =>
            this.#decode(itemDecoderFor(meta), value, () => ({
              ...label(),
              id: itemId(id, numbers[n] ?? 0),
            })),
          );
      return { id, partition, meta, record, items: items.filter((item) => item !== undefined) };
    });
  }

  /** Reads items that were removed from their wishlists. Leaves out items that were not removed. */
  async removedItems(
    addresses: readonly { partition: number; wishlist: string; number: number }[],
  ): Promise<RemovedItemRecord[]> {
    const pipeline = this.#redis.pipeline();
    for (const { partition, wishlist, number } of addresses)
      pipeline.hget(this.#keys.removedItems(partition, wishlist), ordinal(number));
    const replies = (await repliesOf(pipeline)).map(readField);
    return replies.flatMap((text, i) => {
      const { partition = 0, wishlist = "", number = 0 } = addresses[i] ?? {};
      const label = () => ({ partition, id: itemId(wishlist, number) });
      return this.#decode(decodeRemovedItem, text, label) ?? [];
    });
  }

  /**
   * Reads customers by their slots. `slots` has the partition of each slot. Customers that do not exist are left out.
   */
  async people(slots: ReadonlyMap<string, number>): Promise<Map<string, PersonRow>> {
    const pipeline = this.#redis.pipeline();
    for (const [slot, partition] of slots)
      pipeline.hmget(this.#keys.customer(partition, slot), RECORD, CUSTOMER.version);
    const replies = (await repliesOf(pipeline)).map(readFields);
    const people = new Map<string, PersonRow>();
    for (const [i, [slot, partition]] of [...slots].entries()) {
      const [text, version] = replies[i] ?? [];
      const { storeKey, key: id } = partsOfSlot(slot);
      const record = this.#decode(decodeCustomer, text, () => ({ storeKey, partition, id }));
      if (record) people.set(slot, { record, changedMs: timeOfVersion(version ?? "0") });
    }
    return people;
  }

  /** Reads the ids of a customer's wishlists. */
  async wishlistsOf(partition: number, slot: string): Promise<string[]> {
    return this.#redis.zrange(this.#keys.customerWishlists(partition, slot), 0, "-1");
  }

  /** Returns a function that reads variants from a store's catalogue. The result may be some seconds old. */
  catalogue(
    storeKey: string,
  ): (identities: readonly ProductIdentity[]) => Promise<(CatalogueRow | undefined)[]> {
    const cache = boundedCache<{ row: CatalogueRow | undefined }>(MAX_CACHED, { ttl: CACHED_MS });
    return async (identities) => {
      if (!(await this.#products.hasCatalogue(storeKey))) return identities.map(() => undefined);
      const missing = new Map<string, ProductIdentity>();
      const names = identities.map((identity) => {
        const name = nameOf(identity);
        if (!cache.has(name)) missing.set(name, identity);
        return name;
      });
      const read = missing.size > 0 ? await this.#readCatalogue(storeKey, missing) : undefined;
      for (const [name, row] of read ?? []) cache.set(name, { row });
      return names.map((name) => (read?.has(name) ? read.get(name) : cache.get(name)?.row));
    };
  }

  async #readCatalogue(
    storeKey: string,
    identities: ReadonlyMap<string, ProductIdentity>,
  ): Promise<Map<string, CatalogueRow | undefined>> {
    const pipeline = this.#redis.pipeline();
    const wanted: { name: string; address: SlotAddress; key: string; identity: ProductIdentity }[] = [];
    for (const [name, identity] of identities) {
      const { productRef, productId = "", selectedVariantRef } = identity;
      const address =
        productRef === undefined
          ? this.#products.addressOf(storeKey, productId)
          : this.#layout.slotOf("product", storeKey, productRef);
      if (!address) continue;
      const key = this.#keys.product(address.partition, address.slot);
      pipeline.hmget(key, RECORD, variantField(selectedVariantRef ?? ""));
      wanted.push({ name, address, key, identity });
    }
    const replies = (await repliesOf(pipeline)).map(readFields);
    const found = new Map<string, CatalogueRow | undefined>(
      [...identities.keys()].map((name) => [name, undefined]),
    );
    for (const [i, { name, address, key, identity }] of wanted.entries()) {
      const label = () => ({ storeKey, partition: address.partition, id: address.key });
      const product = this.#decode(decodeProduct, replies[i]?.[0], label);
      if (!product) continue;
      const text = replies[i]?.[1] ?? (await this.#variantById(key, product, identity));
      found.set(name, { product, variant: this.#decode(decodeVariant, text, label) });
    }
    return found;
  }

  /** Reads the stored variant of a wish that names the variant only by its id. */
  async #variantById(
    key: string,
    { variants }: ProductRecord,
    { selectedVariantRef, selectedVariantId }: ProductIdentity,
  ): Promise<string | null | undefined> {
    if (selectedVariantRef !== undefined || selectedVariantId === undefined) return undefined;
    const ref = variants[(parseVariantId(selectedVariantId)?.number ?? 0) - 1];
    return ref === undefined ? undefined : this.#redis.hget(key, variantField(ref));
  }

  #decode<T>(decode: Decode<T>, text: string | null | undefined, labelOf: () => RecordLabel): T | undefined {
    return text ? decodeOrSkip(decode, text, labelOf, this.#onUndecodable) : undefined;
  }
}
