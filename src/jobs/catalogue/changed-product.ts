/** A product of a store, and its variants that are new or were renamed. */
export interface ChangedProduct {
  partition: number;
  /** Key of the product's slot. */
  key: string;
  variantRefs: string[];
}
