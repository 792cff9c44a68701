import type { ProductIdentity } from "../../store/records/records.ts";
import type { ChangedProduct } from "../catalogue/changed-product.ts";

/** The address of a record in a store. */
export interface RecordKey {
  partition: number;
  key: string;
}

/** An order, and a customer who is or was its buyer. */
export interface OrderOfBuyer {
  orderRef: string;
  buyer: RecordKey;
}

/** A job of the queue `orders`. It contains keys of slots, never names of people. */
export type OrderJob =
  | { kind: "match"; storeKey: string; places: RecordKey[] }
  /** Customers are new, or have another e-mail address or phone number: orders may wait for them. */
  | { kind: "people"; storeKey: string; customers: RecordKey[] }
  /** Products are new, or have other names. */
  | { kind: "products"; storeKey: string; products: ChangedProduct[] }
  /**
   * Variants with these names were deleted, or all of their products are known again: lines that could mean several
   * variants may mean one now.
   */
  | { kind: "names"; storeKey: string; names: string[] }
  /** The same for one customer or product, as version 0.1.0 queued it. */
  | ({ kind: "person"; storeKey: string } & RecordKey)
  | ({ kind: "variants"; storeKey: string } & ChangedProduct)
  /** Wishes of a customer are open again, or are new to the customer: earlier orders may have bought them. */
  | { kind: "offer"; storeKey: string; partition: number; key: string; offered?: ProductIdentity[] }
  /** The same for the customer of one wish, as version 0.1.0 queued it. */
  | { kind: "freed"; storeKey: string; itemId: string }
  /** A customer was deleted: the orders of this customer forget their buyer. */
  | { kind: "forget"; storeKey: string; partition: number; key: string; deletedTime?: string }
  /** The ledgers of customers with very many orders no longer have these: the orders forget their buyers. */
  | { kind: "dropped"; storeKey: string; orders: OrderOfBuyer[] }
  /** Orders have bought wishes of these customers: if a process died before it noted this, they are matched again. */
  | { kind: "made"; storeKey: string; orders: OrderOfBuyer[] }
  /** A wishlist was deleted: the order that bought from it forgets these matches. */
  | { kind: "unlink"; storeKey: string; orderRef: string; wishlistId: string }
  /** A wish that the order bought was moved: the order stores its new address. */
  | { kind: "relink"; storeKey: string; orderRef: string }
  /** A customer claims a guest's wishlist: the job finishes the claim if its request has not. */
  | { kind: "claim"; storeKey: string; wishlistId: string };
