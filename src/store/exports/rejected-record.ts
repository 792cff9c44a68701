import { decoderOf } from "../records/decode.ts";

/** A record that a platform rejected: by ids, so that it can be read again. */
export interface RejectedRecord {
  id: string;
  reason: string;
  time: string;
  type: "item" | "deleted";
  /** Of an item. */
  change?: string;
  /** Of a deletion. */
  what?: string;
  withdrawn?: boolean;
  customerId?: string;
  wishlistId?: string;
  itemId?: string;
  product?: { productRef?: string; selectedVariantRef?: string };
}

/** Reads a stored rejected record. */
export const decodeRejected = decoderOf<RejectedRecord>("rejected record", { needs: "id" });
