import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import { boundedCache } from "../../collections/bounded-cache.ts";
import { parseProductId, parseVariantId } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { variantName } from "../keys/names.ts";
import type { Layout, SlotAddress } from "../layout/layout.ts";
import { decodeProduct, decodeVariant, type ProductRecord, variantField } from "../records/catalogue.ts";
import { decodeAt } from "../records/decode.ts";
import { RECORD } from "../records/fields.ts";
import type { ProductIdentity } from "../records/records.ts";
import type { References } from "../references/references.ts";
import { countFitting, MAX_PAGE_BYTES } from "./page-bytes.ts";
import { startAfter, type VariantPage } from "./variant-page.ts";
import {
  type FoundVariant,
  type FoundVariants,
  type ProductWithVariants,
  type SearchedName,
  type SearchedVariants,
  searchVariants,
  type VariantNames,
} from "./variant-search.ts";

/** Number of variants of a page that are read at once. At most this many are read beyond the bytes of the page. */
const VARIANT_BATCH_SIZE = 50;
/** Number of variants that are read at once, if all variants of a product are read. */
const ALL_VARIANTS_BATCH_SIZE = 250;

/** Returns all names of a variant, as a wish has them. */
export const identityOf = ({ product, variant }: FoundVariant): Required<ProductIdentity> => ({
  productId: product.productId,
  productRef: product.productRef,
  selectedVariantId: variant.variantId,
  selectedVariantRef: variant.variantRef,
});

const MAX_STORES = 10_000;
/** How long a store without a catalogue is remembered, in milliseconds. */
const UNKNOWN_MS = 1000;
/**
 * How long a store with a catalogue is remembered, in milliseconds. This is shorter than the deletion of a tenant,
 * after which the tenant may be created again.
 */
const KNOWN_MS = 5000;
const productOf = (at: SlotAddress, text: string | null | undefined) => decodeAt(decodeProduct, text, at);
const variantOf = (at: SlotAddress, text: string | null | undefined) => decodeAt(decodeVariant, text, at);

/**
 * Reads the catalogue directly from the store. The index of names gives candidates only: each is checked against its
 * record.
 */
export class Products {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #references: References;
  readonly #catalogues = boundedCache<{ known: boolean }>(MAX_STORES);

  constructor(redis: Redis, keys: Keys, layout: Layout, references: References) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#references = references;
  }

  /** Records that a store has a catalogue. */
  async markCatalogue(storeKey: string): Promise<void> {
    if (this.#catalogues.get(storeKey)?.known) return;
    await this.#redis.sadd(this.#keys.catalogues, storeKey);
    this.#catalogues.set(storeKey, { known: true }, { ttl: KNOWN_MS });
  }

  /** Whether a store has a catalogue. A new catalogue is noticed within a second. */
  async hasCatalogue(storeKey: string): Promise<boolean> {
    const cached = this.#catalogues.get(storeKey);
    if (cached) return cached.known;
    const known = (await this.#redis.sismember(this.#keys.catalogues, storeKey)) === 1;
    this.#catalogues.set(storeKey, { known }, { ttl: known ? KNOWN_MS : UNKNOWN_MS });
    return known;
  }

  /** Returns the address of a product by its id; undefined for any other text. */
  addressOf(storeKey: string, productId: string): SlotAddress | undefined {
    const parsed = parseProductId(productId);
    return parsed && parsed.partition < this.#layout.partitions
      ? this.#layout.slotAt(storeKey, parsed.partition, parsed.key)
      : undefined;
  }

  /**
   * Finds the product with this reference, or else with this service id. An address is not enough: a new product with
   * the reference of a deleted one has its address, but not its id.
   */
  async find(
    storeKey: string,
    refOrId: string,
  ): Promise<{ address: SlotAddress; product: ProductRecord } | undefined> {
    const byRef = this.#layout.slotOf("product", storeKey, refOrId);
    const named = await this.recordAt(byRef);
    if (named) return { address: byRef, product: named };
    const address = this.addressOf(storeKey, refOrId);
    const product = address && (await this.recordAt(address));
    return address && product?.productId === refOrId ? { address, product } : undefined;
  }

  /**
   * Reads a product, by reference or by service id, with a page of its variants in the order of their numbers: the
   * variants after the one with the id `after`, as many as fit into `maxBytes`.
   *
   * @throws {NotOfProduct} if the product has no variant `after`
   */
  async page(
    storeKey: string,
    refOrId: string,
    { after, maxBytes = MAX_PAGE_BYTES }: { after?: string | undefined; maxBytes?: number } = {},
  ): Promise<VariantPage | undefined> {
    const found = await this.find(storeKey, refOrId);
    if (!found) return undefined;
    const { address, product } = found;
    const key = this.#keys.product(address.partition, address.slot);
    const start = startAfter(product, after);
    const texts = await this.#variantTexts(key, product.variants.slice(start), maxBytes);
    const variants = texts.flatMap((text) => variantOf(address, text) ?? []);
    const hasMore = start + texts.length < product.variants.length;
    return { product, variants, lastVariantId: hasMore ? variants.at(-1)?.variantId : undefined };
  }

  /** Reads the records of the first variants, as many as fit; null for a variant that no longer exists. */
  async #variantTexts(key: string, refs: readonly string[], maxBytes: number): Promise<(string | null)[]> {
    const texts: (string | null)[] = [];
    for (let from = 0; from < refs.length; from += VARIANT_BATCH_SIZE) {
      const fields = refs.slice(from, from + VARIANT_BATCH_SIZE).map(variantField);
      texts.push(...(await this.#redis.hmget(key, ...fields)));
      const fitting = countFitting(
        texts.map((text) => ({ length: Buffer.byteLength(text ?? "") })),
        maxBytes,
      );
      if (fitting < texts.length) return texts.slice(0, fitting);
    }
    return texts;
  }

  /** Reads the product at an address, without its variants; undefined if there is none. */
  async recordAt(address: SlotAddress): Promise<ProductRecord | undefined> {
    const { partition, slot } = address;
    return productOf(address, await this.#redis.hget(this.#keys.product(partition, slot), RECORD));
  }

  /** Reads the product at an address, with all its variants in the order of their numbers. */
  async at(address: SlotAddress): Promise<ProductWithVariants | undefined> {
    let found: ProductWithVariants | undefined;
    for await (const { product, variants } of this.#batchesAt(address)) {
      found ??= { product, variants: [] };
      found.variants.push(...variants);
    }
    return found;
  }

  /**
   * Reads the product at an address, with all its variants in the order of their numbers: some at a time, because there
   * may be thousands.
   */
  async *#batchesAt(address: SlotAddress): AsyncGenerator<ProductWithVariants> {
    const key = this.#keys.product(address.partition, address.slot);
    // The first page has all of a product with few variants. No further page is read: after a failover, the cursor would
    // mean nothing to the other server, and variants would be missing.
    const [, entries] = await this.#redis.hscan(key, "0", "COUNT", ALL_VARIANTS_BATCH_SIZE);
    const first = new Map<string, string | null>();
    for (const [field = "", text = ""] of batchesOf(entries, 2)) first.set(field, text);
    const product = productOf(address, first.get(RECORD) ?? (await this.#redis.hget(key, RECORD)));
    if (!product) return;
    yield { product, variants: [] };
    for (const fields of batchesOf(product.variants.map(variantField), ALL_VARIANTS_BATCH_SIZE)) {
      const others = fields.filter((field) => !first.has(field));
      const read = others.length > 0 ? await this.#redis.hmget(key, ...others) : [];
      const texts = new Map(others.map((field, i) => [field, read[i]]));
      const variants = fields.flatMap(
        (field) => variantOf(address, first.get(field) ?? texts.get(field)) ?? [],
      );
      yield { product, variants };
    }
  }

  /** Reads the product at an address, with the variants that have these references, or these numbers. */
  async *#someAt(
    address: SlotAddress,
    variantRefs: readonly string[],
    numbers: readonly number[],
  ): AsyncGenerator<ProductWithVariants> {
    const key = this.#keys.product(address.partition, address.slot);
    const decoded = (texts: readonly (string | null)[]) =>
      texts.flatMap((text) => variantOf(address, text) ?? []);
    const first = variantRefs.slice(0, ALL_VARIANTS_BATCH_SIZE - 1);
    const [record, ...texts] = await this.#redis.hmget(key, RECORD, ...first.map(variantField));
    const product = productOf(address, record);
    if (!product) return;
    yield { product, variants: decoded(texts) };
    const others = new Set([
      ...variantRefs,
      ...numbers.flatMap((number) => product.variants[number - 1] ?? []),
    ]);
    for (const ref of first) others.delete(ref);
    for (const fields of batchesOf([...others].map(variantField), ALL_VARIANTS_BATCH_SIZE))
      yield { product, variants: decoded(await this.#redis.hmget(key, ...fields)) };
  }

  /** Reads one variant of the product at an address. */
  async variantAt(address: SlotAddress, variantRef: string): Promise<FoundVariant | undefined> {
    const key = this.#keys.product(address.partition, address.slot);
    const [meta, text] = await this.#redis.hmget(key, RECORD, variantField(variantRef));
    const [product, variant] = [productOf(address, meta), variantOf(address, text)];
    return product && variant && { address, product, variant };
  }

  /** Reads the variant with a reference in a product, which is named by its reference, or else by its service id. */
  async variantIn(
    storeKey: string,
    { productRef, productId = "" }: Pick<ProductIdentity, "productRef" | "productId">,
    variantRef: string,
  ): Promise<FoundVariant | undefined> {
    const byRef = productRef !== undefined;
    const address = byRef
      ? this.#layout.slotOf("product", storeKey, productRef)
      : this.addressOf(storeKey, productId);
    const found = address && (await this.variantAt(address, variantRef));
    return byRef || found?.product.productId === productId ? found : undefined;
  }

  /**
   * Finds the variants with one of the names, in the product with a reference or in all: those with the first name that
   * any of these variants has. Of a name that very many products have, it finds the variants of some.
   */
  async variantsWith(storeKey: string, names: VariantNames, productRef?: string): Promise<FoundVariant[]> {
    const [searched] = await this.variantsNamed(storeKey, [{ names, productRef }], (each) => each);
    return searched?.found ?? [];
  }

  /** Does many searches for variants at once, as {@link searchVariants} describes. */
  variantsNamed<T>(
    storeKey: string,
    searches: readonly (SearchedVariants | undefined)[],
    keep: (found: FoundVariant) => T,
  ): Promise<FoundVariants<T>[]> {
    const reader = {
      addressesOf: (name: SearchedName) => this.#addressesOf(storeKey, name),
      read: (address: SlotAddress, names: readonly SearchedName[]) => this.#read(address, names),
    };
    return searchVariants(reader, searches, keep);
  }

  async #addressesOf(
    storeKey: string,
    { naming, value, productRef }: SearchedName,
  ): Promise<{ addresses: SlotAddress[]; hasMore: boolean }> {
    const ofProduct =
      productRef === undefined ? undefined : this.#layout.slotOf("product", storeKey, productRef);
    if (naming === "variantId") {
      const parsed = parseVariantId(value);
      const address = parsed && (ofProduct ?? this.addressOf(storeKey, parsed.productId));
      return { addresses: address ? [address] : [], hasMore: false };
    }
    if (ofProduct) return { addresses: [ofProduct], hasMore: false };
    const { addresses, more } = await this.#references.productsWithVariant(
      storeKey,
      variantName(naming, value),
    );
    const slots = addresses.map(({ partition, key }) => this.#layout.slotAt(storeKey, partition, key));
    return { addresses: slots, hasMore: more };
  }

  /** Only variants with a reference or an id can be read alone: a code may be that of any variant. */
  #read(address: SlotAddress, names: readonly SearchedName[]): AsyncGenerator<ProductWithVariants> {
    const valuesOf = (sought: keyof VariantNames) =>
      names.flatMap(({ naming, value }) => (naming === sought ? [value] : []));
    const [refs, ids] = [valuesOf("variantRef"), valuesOf("variantId")];
    if (refs.length + ids.length < names.length) return this.#batchesAt(address);
    const numbers = ids.flatMap((id) => parseVariantId(id)?.number ?? []);
    return this.#someAt(address, [...new Set(refs)], numbers);
  }
}
