import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { mutated } from "./mutant.ts";
import { MUTANTS } from "./mutants.ts";

const root = join(import.meta.dirname, "../..");

describe("the mutants that are kept", () => {
  it("apply once each, have a name of their own, and tests that exist", () => {
    assert.ok(MUTANTS.length >= 40, `${MUTANTS.length}`);
    assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length);
    for (const mutant of MUTANTS) {
      const text = readFileSync(join(root, mutant.file), "utf8");
      assert.notEqual(mutated(mutant, text), text, mutant.name);
      assert.ok(mutant.tests.length > 0, mutant.name);
      for (const file of mutant.tests) assert.ok(existsSync(join(root, file)), `${mutant.name}: ${file}`);
    }
  });

  it("are reported in one sentence if their text is missing or occurs twice", () => {
    const mutant = { name: "x", file: "src/a.ts", find: "a < b", replace: "a <= b", tests: [] };
    for (const [text, times] of [
      ["a > b", 0],
      ["a < b; a < b", 2],
    ] as const)
      assert.throws(() => mutated(mutant, text), {
        message: `the mutant "x" does not apply: src/a.ts has its text ${times} times, not once`,
      });
  });
});
