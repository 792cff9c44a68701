import type { FeedTarget, Send } from "../../actors/feeds.ts";
import type { ChunkResult, FeedChunk, FeedKind } from "../../store/file-feeds.ts";
import { parseJson } from "../json.ts";
import { Problem } from "../problem.ts";
import type { FeedEntry } from "./entries.ts";
import type { RowResult, RowWriter } from "./row-writers.ts";
import type { RowError } from "./rows.ts";
import { writeInOrder } from "./write-in-order.ts";

/** Rows of a feed that are written at the same time. */
const WRITTEN_AT_ONCE = 256;

type ReadRow = { line: number } & ({ row: unknown } | { error: RowError });

function readEntry(entry: FeedEntry): ReadRow {
  if ("error" in entry) return entry;
  const { line, text } = entry;
  const parsed = parseJson(text);
  if (parsed.ok) return { line, row: parsed.value };
  const detail = parsed.fault.detail.replace("The body", "The line");
  return { line, error: { code: "MalformedRequest", detail } };
}

async function writeOne(write: () => Promise<RowResult>): Promise<RowResult> {
  try {
    return await write();
  } catch (err) {
    // What fails in its actor fails again: the row is put aside, and the feed goes on.
    if (!(err instanceof Problem) || err.code !== "Internal") throw err;
    return { status: "rejected", error: { code: err.code, detail: err.detail } };
  }
}

/**
 * Applies the rows of a chunk as if each had come in a request. Rejects, with no row on its way any more, when the
 * service can not do it now; the same chunk again then changes nothing twice.
 */
export async function applyChunk(
  writers: Record<FeedKind, RowWriter>,
  { kind, text }: FeedChunk,
  target: FeedTarget,
  send: Send,
): Promise<ChunkResult> {
  const { subjectsOf, write } = writers[kind];
  const rows = (JSON.parse(text) as FeedEntry[]).map(readEntry);
  const results = await writeInOrder(rows, WRITTEN_AT_ONCE, {
    subjectsOf: (read) => ("error" in read ? [] : subjectsOf(read.row, target)),
    write: async (read) =>
      "error" in read
        ? { status: "rejected", error: read.error }
        : writeOne(() => write(read.row, target, send)),
  });
  const counts: ChunkResult["counts"] = {};
  const errors: ChunkResult["errors"] = [];
  for (const [i, { status, error }] of results.entries()) {
    counts[status] = (counts[status] ?? 0) + 1;
    if (error) errors.push({ line: rows[i]?.line ?? 0, ...error });
  }
  return { counts, errors };
}
