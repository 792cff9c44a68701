import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { pruneExport } from "../../../src/jobs/exports/kept-files.ts";
import type { RunChanges } from "../../../src/store/exports/export-run.ts";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { Exports } from "../../../src/store/exports/exports.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { type Cleanup, withRedis } from "../../support/redis.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const STORE = "acme/one";

/** Runs of a process that dies before it records that a file was removed. */
class DyingRuns extends ExportRuns {
  override markFileRemoved(): Promise<void> {
    return Promise.reject(new Error("killed"));
  }
}

/** An export with a run that has ended in a way, and a complete file of the run. */
async function setUp(t: Cleanup, type: string, changes: (file: string) => RunChanges) {
  const { redis, keys } = withRedis(t);
  const dataDir = tempFolder(t);
  const exports = new Exports(redis, keys, new Vault([randomBytes(32)]));
  const runs = new ExportRuns(redis, keys);
  const record = await exports.create(STORE, {
    ...{ name: "x", connector: { type }, mode: "full", enabled: true },
    ...{ includePrivate: false, onlyConsenting: true },
  });
  const exportId = record.id;
  const { runId } = await runs.begin(STORE, exportId, { trigger: "request" });
  const file = join("exports", "acme", exportId, `${runId}.ndjson`);
  mkdirSync(join(dataDir, dirname(file)), { recursive: true });
  writeFileSync(join(dataDir, file), "x");
  await runs.write(STORE, { id: runId, exportId }, "", { changes: changes(file) });
  const prune = (of: ExportRuns, fileBytes: number) =>
    pruneExport({ exports, runs: of, connectors: { dataDir, fileBytes }, now: Date.now }, STORE, record);
  return {
    dying: new DyingRuns(redis, keys),
    runs,
    prune,
    hasFile: () => existsSync(join(dataDir, file)),
    run: () => runs.find(STORE, runId),
  };
}

describe("a complete file of a run that has ended without it", () => {
  for (const [name, type, changes] of [
    ["was cancelled while it waited to be uploaded", "s3", { status: "cancelled" }],
    ["failed, and its process died before it removed the file", "s3", { status: "failed" }],
    ["was cancelled after it had joined the parts of the file", "file", { status: "cancelled" }],
    ["has its object", "s3", { status: "succeeded", file: "s3://bucket/x.ndjson" }],
  ] as const)
    it(`does not stay: the run ${name}`, async (t) => {
      const { runs, prune, hasFile, run } = await setUp(t, type, () => changes);
      await prune(runs, 100);
      assert.equal(hasFile(), false);
      assert.equal((await run())?.fileRemovedTime, undefined);
    });
});

describe("a run that names its file", () => {
  it("has it, also if a process dies while it removes the oldest files", async (t) => {
    const { runs, dying, prune, hasFile, run } = await setUp(t, "file", (file) => ({
      status: "succeeded",
      file,
    }));
    await assert.rejects(prune(dying, 0), /killed/);
    assert.deepEqual([hasFile(), (await run())?.file !== undefined], [true, true]);
    await prune(runs, 0);
    const { file, fileRemovedTime } = (await run()) ?? {};
    assert.deepEqual([hasFile(), file, fileRemovedTime !== undefined], [false, undefined, true]);
  });
});
