import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { followRun } from "../../../scripts/cli/commands/exports.ts";
import { lateWarner, standstillWatcher } from "../../../scripts/cli/progress.ts";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { withRedis } from "../../support/redis.ts";

describe("work that another process must do", () => {
  const warningsOf = (lateMs: number, looks: readonly boolean[]) => {
    const warnings: string[] = [];
    const warnIfLate = lateWarner((text) => warnings.push(text), lateMs);
    for (const hasBegun of looks) warnIfLate(hasBegun);
    return warnings;
  };

  it("is warned about once if it has not begun in time", () => {
    assert.deepEqual(warningsOf(0, [false, false, true]), [
      "Nothing has begun the work yet: check that a process with the role jobs runs, that Redis has free memory, and that the tenant is not suspended.",
    ]);
  });

  it("is not warned about if there is time left, or once it has begun", () => {
    assert.deepEqual(warningsOf(60_000, [false, false]), []);
    assert.deepEqual(warningsOf(0, [true, false]), []);
  });

  it("stands still if no look shows a change in time, which is then said with the call that shows it", () => {
    const warnings: string[] = [];
    const warn = (text: string) => void warnings.push(text);
    const show = "feed show t f1";
    const standsStill = standstillWatcher(warn, 0);
    assert.deepEqual(
      ["a", "b", "a"].map((seen) => standsStill(seen, show)),
      [false, false, false],
    );
    assert.deepEqual(warnings, []);
    assert.equal(standsStill("a", show), true);
    assert.match(warnings.join("\n"), /^Nothing has changed .* free memory.*`.* feed show t f1` shows it\.$/);
    const patient = standstillWatcher(warn);
    assert.deepEqual(
      ["a", "a"].map((seen) => patient(seen, show)),
      [false, false],
    );
    assert.equal(warnings.length, 1);
  });

  it("that is an export run and stands still is no longer followed, and continues", async (t) => {
    const { redis, keys } = withRedis(t);
    const store = { storeKey: "t/north", runs: new ExportRuns(redis, keys) };
    const { runId } = await store.runs.begin("t/north", "ex1", { trigger: "request" });
    const warnings: string[] = [];
    const context = { warn: (text: string) => warnings.push(text) };
    const { status } = await followRun(context, store, { runId, exportId: "ex1" }, 0);
    assert.equal(status, "queued");
    assert.match(warnings.join("\n"), /`.* export show t ex1 --store north` shows it\.$/);
    assert.equal(await store.runs.active("t/north", "ex1"), runId);
  });
});
