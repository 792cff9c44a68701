import type { Send } from "../../actors/runtime/send.ts";
import type { FeedKind } from "../../store/feeds/feed-record.ts";
import type { ChunkResult, FeedChunk } from "../../store/feeds/file-feeds.ts";
import { listDecoderOf } from "../../store/records/decode.ts";
import { faultSentence, parseJson } from "../json/json.ts";
import { ignoredError, type RowError } from "../rows.ts";
import type { FeedTarget } from "../writers/feeds.ts";
import type { RowResult, WriteRows } from "../writers/row-writer.ts";
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
  const detail = faultSentence("The line", parsed.fault);
  return { line, error: { code: "MalformedRequest", detail } };
}

/**
 * Applies the rows of a chunk as if each were sent in its own request. Rejects if the service cannot apply them now; then no
 * row is in progress any more. Applying the same chunk again changes nothing twice.
 */
export async function applyChunk(
  writers: Record<FeedKind, WriteRows>,
  { kind, text }: FeedChunk,
  target: FeedTarget,
  send: Send,
): Promise<ChunkResult> {
  const rows = decodeChunk(text).map(readEntry);
  const readable = rows.filter((read) => "row" in read);
  const written = await writers[kind](
    readable.map(({ row }) => row),
    { target, concurrency: WRITE_CONCURRENCY, skipsFailures: true, sendFor: () => send },
  );
  const counts: ChunkResult["counts"] = {};
  const errors: ChunkResult["errors"] = [];
  for (const read of rows) {
    const result: RowResult | undefined =
      "error" in read ? { status: "rejected", error: read.error } : written.shift();
    if (!result) continue;
    counts[result.status] = (counts[result.status] ?? 0) + 1;
    const error = result.error ?? (result.ignored && ignoredError(result.ignored));
    if (error) errors.push({ line: read.line, ...error });
  }
  return { counts, errors };
}
