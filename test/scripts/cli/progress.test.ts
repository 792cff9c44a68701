import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lateWarner } from "../../../scripts/cli/progress.ts";

describe("work that another process must do", () => {
  const warningsOf = (lateMs: number, looks: readonly boolean[]) => {
    const warnings: string[] = [];
    const warnIfLate = lateWarner((text) => warnings.push(text), lateMs);
    for (const hasBegun of looks) warnIfLate(hasBegun);
    return warnings;
  };

  it("is warned about once if it has not begun in time", () => {
    assert.deepEqual(warningsOf(0, [false, false, true]), [
      "Nothing has begun the work yet: check that a process with the role jobs runs.",
    ]);
  });

  it("is not warned about if there is time left, or once it has begun", () => {
    assert.deepEqual(warningsOf(60_000, [false, false]), []);
    assert.deepEqual(warningsOf(0, [true, false]), []);
  });
});
