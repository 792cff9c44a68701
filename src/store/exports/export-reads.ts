import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { ordinal, parseVariantId, partitionOfWishlist } from "../ids.ts";
import type { Keys } from "../keys.ts";
import type { Layout } from "../layout.ts";
import type { Products } from "../read/products.ts";
import {
  decodeProduct,
  decodeVariant,
  type ProductRecord,
  variantField,
  type VariantRecord,
} from "../records/catalogue.ts";
import { decodeIfAny } from "../records/decode.ts";
import { RECORD, WISHLIST } from "../records/fields.ts";
import {
  type CustomerRecord,
  decodeCustomer,
  decodeItem,
  decodeRemovedItem,
  decodeWishlist,
  type ItemRecord,
  type ProductIdentity,
  type RemovedItemRecord,
  type WishlistMeta,
  type WishlistRecord,
} from "../records/records.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { readField, readFields, repliesOf } from "../redis/replies.ts";

/** Products that are remembered, and for how long, in milliseconds. */
const MAX_PRODUCTS = 20_000;
const REMEMBERED_MS = 5000;

/** A wishlist with the requested items. */
export interface WishlistRow {
  id: string;
  partition: number;
  meta: WishlistMeta;
  record: WishlistRecord;
  items: ItemRecord[];
}

export interface CatalogueRow {
  product: ProductRecord;
  variant: VariantRecord | undefined;
}

/** Text that names a variant within its store. */
const nameOf = ({ productRef, productId, selectedVariantRef, selectedVariantId }: ProductIdentity) =>
  `${productRef ?? ""}\0${productId ?? ""}\0${selectedVariantRef ?? ""}\0${selectedVariantId ?? ""}`;

/** Reads the records that exports need, many at once. */
export class ExportReads {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #products: Products;

  constructor(redis: Redis, keys: Keys, layout: Layout, products: Products) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#products = products;
  }

  get partitions(): number {
    return this.#layout.partitions;
  }

  /**
   * Wishlists of a store, each with the items of these numbers, in their order; undefined for one that is not the
   * store's. One that was deleted has no items.
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
    return wanted.map(({ id }, i) => {
      const [metaText, text, ...values] = replies[i] ?? [];
      const meta = metaText ? decodeWishlistMeta(metaText) : undefined;
      const record = decodeIfAny(decodeWishlist, text);
      if (!meta || !record || meta.storeKey !== storeKey) return undefined;
      const items: ItemRecord[] = [];
      if (!meta.deleted) for (const value of values) if (value) items.push(decodeItem(value));
      return { id, partition: partitions[i] ?? 0, meta, record, items };
    });
  }

  /** Items that were taken off their lists; those of them that were. */
  async removedItems(
    addresses: readonly { partition: number; wishlist: string; number: number }[],
  ): Promise<RemovedItemRecord[]> {
    const pipeline = this.#redis.pipeline();
    for (const { partition, wishlist, number } of addresses)
      pipeline.hget(this.#keys.removedItems(partition, wishlist), ordinal(number));
    const replies = (await repliesOf(pipeline)).map(readField);
    return replies.flatMap((text) => decodeIfAny(decodeRemovedItem, text) ?? []);
  }

  /** Customers by their slots, each with its partition; customers that do not exist are left out. */
  async people(slots: ReadonlyMap<string, number>): Promise<Map<string, CustomerRecord>> {
    const pipeline = this.#redis.pipeline();
    for (const [slot, partition] of slots) pipeline.hget(this.#keys.customer(partition, slot), RECORD);
    const replies = (await repliesOf(pipeline)).map(readField);
    const people = new Map<string, CustomerRecord>();
    for (const [i, slot] of [...slots.keys()].entries()) {
      const record = decodeIfAny(decodeCustomer, replies[i]);
      if (record) people.set(slot, record);
    }
    return people;
  }

  /** Ids of a customer's wishlists. */
  async wishlistsOf(partition: number, slot: string): Promise<string[]> {
    return this.#redis.zrange(this.#keys.customerWishlists(partition, slot), 0, "-1");
  }

  /** What a store's catalogue knows of variants; as new as some seconds. */
  catalogue(
    storeKey: string,
  ): (identities: readonly ProductIdentity[]) => Promise<(CatalogueRow | undefined)[]> {
    const known = new LRUCache<string, { row: CatalogueRow | undefined }>({
      max: MAX_PRODUCTS,
      ttl: REMEMBERED_MS,
    });
    return async (identities) => {
      if (!(await this.#products.hasCatalogue(storeKey))) return identities.map(() => undefined);
      const missing = new Map<string, ProductIdentity>();
      const names = identities.map((identity) => {
        const name = nameOf(identity);
        if (!known.has(name)) missing.set(name, identity);
        return name;
      });
      const read = missing.size > 0 ? await this.#read(storeKey, missing) : undefined;
      for (const [name, row] of read ?? []) known.set(name, { row });
      return names.map((name) => (read?.has(name) ? read.get(name) : known.get(name)?.row));
    };
  }

  async #read(
    storeKey: string,
    identities: ReadonlyMap<string, ProductIdentity>,
  ): Promise<Map<string, CatalogueRow | undefined>> {
    const pipeline = this.#redis.pipeline();
    const wanted: { name: string; key: string; identity: ProductIdentity }[] = [];
    for (const [name, identity] of identities) {
      const { productRef, productId = "", selectedVariantRef } = identity;
      const address =
        productRef === undefined
          ? this.#products.addressOf(storeKey, productId)
          : this.#layout.slotOf("product", storeKey, productRef);
      if (!address) continue;
      const key = this.#keys.product(address.partition, address.slot);
      pipeline.hmget(key, RECORD, variantField(selectedVariantRef ?? ""));
      wanted.push({ name, key, identity });
    }
    const replies = (await repliesOf(pipeline)).map(readFields);
    const found = new Map<string, CatalogueRow | undefined>(
      [...identities.keys()].map((name) => [name, undefined]),
    );
    for (const [i, { name, key, identity }] of wanted.entries()) {
      const product = decodeIfAny(decodeProduct, replies[i]?.[0]);
      if (!product) continue;
      const variant =
        decodeIfAny(decodeVariant, replies[i]?.[1]) ?? (await this.#variantById(key, product, identity));
      found.set(name, { product, variant });
    }
    return found;
  }

  /** The variant of a wish that names it by id alone. */
  async #variantById(
    key: string,
    { variants }: ProductRecord,
    { selectedVariantRef, selectedVariantId }: ProductIdentity,
  ): Promise<VariantRecord | undefined> {
    if (selectedVariantRef !== undefined || selectedVariantId === undefined) return undefined;
    const ref = variants[(parseVariantId(selectedVariantId)?.number ?? 0) - 1];
    const text = ref === undefined ? undefined : await this.#redis.hget(key, variantField(ref));
    return decodeIfAny(decodeVariant, text);
  }
}
