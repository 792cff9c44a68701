import assert from "node:assert/strict";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { RetryLater } from "../../../src/jobs/exports/connector.ts";
import { openFile } from "../../../src/jobs/exports/connectors/file.ts";
import { itemsOf, newContext } from "../../support/platforms/records.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const batch = { id: "run1-00000001", records: itemsOf(2) };
const { signal } = new AbortController();

const rejectsForDisk = (work: Promise<unknown> | undefined) =>
  assert.rejects(
    async () => work,
    (err) => err instanceof RetryLater && /^the service cannot write the file \(E[A-Z]+\)$/.test(err.message),
  );

describe("a file of an export that cannot be written", () => {
  it("is written by a later attempt, and leaves no draft that takes space", async (t) => {
    const connector = openFile({}, newContext({ dataDir: tempFolder(t), fileBytes: 1_000_000 }));
    const parts = `${connector.path}.parts`;
    const part = join(parts, "00000001");
    // A directory has the name that the file needs.
    mkdirSync(part, { recursive: true });
    await rejectsForDisk(connector.send(batch, signal));
    assert.deepEqual(readdirSync(parts), ["00000001"]);
    rmdirSync(part);
    await connector.send(batch, signal);
    mkdirSync(connector.path);
    utimesSync(connector.path, 0, 0);
    await rejectsForDisk(connector.finish?.(1, signal));
    assert.deepEqual(readdirSync(parts).sort(), ["00000000", "00000001"]);
    rmdirSync(connector.path);
    await connector.finish?.(1, signal);
    assert.equal(readFileSync(connector.path, "utf8").trimEnd().split("\n").length, 2);
  });

  it("does not count the drafts of a killed process as parts, and removes them", async (t) => {
    const connector = openFile({}, newContext({ dataDir: tempFolder(t), fileBytes: 2000 }));
    const parts = `${connector.path}.parts`;
    mkdirSync(parts, { recursive: true });
    for (const draft of ["whole-0123456789ab", "00000001.0123456789ab"])
      writeFileSync(join(parts, draft), "x".repeat(2000));
    await connector.send(batch, signal);
    assert.deepEqual(readdirSync(parts), ["00000001"]);
  });

  it("waits if the size of the tenant's other files cannot be read", async (t) => {
    const connector = openFile({}, newContext({ dataDir: tempFolder(t), fileBytes: 1_000_000 }));
    const ofExport = dirname(connector.path);
    mkdirSync(ofExport, { recursive: true });
    const loop = join(dirname(ofExport), "other");
    symlinkSync(loop, loop);
    await rejectsForDisk(connector.send(batch, signal));
    unlinkSync(loop);
    await connector.send(batch, signal);
  });
});
