import type { Cursor, Run } from "../../store/exports/export-run.ts";
import { type ExportRecord, withoutSecrets } from "../../store/exports/exports.ts";

/** Presents an export with hidden secrets. */
export const presentExport = (
  record: ExportRecord,
  more: { nextRunTime: string | undefined; activeRun: string | undefined; skippedRuns: number },
) => ({ ...withoutSecrets(record), ...more });

const textOf = (reads: string, { at, item }: Cursor) => `${reads} ${at}${item === "" ? "" : `/${item}`}`;

/** Reasons to skip a record that all connectors have; platforms have additional ones. */
const NOTHING_SKIPPED = { noConsent: 0, private: 0, deleted: 0 };

/** Presents a run. */
export function presentRun({ position, counts, ...run }: Run) {
  const { batch: _1, batchEnd: _2, failures: _3, connectorType: _4, ...shown } = run;
  return {
    ...shown,
    position: position ? textOf(position.reads, position.place) : null,
    counts: { ...counts, skipped: { ...NOTHING_SKIPPED, ...counts.skipped } },
  };
}
