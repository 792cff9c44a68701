import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { it } from "node:test";
import { Refused } from "../../../src/jobs/exports/connector.ts";
import { openFile } from "../../../src/jobs/exports/connectors/file.ts";
import { itemsOf, newContext } from "../../support/platforms/records.ts";
import { tempFolder } from "../../support/temp-folder.ts";

it("a file whose end was lost in a failover has the records of its new end when its run continues", async (t) => {
  const dataDir = tempFolder(t);
  const context = newContext({ dataDir, fileBytes: 1_000_000 });
  const { signal } = new AbortController();
  const linesAfter = async (records: number): Promise<number> => {
    const connector = openFile({}, context);
    await connector.send({ id: "run-00000001", records: itemsOf(records) }, signal);
    await connector.finish?.(1, signal);
    return readFileSync(connector.path, "utf8").trimEnd().split("\n").length;
  };
  assert.equal(await linesAfter(1), 1);
  assert.equal(await linesAfter(2), 2);
});

it("a run whose parts are not in this directory fails, and does not end with an empty file", async (t) => {
  const context = newContext({ dataDir: tempFolder(t), fileBytes: 1_000_000 });
  const { signal } = new AbortController();
  const connector = openFile({ format: "csv" }, context);
  await assert.rejects(async () => connector.finish?.(1, signal), Refused);
  await connector.finish?.(0, signal);
  assert.equal(readFileSync(connector.path, "utf8").trimEnd().split("\n").length, 1);
});

it("a part that is written again after a crash counts once towards the limit of the file", async (t) => {
  const dataDir = tempFolder(t);
  const { signal } = new AbortController();
  const send = async (fileBytes: number, number = "1") => {
    const connector = openFile({}, newContext({ dataDir, fileBytes }));
    await connector.send({ id: `run-0000000${number}`, records: itemsOf(2) }, signal);
    return connector;
  };
  const { path } = await send(1_000_000);
  const { size } = statSync(`${path}.parts/00000001`);
  const limit = Math.floor(1.5 * size);
  await send(limit);
  await assert.rejects(send(limit, "2"), Refused);
});
