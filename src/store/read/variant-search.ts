import { batchesOf } from "../../collections/batches.ts";
import { addTo } from "../../collections/grouped.ts";
import { VARIANT_NAMINGS } from "../keys/names.ts";
import type { SlotAddress } from "../layout/layout.ts";
import type { ProductRecord, VariantRecord } from "../records/catalogue.ts";

/** A variant with its product, and their address. */
export interface FoundVariant {
  address: SlotAddress;
  product: ProductRecord;
  variant: VariantRecord;
}

/** Names that a variant may be found by, the most reliable first. */
export interface VariantNames {
  variantId?: string | undefined;
  variantRef?: string | undefined;
  inventoryItemId?: string | undefined;
  sku?: string | undefined;
  gtin?: string | undefined;
}

/** Variants that are searched for: those with the first of the names that any variant has. */
export interface SearchedVariants {
  names: VariantNames;
  /** Reference of their product; absent if they may be of any product. */
  productRef?: string | undefined;
}

/** One name of {@link SearchedVariants}. */
export interface SearchedName {
  naming: keyof VariantNames;
  value: string;
  productRef: string | undefined;
}

/** A product with some of its variants, or all. */
export interface ProductWithVariants {
  product: ProductRecord;
  variants: VariantRecord[];
}

/** What a search has found. */
export interface FoundVariants<T> {
  found: T[];
  /**
   * Whether more products had a name than are listed for it, so that other products may have it too. This is true until
   * the nightly sweep has completed the list. It is never true for a name that is searched for in one product.
   */
  hasMore: boolean;
}

/** Addresses at which there may be a product that has a variant with a name. */
interface FoundAddresses {
  addresses: SlotAddress[];
  /** See {@link FoundVariants.hasMore}. */
  hasMore: boolean;
}

interface VariantReader {
  addressesOf: (name: SearchedName) => Promise<FoundAddresses>;
  /** Reads the product at an address, with at least its variants that have one of the names, some at a time. */
  read: (address: SlotAddress, names: readonly SearchedName[]) => AsyncIterable<ProductWithVariants>;
}

/** The names that are searched for in one product, and the lists of variants that each of them fills. */
interface ProductSearch<T> {
  address: SlotAddress;
  names: SearchedName[];
  lists: Map<string, T[][]>;
}

/** Number of names whose products are looked up together. */
const LOOKUP_BATCH_SIZE = 256;
/** Number of products that are read together. It limits the memory: each may have megabytes of variants. */
const PRODUCT_BATCH_SIZE = 20;

const NAMINGS = ["variantId" as const, ...VARIANT_NAMINGS];

const keyOf = (naming: keyof VariantNames, value: string) => `${naming} ${value}`;
const keyInProduct = ({ naming, value, productRef }: SearchedName) =>
  JSON.stringify([naming, value, productRef]);

function namesOf({ names, productRef }: SearchedVariants): SearchedName[] {
  return NAMINGS.flatMap((naming) => {
    const value = names[naming];
    return value === undefined ? [] : [{ naming, value, productRef }];
  });
}

/** Reads a product once, and adds its variants to the lists of their names. */
async function readInto<T>(
  { read }: VariantReader,
  { address, names, lists }: ProductSearch<T>,
  keep: (found: FoundVariant) => T,
): Promise<void> {
  for await (const { product, variants } of read(address, names))
    for (const variant of variants)
      for (const naming of NAMINGS) {
        const value = variant[naming];
        const filled = value === undefined ? [] : (lists.get(keyOf(naming, value)) ?? []);
        for (const list of filled) list.push(keep({ address, product, variant }));
      }
}

/** Returns the variants with each of the names, in the order of their products. */
async function findEach<T>(
  reader: VariantReader,
  names: readonly SearchedName[],
  keep: (found: FoundVariant) => T,
): Promise<FoundVariants<T>[]> {
  const products = new Map<string, ProductSearch<T>>();
  const listIn = (address: SlotAddress, name: SearchedName): T[] => {
    const list: T[] = [];
    const search = products.get(address.slot) ?? { address, names: [], lists: new Map<string, T[][]>() };
    search.names.push(name);
    addTo(search.lists, keyOf(name.naming, name.value), list);
    products.set(address.slot, search);
    return list;
  };
  const found: { lists: T[][]; hasMore: boolean }[] = [];
  for (const batch of batchesOf(names, LOOKUP_BATCH_SIZE)) {
    const all = await Promise.all(batch.map(reader.addressesOf));
    for (const [i, name] of batch.entries()) {
      const { addresses = [], hasMore = false } = all[i] ?? {};
      found.push({ lists: addresses.map((address) => listIn(address, name)), hasMore });
    }
  }
  for (const batch of batchesOf([...products.values()], PRODUCT_BATCH_SIZE))
    await Promise.all(batch.map((search) => readInto(reader, search, keep)));
  return found.map(({ lists, hasMore }) => ({ found: lists.flat(), hasMore }));
}

/**
 * Searches for variants by their names, and returns what `keep` makes of each of them. A product is read once for all
 * names that are tried together: the first name of every search, then the second name of those that have found nothing,
 * and so on. No product is kept in memory, so `keep` should return only what is needed. Searches for the same name
 * share one list. If a name that was tried has more products than are listed, the search says so, also if it has found
 * variants by a later name.
 */
export async function searchVariants<T>(
  reader: VariantReader,
  searches: readonly (SearchedVariants | undefined)[],
  keep: (found: FoundVariant) => T,
): Promise<FoundVariants<T>[]> {
  const results = searches.map((): FoundVariants<T> => ({ found: [], hasMore: false }));
  let open = searches.map((searched, index) => ({ index, names: searched ? namesOf(searched) : [] }));
  for (let round = 0; open.length > 0; round++) {
    open = open.filter(({ names }) => round < names.length);
    const some = new Map(
      open.flatMap(({ names }) => names.slice(round, round + 1)).map((name) => [keyInProduct(name), name]),
    );
    const lists = await findEach(reader, [...some.values()], keep);
    const byKey = new Map([...some.keys()].map((key, i) => [key, lists[i]]));
    for (const { index, names } of open) {
      const name = names[round];
      const { found = [], hasMore = false } = (name && byKey.get(keyInProduct(name))) ?? {};
      results[index] = { found, hasMore: hasMore || results[index]?.hasMore === true };
    }
    open = open.filter(({ index }) => results[index]?.found.length === 0);
  }
  return results;
}
