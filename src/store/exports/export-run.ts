import { decoderOf, parseStored } from "../records/decode.ts";

/** A position of a run: numbers, and within them a text. `~` sorts after all texts. */
export interface Cursor {
  at: string;
  item: string;
}

/**
 * The position of a run, or of an export between runs. Each run covers a window of time completely; windows follow each
 * other without a gap.
 */
export interface Position {
  /** All wishlists, the changes since, or what was rejected. */
  reads: "wishlists" | "changes" | "rejected";
  place: Cursor;
  /** Everything before this time was exported before, ISO 8601. */
  since?: string;
  /** Everything after this time belongs to the next run, ISO 8601. */
  upTo?: string;
  /** Where the changes end that are to be read; absent for wishlists. */
  until?: string;
  /** Where the changes begin that come next. */
  next?: string;
  /** An earlier run left it unfinished: the rest is still to be exported. */
  isResumed?: true;
}

/** Reads a stored position. */
export const decodePosition = decoderOf<Position>("position", { needs: "place" });

export interface Counts {
  read: number;
  sent: number;
  accepted: number;
  skipped: Record<string, number>;
  failed: number;
}

/** What a run begins with. */
export const NO_COUNTS: Readonly<Counts> = { read: 0, sent: 0, accepted: 0, skipped: {}, failed: 0 };

export type RunStatus = "queued" | "running" | "succeeded" | "failed" | "cancelled";

export interface Run {
  id: string;
  exportId: string;
  trigger: "schedule" | "request" | "redrive";
  /** The run whose rejected records are sent again. */
  redriveOf?: string;
  status: RunStatus;
  startedTime: string;
  finishedTime?: string;
  /** Absent until it has begun to read. */
  position?: Position;
  /** Share of what is to be read, from 0 to 1. */
  progress: number;
  counts: Counts;
  /** Number of the current batch. */
  batch: number;
  /** End of the current batch; null while it is not known. */
  batchEnd?: Cursor | null;
  /** Attempts in a row that have failed. */
  failures: number;
  /** Why it waits, or has failed. */
  reason?: string;
  file?: string;
  /** When its file was removed, for the tenant had too many bytes of files. */
  fileRemovedTime?: string;
}

/** Members that are stored as JSON; the others are text. */
const AS_JSON = new Set(["position", "counts", "batchEnd", "progress", "batch", "failures"]);

/** Members of a run as they are stored: names and texts in turn. */
export const fieldsOfRun = (changes: object): string[] =>
  Object.entries(changes).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [name, typeof value === "string" ? value : JSON.stringify(value)],
  );

/** A run as it is stored; undefined where there is none. Throws `Undecodable`. */
export function runOf(id: string, fields: Record<string, string>): Run | undefined {
  if (fields["status"] === undefined) return undefined;
  const read = Object.entries(fields)
    .filter(([name, value]) => name !== "fence" && value !== "")
    .map(([name, text]): [string, unknown] => [
      name,
      AS_JSON.has(name) ? parseStored("run of an export", text) : text,
    ]);
  return { id, ...Object.fromEntries(read) } as unknown as Run;
}
