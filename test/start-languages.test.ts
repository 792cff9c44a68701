import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { builtArgs, newDataDir, startProgram } from "./support/programs.ts";
import { newPrefix, openRedis, redisUrl, removeKeys } from "./support/redis.ts";
import { newestFirst } from "./support/runner/newest-first.ts";

describe("a start", () => {
  it("makes no format of dates, for which Node.js would load its data of languages", async (t) => {
    const cleanup = newestFirst(t);
    const prefix = newPrefix();
    const redis = openRedis(cleanup);
    cleanup.after(() => removeKeys(redis, prefix));
    const watched =
      "const construct = () => { process._rawDebug(new Error('a format').stack); process.exit(9); };" +
      "Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, { construct })";
    const service = startProgram(cleanup, builtArgs("src/main.ts"), {
      DATA_DIR: newDataDir(cleanup),
      REDIS_URL: redisUrl(),
      REDIS_PREFIX: prefix,
      PORT: "0",
      NODE_OPTIONS: `--import "data:text/javascript,${watched}"`,
    });
    // All nightly work is then on schedule.
    await service.says(/ready at/);
    service.signal("SIGTERM");
    const { code, stderr } = await service.end();
    assert.deepEqual([code, stderr], [0, ""]);
  });
});
