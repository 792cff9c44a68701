import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { gunzipped } from "../../../src/http/feeds/sent-file.ts";
import { Problem } from "../../../src/ingest/problem.ts";

/** A compressed file that is longer than the buffers of the streams. */
const FILE = gzipSync(randomBytes(1024 * 1024));

/** Yields parts of a file, and then throws the error if there is one. `returned` resolves when it has ended. */
function sourceOf(parts: readonly Buffer[], error?: Error) {
  const ending = new EventEmitter();
  const returned = once(ending, "end");
  async function* source(): AsyncGenerator<Buffer> {
    try {
      for (const part of parts) {
        yield part;
        await pause(5);
      }
      if (error) throw error;
    } finally {
      ending.emit("end");
    }
  }
  return { source: source(), returned };
}

const readAll = async (source: AsyncIterable<Buffer>) => {
  for await (const bytes of gunzipped(source, () => FILE.length)) assert.ok(bytes.length > 0);
};

describe("a compressed file", () => {
  it("is not read any more after its reader has stopped", { timeout: 10_000 }, async () => {
    // Short parts: the reader stops while the next one is awaited, not while the stream is full.
    const parts = Array.from({ length: 100 }, (_, i) => FILE.subarray(i * 8000, (i + 1) * 8000));
    const { source, returned } = sourceOf(parts);
    for await (const bytes of gunzipped(source, () => FILE.length)) {
      assert.ok(bytes.length > 0);
      break;
    }
    await returned;
  });

  it("whose request fails gives its reader that error", async () => {
    const error = new Problem("MalformedRequest", { detail: "cut" });
    const { source, returned } = sourceOf([FILE.subarray(0, 100_000)], error);
    await assert.rejects(readAll(source), (err) => err === error);
    await returned;
  });

  it("that is not gzip, or ends early, is refused", async () => {
    for (const part of [Buffer.from("[]"), FILE.subarray(0, 100_000)]) {
      const { source, returned } = sourceOf([part]);
      await assert.rejects(
        readAll(source),
        (err) => err instanceof Problem && err.detail.includes("not gzip"),
      );
      await returned;
    }
  });
});
