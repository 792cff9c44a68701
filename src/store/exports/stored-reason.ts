import type { ExportReason } from "../../text/outbound-reasons.ts";

/** A reason in a record. Earlier versions stored a sentence. */
export type StoredReason = ExportReason | { sentence: string };

/** Reads the reason of a record that may be of an earlier version. */
export const readReason = (stored: StoredReason | string): StoredReason =>
  typeof stored === "string" ? { sentence: stored } : stored;
