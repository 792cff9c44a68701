import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import { boundedCache } from "../../collections/bounded-cache.ts";
import { parseProductId, parseVariantId } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { VARIANT_NAMINGS, variantName, type VariantNaming } from "../keys/names.ts";
import type { Layout, SlotAddress } from "../layout/layout.ts";
import {
  decodeProduct,
  decodeVariant,
  type ProductRecord,
  variantField,
  type VariantRecord,
} from "../records/catalogue.ts";
import { decodeAt } from "../records/decode.ts";
import { RECORD } from "../records/fields.ts";
import type { ProductIdentity } from "../records/records.ts";
import type { References } from "../references/references.ts";
import { countFitting, MAX_PAGE_BYTES } from "./page-bytes.ts";
import { startAfter, type VariantPage } from "./variant-page.ts";

/** A variant with its product, and their address. */
export interface FoundVariant {
  address: SlotAddress;
  product: ProductRecord;
  variant: VariantRecord;
}

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

/** Names that a variant may be found by, the most reliable first. */
export interface VariantNames {
  variantId?: string | undefined;
  variantRef?: string | undefined;
  inventoryItemId?: string | undefined;
  sku?: string | undefined;
  gtin?: string | undefined;
}

const MAX_STORES = 10_000;
/** How long a store without a catalogue is remembered, in milliseconds. */
const UNKNOWN_MS = 1000;
/**
 * How long a store with a catalogue is remembered, in milliseconds. This is shorter than the deletion of a tenant,
 * after which the tenant may be created again.
 */
const KNOWN_MS = 5000;
type ProductWithVariants = { product: ProductRecord; variants: VariantRecord[] } | undefined;
/** Products that were read for the names of many rows, by slot. */
export type ReadProducts = Map<string, Promise<ProductWithVariants>>;

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
   * variants after the one with the id `after`, as many as fit into `maxBytes`. Throws {@link NotOfProduct} if the
   * product has no variant `after`.
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

  /**
   * Reads the product at an address, with all its variants in the order of their numbers: some at a time, because there
   * may be thousands.
   */
  async at(address: SlotAddress): Promise<ProductWithVariants> {
    const key = this.#keys.product(address.partition, address.slot);
    // The first page has all of a product with few variants. No further page is read: after a failover, the cursor would
    // mean nothing to the other server, and variants would be missing.
    const [, entries] = await this.#redis.hscan(key, "0", "COUNT", ALL_VARIANTS_BATCH_SIZE);
    const texts = new Map<string, string | null>();
    for (const [field = "", text = ""] of batchesOf(entries, 2)) texts.set(field, text);
    const product = productOf(address, texts.get(RECORD) ?? (await this.#redis.hget(key, RECORD)));
    if (!product) return undefined;
    const others = product.variants.map(variantField).filter((field) => !texts.has(field));
    for (const fields of batchesOf(others, ALL_VARIANTS_BATCH_SIZE)) {
      const read = await this.#redis.hmget(key, ...fields);
      for (const [i, field] of fields.entries()) texts.set(field, read[i] ?? null);
    }
    const variants = product.variants.flatMap(
      (ref) => variantOf(address, texts.get(variantField(ref))) ?? [],
    );
    return { product, variants };
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
   * Finds the variants with one of the names: those with the first name that any variant has. With `known`, a product
   * is read only once for many such calls.
   */
  async variantsWith(storeKey: string, names: VariantNames, known?: ReadProducts): Promise<FoundVariant[]> {
    if (names.variantId !== undefined) {
      const found = await this.#byId(storeKey, names.variantId);
      if (found) return [found];
    }
    for (const named of VARIANT_NAMINGS) {
      const value = names[named];
      const found = value === undefined ? [] : await this.#byName(storeKey, named, value, known);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Like {@link variantsWith}, but only finds variants of one product. */
  async variantsOf(
    storeKey: string,
    productRef: string,
    names: VariantNames,
    known?: ReadProducts,
  ): Promise<FoundVariant[]> {
    const address = this.#layout.slotOf("product", storeKey, productRef);
    const { product, variants = [] } = (await this.#read(address, known)) ?? {};
    if (!product) return [];
    for (const named of ["variantId" as const, ...VARIANT_NAMINGS]) {
      const found = variants.filter(
        (variant) => names[named] !== undefined && variant[named] === names[named],
      );
      if (found.length > 0) return found.map((variant) => ({ address, product, variant }));
    }
    return [];
  }

  #read(address: SlotAddress, known: ReadProducts = new Map()): Promise<ProductWithVariants> {
    const reading = known.get(address.slot) ?? this.at(address);
    known.set(address.slot, reading);
    return reading;
  }

  async #byId(storeKey: string, variantId: string): Promise<FoundVariant | undefined> {
    const parsed = parseVariantId(variantId);
    const address = parsed && this.addressOf(storeKey, parsed.productId);
    if (!address) return undefined;
    const product = await this.recordAt(address);
    const variantRef = product?.variants[parsed.number - 1];
    const found = variantRef === undefined ? undefined : await this.variantAt(address, variantRef);
    return found?.variant.variantId === variantId ? found : undefined;
  }

  async #byName(
    storeKey: string,
    named: VariantNaming,
    value: string,
    known: ReadProducts | undefined,
  ): Promise<FoundVariant[]> {
    const holders = await this.#references.productsWithVariant(storeKey, variantName(named, value));
    const found: FoundVariant[] = [];
    for (const { partition, key } of holders) {
      const address = this.#layout.slotAt(storeKey, partition, key);
      if (named === "variantRef") {
        const variant = await this.variantAt(address, value);
        if (variant) found.push(variant);
        continue;
      }
      const { product, variants = [] } = (await this.#read(address, known)) ?? {};
      // A product that was deleted, or was never created.
      if (!product) continue;
      for (const variant of variants) if (variant[named] === value) found.push({ address, product, variant });
    }
    return found;
  }
}
