import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { groupsOf, LONGEST } from "../../scripts/test-groups.ts";

const ROOT = join(import.meta.dirname, "../..");
const anyFiles = fc
  .tuple(fc.subarray(LONGEST), fc.nat(400))
  .map(([long, others]) => [...long, ...Array.from({ length: others }, (_, i) => `test/other-${i}.test.ts`)])
  .map((names) => names.map((name) => join(ROOT, name)).sort());

describe("the test files that share a process", () => {
  it("are all files, each once, in groups of about as many, the longest in different ones", () => {
    fc.assert(
      fc.property(anyFiles, fc.integer({ min: 1, max: 12 }), (files, most) => {
        const groups = groupsOf(ROOT, files, most);
        assert.deepEqual(groups.flat().sort(), files);
        assert.ok(groups.length <= most);
        const sizes = groups.map(({ length }) => length);
        assert.ok(files.length === 0 || Math.max(...sizes) - Math.min(...sizes) <= 1);
        const long = new Set(LONGEST.map((name) => join(ROOT, name)));
        const longOnes = groups.map((group) => group.filter((file) => long.has(file)).length);
        assert.ok(files.length === 0 || Math.max(...longOnes) - Math.min(...longOnes) <= 1);
      }),
    );
  });

  it("are there, where they are named as the longest", () => {
    assert.deepEqual(
      LONGEST.filter((name) => !existsSync(join(ROOT, name))),
      [],
    );
    assert.equal(new Set(LONGEST).size, LONGEST.length);
  });
});
