import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { withRedis } from "../../support/redis.ts";

const STORE = "acme/one";

describe("a run whose file is removed", () => {
  it("stays deleted if it is deleted meanwhile", async (t) => {
    const { redis, keys } = withRedis(t);
    const runs = new ExportRuns(redis, keys);
    const { runId } = await runs.begin(STORE, "ex1", { trigger: "request" });
    const changes = { status: "succeeded", file: "exports/acme/ex1/run.ndjson" } as const;
    await runs.write(STORE, { id: runId, exportId: "ex1" }, "", { changes });
    const interrupted = intercepted(redis, async (_, send) => {
      const reply = await send();
      await runs.forget(STORE, "ex1");
      return reply;
    });
    await new ExportRuns(interrupted, keys).markFileRemoved(STORE, runId, new Date().toISOString());
    assert.equal(await redis.exists(keys.exportRun(STORE, runId)), 0);
  });
});
