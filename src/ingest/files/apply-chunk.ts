import type { Send } from "../../actors/runtime/send.ts";
import type { FeedKind } from "../../store/feeds/feed-record.ts";
import type { ChunkResult, FeedChunk } from "../../store/feeds/file-feeds.ts";
import { listDecoderOf } from "../../store/records/decode.ts";
import { doOrSkip, type OnUndecodable } from "../../store/records/undecodable.ts";
import { faultSentence, parseJson } from "../json/json.ts";
import { ignoredError, type RowError } from "../rows.ts";
import type { FeedTarget } from "../writers/feeds.ts";
import { rejected, type RowResult, type WriteRows } from "../writers/row-writer.ts";
import type { FeedEntry } from "./entries.ts";

/** Rows of a feed that are written at the same time. */
const WRITE_CONCURRENCY = 256;

const decodeChunk = listDecoderOf<FeedEntry[]>("chunk of a feed");

type ReadRow = { line: number } & ({ row: unknown } | { error: RowError });

function readEntry(entry: FeedEntry): ReadRow {
  if ("error" in entry) return entry;
  const { line, text } = entry;
  const parsed = parseJson(text);
  if (parsed.ok) return { line, row: parsed.value };
  const { kind, path, message } = parsed.fault;
  const detail = faultSentence("The line", parsed.fault);
  if (kind === "malformed") return { line, error: { code: "MalformedRequest", detail } };
  return { line, error: { code: "InvalidInput", detail, errors: [{ path, message }] } };
}

/** The error of a row that needs a stored record that cannot be decoded. */
const UNREADABLE: RowError = {
  code: "Internal",
  detail: "A stored record that the row needs cannot be read, so the row was not applied.",
};

interface ChunkParts {
  writers: Record<FeedKind, WriteRows>;
  /** Called with stored records that rows need and that cannot be decoded. */
  onUndecodable: OnUndecodable;
}

/** The result of a row, with the number of its line. */
interface LineResult {
  line: number;
  result: RowResult;
}

/** Writes rows, and resolves to the results of valid and invalid rows in their order. */
async function writeEntries(
  entries: readonly FeedEntry[],
  write: (rows: readonly unknown[]) => Promise<RowResult[]>,
): Promise<LineResult[]> {
  const rows = entries.map(readEntry);
  const written = await write(rows.flatMap((read) => ("row" in read ? [read.row] : [])));
  return rows.flatMap((read) => {
    const result = "error" in read ? rejected(read.error) : written.shift();
    return result ? [{ line: read.line, result }] : [];
  });
}

/**
 * Applies the rows of a chunk as if each were sent in its own request. If a stored record cannot be decoded, the rows
 * that need it are rejected, and the others are applied one after another. Rejects if the service cannot apply them now;
 * then no row is in progress any more. Applying the same chunk again changes nothing twice.
 */
export async function applyChunk(
  { writers, onUndecodable }: ChunkParts,
  { kind, text }: FeedChunk,
  target: FeedTarget,
  send: Send,
): Promise<ChunkResult> {
  const entries = decodeChunk(text);
  const context = { target, concurrency: WRITE_CONCURRENCY, skipsFailures: true, sendFor: () => send };
  const apply = (some: readonly FeedEntry[]) => writeEntries(some, (rows) => writers[kind](rows, context));
  const labelOf = () => ({ storeKey: target.storeKey, id: kind });
  let results = await doOrSkip(() => apply(entries), labelOf, onUndecodable);
  if (!results) {
    results = [];
    for (const entry of entries) {
      const applied = await doOrSkip(() => apply([entry]), labelOf, onUndecodable);
      results.push(...(applied ?? [{ line: entry.line, result: rejected(UNREADABLE) }]));
    }
  }
  const counts: ChunkResult["counts"] = {};
  const errors: ChunkResult["errors"] = [];
  for (const { line, result } of results) {
    counts[result.status] = (counts[result.status] ?? 0) + 1;
    const error = result.error ?? (result.ignored && ignoredError(result.ignored));
    if (error) errors.push({ line, ...error });
  }
  return { counts, errors };
}
