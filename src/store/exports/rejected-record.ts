import { decoderOf } from "../records/decode.ts";

/** A record that a platform rejected. It has only ids, for reading the record again. */
export interface RejectedRecord {
  id: string;
  reason: string;
  time: string;
  type: "item" | "deleted";
  /** The change, for an item. */
  change?: string;
  /** The kind of the deleted entity, for a deletion. */
  what?: string;
  withdrawn?: boolean;
  customerId?: string;
  wishlistId?: string;
  itemId?: string;
  product?: { productRef?: string; selectedVariantRef?: string };
}

/** Reads a stored rejected record. */
export const decodeRejected = decoderOf<RejectedRecord>("rejected record", { needs: "id" });
