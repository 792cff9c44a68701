import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { acquireStartLock } from "../../src/app/process/start-lock.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** More than Linux gives as a process id. */
const NOBODY = 2 ** 30;
/** Longer than several attempts to get the lock. */
const ATTEMPTS_MS = 300;
const TOMORROW = new Date(Date.now() + 86_400_000);

function setUp(t: TestContext, holder?: number) {
  const dataDir = tempFolder(t);
  const file = join(dataDir, "redis.lock");
  if (holder !== undefined) writeFileSync(file, holder.toString());
  return { dataDir, file, holder: () => Number(readFileSync(file, "utf8")) };
}

describe("the lock for the start of the embedded Redis", () => {
  it("is held by one caller, and ends when this caller ends it", async (t) => {
    const { dataDir, file, holder } = setUp(t);
    const release = await acquireStartLock(dataDir);
    assert.equal(holder(), process.pid);
    let hasNext = false;
    const next = acquireStartLock(dataDir).then((end) => ((hasNext = true), end));
    await pause(ATTEMPTS_MS);
    assert.equal(hasNext, false);
    release();
    (await next)();
    assert.equal(existsSync(file), false);
  });

  it("of a dead process is removed", async (t) => {
    const { dataDir, holder } = setUp(t, NOBODY);
    const release = await acquireStartLock(dataDir);
    assert.equal(holder(), process.pid);
    release();
  });

  it("of an earlier process with the same id is removed, as in a container that is started again", async (t) => {
    const { dataDir, file } = setUp(t, process.pid);
    const beforeThisProcess = new Date(Date.now() - process.uptime() * 1000 - 1000);
    utimesSync(file, beforeThisProcess, beforeThisProcess);
    (await acquireStartLock(dataDir))();
    assert.equal(existsSync(file), false);
  });

  it("without an id is removed when its process cannot be about to write it any more", async (t) => {
    const { dataDir, file } = setUp(t);
    writeFileSync(file, "");
    let hasLock = false;
    const acquired = acquireStartLock(dataDir).then((release) => ((hasLock = true), release));
    // However long this test takes.
    utimesSync(file, TOMORROW, TOMORROW);
    await pause(ATTEMPTS_MS);
    assert.equal(hasLock, false);
    utimesSync(file, 0, 0);
    (await acquired)();
  });

  it("of a dead process is removed by one process at a time, so that no process removes the lock of a living one", async (t) => {
    const { dataDir, file, holder } = setUp(t, NOBODY);
    const removal = `${file}.removal`;
    mkdirSync(removal);
    // Another process removes the lock now, however long this test takes.
    utimesSync(removal, TOMORROW, TOMORROW);
    const acquired = acquireStartLock(dataDir);
    await pause(ATTEMPTS_MS);
    assert.equal(holder(), NOBODY);
    rmSync(removal, { recursive: true });
    (await acquired)();
  });

  it("of a dead process is removed although another process died while it removed it", async (t) => {
    const { dataDir, file } = setUp(t, NOBODY);
    const removal = `${file}.removal`;
    mkdirSync(removal);
    utimesSync(removal, 0, 0);
    (await acquireStartLock(dataDir))();
    assert.equal(existsSync(removal), false);
  });
});
