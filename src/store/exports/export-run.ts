import type { ExportReason } from "../../text/outbound-reasons.ts";
import { decoderOf, parseStored } from "../records/decode.ts";
import type { FileForm } from "./exports.ts";
import { readReason, type StoredReason } from "./stored-reason.ts";

/** A position of a run: `at` consists of numbers, and `item` is a position within it. `~` sorts after all texts. */
export interface Cursor {
  at: string;
  item: string;
}

/**
 * The position of a run, or of an export between runs. Each run covers a window of time completely; windows follow each
 * other without a gap.
 */
export interface Position {
  /** What the run reads: all wishlists, the changes since the last run, or the rejected records of a run. */
  reads: "wishlists" | "changes" | "rejected";
  place: Cursor;
  /** Everything before this time was exported before, ISO 8601. */
  since?: string;
  /** Everything after this time belongs to the next run, ISO 8601. */
  upTo?: string;
  /** End of the changes that are to be read; absent for wishlists. */
  until?: string;
  /** Start of the changes of the next window. */
  next?: string;
  /** An earlier run left the window unfinished: the remaining records are still to be exported. */
  isResumed?: true;
}

/** Reads a stored position. */
export const decodePosition = decoderOf<Position>("position", { needs: "place" });

/** Numbers of records of a run. */
export interface Counts {
  read: number;
  sent: number;
  accepted: number;
  skipped: Record<string, number>;
  failed: number;
}

/** The counts at the start of a run. */
export const NO_COUNTS: Readonly<Counts> = { read: 0, sent: 0, accepted: 0, skipped: {}, failed: 0 };

/** How a run ends that is not cancelled. */
export const RUN_OUTCOMES = ["succeeded", "failed"] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export type RunStatus = "queued" | "running" | RunOutcome | "cancelled";

/** One execution of an export. */
export interface Run {
  id: string;
  exportId: string;
  trigger: "schedule" | "request" | "redrive";
  /** The run whose rejected records are sent again. */
  redriveOf?: string;
  status: RunStatus;
  startedTime: string;
  finishedTime?: string;
  /** Absent or null until the run has begun to read. */
  position?: Position | null;
  /** Type of the connector that got the records; absent until the run has begun to read. */
  connectorType?: string;
  /** How it writes its file; absent until it has begun to read, and in runs of earlier versions. */
  form?: FileForm;
  /** Number of the store's erasures before it read the first record for a file. */
  erasures?: number;
  /** How often it has started again, because a person was erased. */
  restarts?: number;
  /** Fraction of the records that is read, from 0 to 1. */
  progress: number;
  counts: Counts;
  /** Number of the current batch. */
  batch: number;
  /** End of the current batch; null while it is unknown. */
  batchEnd?: Cursor | null;
  /** Number of consecutive failed attempts. */
  failures: number;
  /** Why the run waits, or has failed. */
  reason?: StoredReason;
  file?: string;
  /** When its file was removed, because the tenant had too many bytes of files. */
  fileRemovedTime?: string;
}

/** The members of a run that a write may change. An empty reason removes it. */
export type RunChanges = Partial<Omit<Run, "id" | "exportId" | "reason">> & { reason?: ExportReason | "" };

/** Members that are stored as JSON. A reason is too, except that of an earlier version. The others are text. */
const AS_JSON = new Set([
  ...["position", "counts", "batchEnd", "progress", "batch", "failures"],
  ...["form", "erasures", "restarts"],
]);

/** Returns the stored form of members of a run: names and texts in turn. */
export const fieldsOfRun = (changes: object): string[] =>
  Object.entries(changes).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [name, typeof value === "string" ? value : JSON.stringify(value)],
  );

const parse = (text: string) => parseStored("run of an export", text);

function memberOf(name: string, text: string): unknown {
  if (name === "reason") return text.startsWith("{") ? parse(text) : readReason(text);
  return AS_JSON.has(name) ? parse(text) : text;
}

/**
 * Reads a stored run; undefined if there is none.
 *
 * @throws {Undecodable}
 */
export function runOf(id: string, fields: Record<string, string>): Run | undefined {
  if (fields["status"] === undefined) return undefined;
  const read = Object.entries(fields)
    .filter(([name, value]) => name !== "fence" && value !== "")
    .map(([name, text]): [string, unknown] => [name, memberOf(name, text)]);
  return { id, ...Object.fromEntries(read) } as unknown as Run;
}

/** Returns the sum of two counts of skipped records, by reason. */
export const skippedSum = (counts: Counts["skipped"], more: Counts["skipped"]): Counts["skipped"] => {
  const all = { ...counts };
  for (const [reason, count] of Object.entries(more)) all[reason] = (all[reason] ?? 0) + count;
  return all;
};
