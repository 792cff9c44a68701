import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { mutated } from "../mutants/mutant.ts";
import { planOf } from "./faults/plan.ts";
import { CHAOS_MUTANTS } from "./mutants.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("the plan of a chaos run", () => {
  it("is the same for the same seed, and differs for another", () => {
    const options = { seed: 7, seconds: 20, isCluster: false };
    assert.deepEqual(planOf(options), planOf(options));
    assert.notDeepEqual(planOf(options).faults, planOf({ ...options, seed: 8 }).faults);
  });

  it("has faults of the requested kinds, within the time", () => {
    const { faults } = planOf({ seed: 7, seconds: 20, isCluster: false, only: ["kill", "freeze"] });
    assert.deepEqual(new Set(faults.map(({ kind }) => kind)), new Set(["kill", "freeze"]));
    assert.ok(faults.every(({ at }) => at < 20_000));
  });

  it("refuses an unknown kind", () => {
    assert.throws(() => planOf({ seed: 1, seconds: 5, isCluster: false, only: ["flood"] }), /flood/);
  });
});

describe("the faults that chaos must find", () => {
  it("apply to the current sources", () => {
    for (const { name, edits } of CHAOS_MUTANTS)
      for (const edit of edits) mutated({ name, ...edit }, readFileSync(join(ROOT, edit.file), "utf8"));
  });
});
