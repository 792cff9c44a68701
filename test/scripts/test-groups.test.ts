import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { groupsOf, LONGEST, OF_SOURCES } from "../../scripts/test-groups.ts";

const ROOT = join(import.meta.dirname, "../..");
const anyFiles = fc
  .tuple(fc.subarray(LONGEST), fc.subarray(OF_SOURCES), fc.nat(400))
  .map(([long, ofSources, others]) => [
    ...long,
    ...ofSources,
    ...Array.from({ length: others }, (_, i) => `test/other-${i}.test.ts`),
  ])
  .map((names) => names.map((name) => join(ROOT, name)).sort());

describe("the test files that share a process", () => {
  it("are all files, each once, in groups of about as many, the longest in different ones, those of the sources in one", () => {
    fc.assert(
      fc.property(anyFiles, fc.integer({ min: 1, max: 12 }), (files, most) => {
        const groups = groupsOf(ROOT, files, most);
        assert.deepEqual(groups.flat().sort(), files);
        assert.ok(groups.length <= most);
        const sizes = groups.map(({ length }) => length);
        // The group with those of the sources may also have one more of the longest.
        assert.ok(files.length === 0 || Math.max(...sizes) - Math.min(...sizes) <= OF_SOURCES.length + 1);
        const ofSources = OF_SOURCES.map((name) => join(ROOT, name));
        assert.ok(groups.filter((group) => group.some((file) => ofSources.includes(file))).length <= 1);
        const long = new Set(LONGEST.map((name) => join(ROOT, name)));
        const longOnes = groups.map((group) => group.filter((file) => long.has(file)).length);
        assert.ok(files.length === 0 || Math.max(...longOnes) - Math.min(...longOnes) <= 1);
      }),
    );
  });

  it("are there, where they are named", () => {
    const named = [...LONGEST, ...OF_SOURCES];
    assert.deepEqual(
      named.filter((name) => !existsSync(join(ROOT, name))),
      [],
    );
    assert.equal(new Set(named).size, named.length);
  });
});
