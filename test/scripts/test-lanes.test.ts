import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readTaken, take } from "../../scripts/test/claims.ts";
import { lanesOf, LONGEST, OF_SOURCES } from "../../scripts/test/lanes.ts";
import { tempFolder } from "../support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const anyFiles = fc
  .tuple(fc.subarray(LONGEST), fc.subarray(OF_SOURCES), fc.nat(400))
  .map(([long, ofSources, others]) => [
    ...long,
    ...ofSources,
    ...Array.from({ length: others }, (_, i) => `test/other-${i}.test.ts`),
  ])
  .map((names) => names.map((name) => join(ROOT, name)).sort());

describe("the processes that run the test files", () => {
  it("receive each file once, those of the sources together; most begin with the longest, a third end with them", () => {
    fc.assert(
      fc.property(anyFiles, fc.integer({ min: 1, max: 12 }), (files, most) => {
        const lanes = lanesOf(ROOT, files, most);
        assert.ok(lanes.length <= most && lanes.length > 0 === files.length > 0);
        const pathsOf = (names: readonly string[]) => names.map((name) => join(ROOT, name));
        const known = (names: readonly string[]) => pathsOf(names).filter((file) => files.includes(file));
        const [long, ofSources] = [known(LONGEST), known(OF_SOURCES)];
        for (const [i, units] of lanes.entries()) {
          assert.deepEqual(units.flat().sort(), files);
          const together = units.filter(({ length }) => length > 1);
          assert.deepEqual(together.flat(), ofSources.length > 1 ? [...ofSources].sort() : []);
          const first = i % 3 === 2 ? files.length - long.length : 0;
          assert.deepEqual(units.flat().slice(first, first + long.length), long);
        }
      }),
    );
  });

  it("take files that no other process has taken", (t) => {
    const folder = tempFolder(t);
    const [one, two] = [["test/a.test.ts", "test/b.test.ts"], ["test/c.test.ts"]];
    assert.ok(take(folder, one, "first"));
    assert.ok(!take(folder, one, "second"));
    assert.ok(take(folder, two, "second"));
    assert.deepEqual(
      readTaken(folder),
      new Map([
        ["test/a.test.ts", "first"],
        ["test/c.test.ts", "second"],
      ]),
    );
  });

  it("find the files of the arguments", () => {
    const named = [...LONGEST, ...OF_SOURCES];
    assert.deepEqual(
      named.filter((name) => !existsSync(join(ROOT, name))),
      [],
    );
    assert.equal(new Set(named).size, named.length);
  });
});
