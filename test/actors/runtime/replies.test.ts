import assert from "node:assert/strict";
import { it } from "node:test";
import { Redis } from "ioredis";
import { Replies } from "../../../src/actors/runtime/replies.ts";
import { createLogger } from "../../../src/logger.ts";
import { Keys } from "../../../src/store/keys/keys.ts";

it("an HTTP process that cannot read replies says so once, not with each try", async (t) => {
  const lines: string[] = [];
  const log = createLogger("warn", { write: (line) => void lines.push(line) });
  const redis = new Redis({ lazyConnect: true });
  t.after(() => redis.disconnect());
  const listening = new AbortController();
  let reads = 0;
  const reader = {
    close: () => undefined,
    read: () => {
      reads += 1;
      if (reads === 3) listening.abort();
      return Promise.reject(new Error("away"));
    },
  };
  await new Replies("node", new Keys("wl:", 1), 1).listen(reader, redis, log, listening.signal);
  assert.deepEqual([reads, lines.length], [3, 1]);
});
