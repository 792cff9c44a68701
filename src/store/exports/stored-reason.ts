import type { ExportReason, ExportReasonCode } from "../../text/outbound-reasons.ts";

/** A reason in a record. Earlier versions stored a sentence. */
export type StoredReason = ExportReason | { sentence: string };

/** Reads the reason of a record that may be of an earlier version. */
export const readReason = (stored: StoredReason | string): StoredReason =>
  typeof stored === "string" ? { sentence: stored } : stored;

/** The reasons whose detail is an answer of a platform in its own words. */
const WITH_WORDS: readonly ExportReasonCode[] = ["platform_answer", "record_refused"];

/** Returns a platform's own words in a reason; undefined if there are none. */
export function platformDetailOf(reason: StoredReason): string | undefined {
  if ("sentence" in reason) return reason.sentence;
  return WITH_WORDS.includes(reason.code) ? reason.detail : undefined;
}

/** Returns a reason without a platform's own words, which may repeat a record. */
export function withoutPlatformDetail(reason: StoredReason): ExportReason {
  if ("sentence" in reason) return { code: "record_refused" };
  if (platformDetailOf(reason) === undefined) return reason;
  const { detail: _, ...rest } = reason;
  return rest;
}
