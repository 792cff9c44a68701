import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Context } from "koa";
import { keysOf } from "../../collections/keys-of.ts";
import { Problem } from "../../ingest/problem.ts";
import { isRedisAway } from "../../store/redis/failures.ts";
import { RecordGone } from "../known-outcome.ts";
import { bodyWithoutDeadline } from "../middleware/body/deadline.ts";
import { mediaTypeOf } from "../middleware/body/read-body.ts";
import { FEED_FORMATS, FeedCut, type FeedFormat } from "./receive.ts";

/**
 * Maximum ratio of a decompressed file to the sent bytes. Real rows stay below it; it protects against decompression
 * bombs.
 */
const MAX_RATIO = 200;
/** Bytes that a file may have beyond this ratio, because small files compress better. */
const UNPACKED_FREELY = 1024 * 1024;

const RETRY_ADVICE = "Send the whole file again: rows that were applied are not applied twice.";

/**
 * Returns the format of the file in a request, by its media type.
 *
 * @throws {Problem} if the format is not supported
 */
export function formatOf(ctx: Context): FeedFormat {
  const sent = mediaTypeOf(ctx);
  const type = keysOf(FEED_FORMATS).find((each) => each === sent);
  if (type !== undefined) return FEED_FORMATS[type];
  const types = Object.keys(FEED_FORMATS).join(" or ");
  throw new Problem("UnsupportedMediaType", { detail: `Send the feed as ${types} in UTF-8.` });
}

/** Yields the bytes of a request's body, and calls `onBytes` with their number. */
async function* bodyOf({ req }: Context, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of bodyWithoutDeadline(req)) {
      onBytes(bytes.length);
      yield bytes;
    }
  } catch (cause) {
    throw new Problem("MalformedRequest", { detail: `The file is incomplete. ${RETRY_ADVICE}`, cause });
  }
}

/** Decompresses a file; `bytesRead` returns the number of bytes that have arrived. */
export async function* gunzipped(
  source: AsyncIterable<Buffer>,
  bytesRead: () => number,
): AsyncGenerator<Buffer> {
  const unzip = createGunzip();
  // A failure destroys the stream, so that the loop below throws it. The end of the loop ends the source too.
  pipeline(source, unzip).catch(() => undefined);
  try {
    let unpacked = 0;
    for await (const bytes of unzip as AsyncIterable<Buffer>) {
      unpacked += bytes.length;
      if (unpacked > UNPACKED_FREELY + MAX_RATIO * bytesRead())
        throw new Problem("MalformedRequest", {
          detail: `The decompressed file is more than ${MAX_RATIO} times as long as the sent bytes.`,
        });
      yield bytes;
    }
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem("MalformedRequest", {
      detail: `The file is not gzip, or it is incomplete. ${RETRY_ADVICE}`,
      cause,
    });
  }
}

/**
 * Returns the decompressed file in a request's body, and a function that counts the bytes of the body that have been
 * read. Reading the file throws a problem if it ends early or is not gzip.
 *
 * @throws {Problem} if the encoding is not supported
 */
export function fileIn(ctx: Context): { source: AsyncIterable<Buffer>; bytesRead: () => number } {
  let read = 0;
  const body = bodyOf(ctx, (count) => (read += count));
  const bytesRead = () => read;
  const encoding = ctx.req.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding === "identity") return { source: body, bytesRead };
  if (encoding === "gzip") return { source: gunzipped(body, bytesRead), bytesRead };
  throw new Problem("UnsupportedMediaType", {
    detail: "Send the feed uncompressed, or compressed with gzip.",
  });
}

/** Returns the error for the sender of a feed that was not stored completely. The rest of the body is not read. */
export function cutProblem(err: unknown): unknown {
  const extra = err instanceof FeedCut ? { feedId: err.feed } : {};
  const cause = err instanceof FeedCut ? err.cause : err;
  const options = { extra, headers: { Connection: "close" }, cause };
  if (cause instanceof Problem && !(cause instanceof RecordGone))
    return new Problem(cause.code, { ...options, detail: cause.detail });
  if (cause !== undefined && !isRedisAway(cause) && !(cause instanceof RecordGone)) return cause;
  const detail = `The feed cannot continue now. ${RETRY_ADVICE}`;
  return new Problem("Unavailable", {
    ...options,
    detail,
    headers: { ...options.headers, "Retry-After": "30" },
  });
}
