import type { Cursor, Run } from "../../store/exports/export-run.ts";
import { type ExportRecord, withoutSecrets } from "../../store/exports/exports.ts";
import type { RejectedRecord } from "../../store/exports/rejected-record.ts";
import type { StoredReason } from "../../store/exports/stored-reason.ts";
import { EXPORT_REASONS, type ExportReasonCode, exportReasonInWords } from "../../text/outbound-reasons.ts";

/** Presents an export with hidden secrets. */
export const presentExport = (
  record: ExportRecord,
  more: { nextRunTime: string | undefined; activeRun: string | undefined; skippedRuns: number },
) => ({ ...withoutSecrets(record), ...more });

const textOf = (reads: string, { at, item }: Cursor) => `${reads} ${at}${item === "" ? "" : `/${item}`}`;

/** Reasons to skip a record that all connectors have; platforms have additional ones. */
const NOTHING_SKIPPED = { noConsent: 0, private: 0, deleted: 0 };

/**
 * Presents a reason in words, and as a code, which a sentence of an earlier version does not have. A code that only a
 * newer version knows has no other words than its own.
 */
function presentReason(reason: StoredReason): { reason: string; reasonCode?: ExportReasonCode } {
  if ("sentence" in reason) return { reason: reason.sentence };
  const { code } = reason;
  const isKnown = Object.hasOwn(EXPORT_REASONS, code);
  return { reason: isKnown ? exportReasonInWords(reason) : code.replaceAll("_", " "), reasonCode: code };
}

/** Presents a record that a platform rejected. */
export const presentRejected = ({ id, reason, ...record }: RejectedRecord): object => ({
  id,
  ...presentReason(reason),
  ...record,
});

/** Presents a run. */
export function presentRun({ position, counts, reason, ...run }: Run) {
  const { batch: _1, batchEnd: _2, failures: _3, connectorType: _4, ...known } = run;
  const { form: _5, erasures: _6, restarts: _7, ...shown } = known;
  return {
    ...shown,
    ...(reason && presentReason(reason)),
    position: position ? textOf(position.reads, position.place) : null,
    counts: { ...counts, skipped: { ...NOTHING_SKIPPED, ...counts.skipped } },
  };
}
