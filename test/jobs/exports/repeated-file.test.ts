import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
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
    await connector.finish?.(signal);
    return readFileSync(connector.path, "utf8").trimEnd().split("\n").length;
  };
  assert.equal(await linesAfter(1), 1);
  assert.equal(await linesAfter(2), 2);
});
