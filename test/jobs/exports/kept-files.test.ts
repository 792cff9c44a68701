import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { Refused, RetryLater } from "../../../src/jobs/exports/connector.ts";
import { openFile } from "../../../src/jobs/exports/connectors/file.ts";
import { forgetExport, pruneExport, pruneExports } from "../../../src/jobs/exports/kept-files.ts";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { Exports } from "../../../src/store/exports/exports.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { itemsOf, newContext } from "../../support/platforms/records.ts";
import { withRedis } from "../../support/redis.ts";
import { tempFolder } from "../../support/temp-folder.ts";

describe("the files of a tenant's exports", () => {
  it("are kept up to their limit: the oldest of all stores are deleted first, and their runs record it", async (t) => {
    const { redis, keys } = withRedis(t);
    const dataDir = tempFolder(t);
    const exports = new Exports(redis, keys, new Vault([randomBytes(32)]));
    const runs = new ExportRuns(redis, keys);
    const fields = { name: "x", connector: { type: "file" }, mode: "full", enabled: true } as const;
    const made: { storeKey: string; runId: string; file: string }[] = [];
    for (const [i, storeKey] of ["acme/one", "acme/two", "acme/one", "other/one"].entries()) {
      const record = await exports.create(storeKey, {
        ...fields,
        includePrivate: false,
        onlyConsenting: true,
      });
      const { runId } = await runs.begin(storeKey, record.id, { trigger: "request" });
      const file = join("exports", storeKey.split("/")[0] ?? "", record.id, `${runId}.ndjson`);
      mkdirSync(dirname(join(dataDir, file)), { recursive: true });
      writeFileSync(join(dataDir, file), "x".repeat(400));
      utimesSync(join(dataDir, file), 1000 - i, 1000 - i);
      const changes = { status: "succeeded", file } as const;
      await runs.write(storeKey, { id: runId, exportId: record.id }, "", { changes });
      made.push({ storeKey, runId, file });
    }
    const [record] = await exports.list("acme/one");
    assert.ok(record);
    await pruneExport(
      { exports, runs, connectors: { dataDir, fileBytes: 800 }, now: Date.now },
      "acme/one",
      record,
    );
    const kept = made.map(({ file }) => existsSync(join(dataDir, file)));
    assert.deepEqual(kept, [true, true, false, true]);
    for (const [i, { storeKey, runId, file }] of made.entries()) {
      const run = await runs.find(storeKey, runId);
      assert.equal(run?.file, kept[i] ? file : undefined);
      assert.equal(run?.fileRemovedTime === undefined, kept[i]);
    }
  });

  it("stay while their run has not ended, because they may still have to be uploaded", async (t) => {
    const { redis, keys } = withRedis(t);
    const dataDir = tempFolder(t);
    const exports = new Exports(redis, keys, new Vault([randomBytes(32)]));
    const runs = new ExportRuns(redis, keys);
    const record = await exports.create("acme/one", {
      ...{ name: "x", connector: { type: "s3" }, mode: "full", enabled: true },
      ...{ includePrivate: false, onlyConsenting: true },
    });
    const { runId } = await runs.begin("acme/one", record.id, { trigger: "request" });
    const file = join(dataDir, "exports", "acme", record.id, `${runId}.ndjson`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "x".repeat(400));
    const pruneFiles = () =>
      pruneExport(
        { exports, runs, connectors: { dataDir, fileBytes: 100 }, now: Date.now },
        "acme/one",
        record,
      );
    await pruneFiles();
    assert.ok(existsSync(file));
    await runs.write("acme/one", { id: runId, exportId: record.id }, "", { changes: { status: "failed" } });
    await pruneFiles();
    assert.ok(!existsSync(file));
  });

  it("do not stay without their run, and parts do not stay after their run has ended", async (t) => {
    const { redis, keys } = withRedis(t);
    const dataDir = tempFolder(t);
    const exports = new Exports(redis, keys, new Vault([randomBytes(32)]));
    const runs = new ExportRuns(redis, keys);
    const record = await exports.create("acme/one", {
      ...{ name: "x", connector: { type: "file" }, mode: "full", enabled: true },
      ...{ includePrivate: false, onlyConsenting: true },
    });
    const exportId = record.id;
    const directory = join(dataDir, "exports", "acme", exportId);
    const pruneFiles = () =>
      pruneExport(
        { exports, runs, connectors: { dataDir, fileBytes: 10_000 }, now: Date.now },
        "acme/one",
        record,
      );
    const writeParts = (runId: string) => {
      mkdirSync(join(directory, `${runId}.ndjson.parts`), { recursive: true });
      writeFileSync(join(directory, `${runId}.ndjson.parts`, "00000001"), "x");
    };
    const begin = async () => (await runs.begin("acme/one", exportId, { trigger: "request" })).runId;

    // The process was killed after it had deleted the run, and before it deleted the file.
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "er-deleted.ndjson"), "x");
    // The run was cancelled while its job waited for the next attempt.
    const cancelled = await begin();
    writeParts(cancelled);
    await runs.write("acme/one", { id: cancelled, exportId }, "", { changes: { status: "cancelled" } });
    const finished = await begin();
    writeFileSync(join(directory, `${finished}.ndjson`), "x");
    const file = join("exports", "acme", exportId, `${finished}.ndjson`);
    await runs.write("acme/one", { id: finished, exportId }, "", { changes: { status: "succeeded", file } });
    const active = await begin();
    writeParts(active);

    await pruneFiles();
    assert.deepEqual(readdirSync(directory).sort(), [`${finished}.ndjson`, `${active}.ndjson.parts`].sort());
  });

  it("do not stay after their export if the process dies before it queues their removal", async (t) => {
    const { redis, keys } = withRedis(t);
    const dataDir = tempFolder(t);
    const exports = new Exports(redis, keys, new Vault([randomBytes(32)]));
    const runs = new ExportRuns(redis, keys);
    const fields = { name: "x", connector: { type: "file" }, mode: "full", enabled: true } as const;
    const newRun = async () => {
      const { id } = await exports.create("acme/one", {
        ...{ ...fields, includePrivate: false, onlyConsenting: true },
      });
      const { runId } = await runs.begin("acme/one", id, { trigger: "request" });
      await runs.write("acme/one", { id: runId, exportId: id }, "", { changes: { status: "succeeded" } });
      const directory = join(dataDir, "exports", "acme", id);
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, `${runId}.ndjson`), "x");
      return { id, runId, directory };
    };
    const [deleted, kept] = [await newRun(), await newRun()];
    assert.ok(await exports.delete("acme/one", deleted.id));
    const parts = { exports, runs, connectors: { dataDir, fileBytes: 10_000 }, now: Date.now };
    await pruneExports(parts);
    assert.deepEqual([existsSync(deleted.directory), existsSync(kept.directory)], [false, true]);
    assert.equal(await runs.find("acme/one", deleted.runId), undefined);
    assert.equal((await runs.find("acme/one", kept.runId))?.status, "succeeded");
    assert.deepEqual(await exports.deletedIds("acme/one"), []);
  });

  it("do not stay if a run is started while its export is deleted, and the process dies", async (t) => {
    const { redis, keys } = withRedis(t);
    const dataDir = tempFolder(t);
    const exports = new Exports(redis, keys, new Vault([randomBytes(32)]));
    const runs = new ExportRuns(redis, keys);
    const { id } = await exports.create("acme/one", {
      ...{ name: "x", connector: { type: "file" }, mode: "full", enabled: true },
      ...{ includePrivate: false, onlyConsenting: true },
    });
    assert.ok(await exports.delete("acme/one", id));
    await forgetExport({ runs }, dataDir, { storeKey: "acme/one", exportId: id });
    // The route has found the export before it was deleted.
    const { runId } = await runs.begin("acme/one", id, { trigger: "request" });
    const directory = join(dataDir, "exports", "acme", id);
    mkdirSync(join(directory, `${runId}.ndjson.parts`), { recursive: true });
    await pruneExports({ exports, runs, connectors: { dataDir, fileBytes: 10_000 }, now: Date.now });
    assert.equal(await runs.active("acme/one", id), undefined);
    assert.equal(await runs.find("acme/one", runId), undefined);
    assert.ok(!existsSync(directory));
    assert.deepEqual(await exports.deletedIds("acme/one"), []);
  });

  it("are not begun if a single file would exceed the limit", async (t) => {
    const dataDir = tempFolder(t);
    const send = (fileBytes: number, number: number) => {
      const connector = openFile({}, newContext({ dataDir, fileBytes }));
      const batch = { id: `run1-0000000${number}`, records: itemsOf(2) };
      return connector.send(batch, new AbortController().signal);
    };
    await send(2000, 1);
    // Another process continues: existing parts count.
    await assert.rejects(send(2000, 2), Refused);
  });

  it("leave out the marks of uploaded files: their runs keep the names of their objects", async (t) => {
    const { redis, keys } = withRedis(t);
    const dataDir = tempFolder(t);
    const exports = new Exports(redis, keys, new Vault([randomBytes(32)]));
    const runs = new ExportRuns(redis, keys);
    const newRun = async (type: string, name: string, file: string, content: string) => {
      const record = await exports.create("acme/one", {
        ...{ name: "x", connector: { type }, mode: "full", enabled: true },
        ...{ includePrivate: false, onlyConsenting: true },
      });
      const { runId } = await runs.begin("acme/one", record.id, { trigger: "request" });
      const directory = join(dataDir, "exports", "acme", record.id);
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, `${runId}${name}`), content);
      const changes = { status: "succeeded", file } as const;
      await runs.write("acme/one", { id: runId, exportId: record.id }, "", { changes });
      return { record, runId, directory };
    };
    const uploaded = await newRun("s3", ".ndjson.uploaded", "s3://bucket/key", "");
    const kept = await newRun("file", ".ndjson", "file", "x".repeat(400));
    const parts = { exports, runs, connectors: { dataDir, fileBytes: 100 }, now: Date.now };
    await pruneExport(parts, "acme/one", kept.record);
    const run = await runs.find("acme/one", uploaded.runId);
    assert.deepEqual([run?.file, run?.fileRemovedTime], ["s3://bucket/key", undefined]);
    await pruneExport(parts, "acme/one", uploaded.record);
    assert.deepEqual(readdirSync(uploaded.directory), []);
  });

  it("are not begun while unfinished files of other runs take too much space", async (t) => {
    const dataDir = tempFolder(t);
    const other = join(dataDir, "exports", "acme", "ex2", "run2.ndjson.parts");
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, "00000001"), "x".repeat(20_001));
    const send = () =>
      openFile({}, newContext({ dataDir, fileBytes: 10_000 })).send(
        { id: "run1-00000001", records: itemsOf(2) },
        new AbortController().signal,
      );
    await assert.rejects(send, RetryLater);
    rmSync(other, { recursive: true });
    assert.equal((await send()).accepted, 2);
  });

  it("are not begun while files take too much space, also if other runs remove their parts meanwhile", async (t) => {
    const dataDir = tempFolder(t);
    const directory = join(dataDir, "exports", "acme", "ex2");
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "run.ndjson"), "x".repeat(20_001));
    const batch = { id: "run1-00000001", records: itemsOf(2) };
    const connector = openFile({}, newContext({ dataDir, fileBytes: 10_000 }));
    let isOver = false;
    const others = Array.from({ length: 8 }, async (_, i) => {
      const parts = join(directory, `run${i}.ndjson.parts`);
      while (!isOver) {
        await mkdir(parts);
        await rmdir(parts);
      }
    });
    const { signal } = new AbortController();
    try {
      for (let i = 0; i < 100; i++) await assert.rejects(connector.send(batch, signal), RetryLater);
    } finally {
      isOver = true;
      await Promise.all(others);
    }
  });
});
