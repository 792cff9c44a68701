import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { freePort, newDataDir, nodeArgs, startProgram } from "../support/programs.ts";
import { newestFirst } from "../support/runner/newest-first.ts";
import { send } from "../support/service.ts";

describe("a service that waits for Redis", () => {
  it("is not ready, logs warnings of Node.js, and stops cleanly", async (t) => {
    const port = await freePort();
    const cleanup = newestFirst(t);
    // Only the service's own listener is to get it: Node.js has one that prints, until the service has started.
    const warning =
      "const own = () => process.listeners('warning').some(({ name }) => name !== 'onWarning');" +
      "setInterval(() => { if (own()) process.emitWarning('a leak'); }, 99).unref()";
    const service = startProgram(cleanup, nodeArgs("src/main.ts"), {
      DATA_DIR: newDataDir(cleanup),
      REDIS_URL: "redis://127.0.0.1:1",
      PORT: port.toString(),
      NODE_OPTIONS: `--import "data:text/javascript,${warning}"`,
    });
    await service.says(/"level":"warn".*"message":"a leak"/);
    await service.says(/"msg":"listening"/);
    assert.equal((await send(`http://127.0.0.1:${port}`, "GET", "/health/ready")).status, 503);
    service.signal("SIGTERM");
    const { code, stdout, stderr } = await service.end();
    assert.match(stdout, /"msg":"stopped"/);
    assert.deepEqual([code, stderr], [0, ""]);
  });
});
