import { decoderOf } from "../records/decode.ts";
import { readReason, type StoredReason } from "./stored-reason.ts";

/** A record that a platform rejected. It has only ids, for reading the record again. */
export interface RejectedRecord {
  id: string;
  reason: StoredReason;
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
export const decodeRejected = decoderOf<RejectedRecord>("rejected record", {
  needs: "id",
  upgrade: (record) => ({ ...record, reason: readReason(record.reason) }),
});
