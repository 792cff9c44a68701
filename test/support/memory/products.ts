import { productStateKey, variantStateKey } from "../../../src/actors/catalogue/product.ts";
import { VARIANT_NAMINGS } from "../../../src/store/keys/names.ts";
import type { Layout, SlotAddress } from "../../../src/store/layout/layout.ts";
import type { Products } from "../../../src/store/read/products.ts";
import type { FoundVariant, FoundVariants, VariantNames } from "../../../src/store/read/variant-search.ts";
import type { ProductRecord, VariantRecord } from "../../../src/store/records/catalogue.ts";
import { MAX_HOLDERS } from "../../../src/store/references/holder-list.ts";
import type { MemoryPartition } from "./partition.ts";

type Reads =
  | "markCatalogue"
  | "hasCatalogue"
  | "find"
  | "at"
  | "variantAt"
  | "variantIn"
  | "variantsWith"
  | "variantsNamed";

/** The catalogue of a store in a partition in memory. */
export class MemoryProducts implements Pick<Products, Reads> {
  readonly #partition: MemoryPartition;
  readonly #layout: Layout;

  constructor(partition: MemoryPartition, layout: Layout) {
    this.#partition = partition;
    this.#layout = layout;
  }

  markCatalogue = () => Promise.resolve();
  hasCatalogue = () => Promise.resolve(true);

  #variants({ slot }: SlotAddress, { variants }: ProductRecord): VariantRecord[] {
    const at = (ref: string) => this.#partition.value(variantStateKey(slot, ref)) as VariantRecord | null;
    return variants.flatMap((ref) => at(ref) ?? []);
  }

  #product({ slot }: SlotAddress): ProductRecord | undefined {
    return (this.#partition.value(productStateKey(slot)) as ProductRecord | null) ?? undefined;
  }

  find(storeKey: string, productRef: string) {
    const address = this.#layout.slotOf("product", storeKey, productRef);
    const product = this.#product(address);
    return Promise.resolve(product && { address, product });
  }

  at(address: SlotAddress) {
    const product = this.#product(address);
    return Promise.resolve(product && { product, variants: this.#variants(address, product) });
  }

  async variantAt(address: SlotAddress, variantRef: string): Promise<FoundVariant | undefined> {
    const { product, variants = [] } = (await this.at(address)) ?? {};
    const variant = variants.find((each) => each.variantRef === variantRef);
    return product && variant && { address, product, variant };
  }

  variantIn(
    storeKey: string,
    { productRef, productId }: { productRef?: string; productId?: string },
    variantRef: string,
  ): Promise<FoundVariant | undefined> {
    const found = this.#all(storeKey, productRef).find(
      ({ product, variant }) =>
        variant.variantRef === variantRef && (productRef !== undefined || product.productId === productId),
    );
    return Promise.resolve(found);
  }

  /** All variants of a store, or of one of its products. */
  #all(storeKey: string, productRef?: string): FoundVariant[] {
    return this.#partition.everyOf("product").flatMap(({ value: product }) => {
      if (productRef !== undefined && product.productRef !== productRef) return [];
      const address = this.#layout.slotOf("product", storeKey, product.productRef);
      return this.#variants(address, product).map((variant) => ({ address, product, variant }));
    });
  }

  /**
   * Returns the variants with the first of the names that any variant has: of no more products than are listed in the
   * index of names, as with Redis.
   */
  #named(all: readonly FoundVariant[], names: VariantNames): FoundVariants<FoundVariant> {
    for (const naming of ["variantId" as const, ...VARIANT_NAMINGS]) {
      const value = names[naming];
      const found = all.filter(({ variant }) => value !== undefined && variant[naming] === value);
      const productRefs = [...new Set(found.map(({ product }) => product.productRef))];
      const listed = new Set(productRefs.slice(0, MAX_HOLDERS));
      const hasMore = productRefs.length > MAX_HOLDERS;
      if (found.length > 0)
        return { found: found.filter(({ product }) => listed.has(product.productRef)), hasMore };
    }
    return { found: [], hasMore: false };
  }

  variantsWith = async (storeKey: string, names: VariantNames, productRef?: string) => {
    const [searched] = await this.variantsNamed(storeKey, [{ names, productRef }], (each) => each);
    return searched?.found ?? [];
  };

  variantsNamed: Products["variantsNamed"] = (storeKey, searches, keep) =>
    Promise.resolve(
      searches.map((searched) => {
        const all = searched ? this.#all(storeKey, searched.productRef) : [];
        const { found, hasMore } = this.#named(all, searched?.names ?? {});
        return { found: found.map(keep), hasMore };
      }),
    );
}
