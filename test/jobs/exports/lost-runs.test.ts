import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { pino } from "pino";
import { runExport } from "../../../src/jobs/exports/run.ts";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { Exports } from "../../../src/store/exports/exports.ts";
import { SentBatches } from "../../../src/store/exports/sent-batches.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { type Cleanup, withRedis } from "../../support/redis.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const STORE = "acme/one";

/** An active run with one part of its file, and a process that works on the run. */
async function setup(t: Cleanup) {
  const { redis, keys } = withRedis(t);
  const dataDir = tempFolder(t);
  const key = randomBytes(32);
  const exports = new Exports(redis, keys, new Vault([key]));
  const runs = new ExportRuns(redis, keys);
  const { id: exportId } = await exports.create(STORE, {
    ...{ name: "x", connector: { type: "s3", secretAccessKey: "a" }, mode: "full", enabled: true },
    ...{ includePrivate: false, onlyConsenting: true },
  });
  const { runId } = await runs.begin(STORE, exportId, { trigger: "request" });
  const part = join(dataDir, "exports", "acme", exportId, `${runId}.ndjson.parts`, "00000001");
  mkdirSync(dirname(part), { recursive: true });
  writeFileSync(part, "x");
  const work = (read: Exports, log = pino({ enabled: false })) =>
    runExport({
      ...{ exports: read, runs, now: Date.now, onOver: () => undefined, log },
      ...{
        connectors: { dataDir, fileBytes: 1000, allowPrivate: true },
        ledgers: new SentBatches(redis, keys),
      },
    } as never)({ data: { storeKey: STORE, runId } } as never, undefined);
  return { redis, keys, exports, runs, exportId, runId, part, work };
}

describe("a run of an export", () => {
  it("keeps the parts of its file if a process fails that has lost it", async (t) => {
    const { redis, keys, runs, runId, part, work } = await setup(t);
    const run = await runs.find(STORE, runId);
    assert.ok(run);
    // Another process takes the run over while this one reads the settings. It has no key for their secrets, so it fails.
    const slow = intercepted(redis, async (_, send) => {
      await runs.take(STORE, run);
      return send();
    });
    await work(new Exports(slow, keys, new Vault([randomBytes(32)])));
    assert.equal((await runs.find(STORE, runId))?.status, "running");
    assert.ok(existsSync(part));
  });

  it("that its tenant must correct is one line of the log without a stack", async (t) => {
    const { redis, keys, work } = await setup(t);
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    await work(new Exports(redis, keys, new Vault([randomBytes(32)])), log);
    const { msg, reason, err } = JSON.parse(lines[0] ?? "{}");
    assert.deepEqual([lines.length, msg, err], [1, "a run of an export was interrupted", undefined]);
    assert.match(reason, /key/);
  });

  it("that begins while its export is deleted leaves nothing behind", async (t) => {
    const { redis, keys, exports, exportId, runId, part, work } = await setup(t);
    await exports.delete(STORE, exportId);
    await work(exports);
    const left = [
      keys.exportRun(STORE, runId),
      keys.exportRuns(STORE, exportId),
      keys.exportState(STORE, exportId),
    ];
    assert.equal(await redis.exists(...left), 0);
    assert.ok(!existsSync(part));
  });
});
