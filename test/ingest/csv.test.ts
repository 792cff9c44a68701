import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { CSV_OPTIONS, withoutFormulas } from "../../src/ingest/csv/spreadsheet.ts";

const HARMFUL = fc.string({
  unit: fc.constantFrom("=", "+", "-", "@", "＝", "\t", "\r", "\n", ";", ",", '"', "'", "a", "1"),
});

describe("CSV for spreadsheets", () => {
  it("puts an apostrophe before each start of a formula, at every position where a program may begin a cell", () => {
    const cases: [string, string][] = [
      ["=1+1", "'=1+1"],
      ["a;=1+1", "a;'=1+1"],
      ["a\t@sum", "a\t'@sum"],
      ["a\r\n-1", "a\r\n'-1"],
      ["\t=1", "'\t'=1"],
      ["a=1", "a=1"],
    ];
    for (const [text, escaped] of cases) assert.equal(withoutFormulas(text), escaped);
  });

  it("has no cell that begins with a formula, also for a reader that splits at semicolons, tabs or line breaks", () => {
    fc.assert(
      fc.property(fc.array(HARMFUL, { minLength: 1, maxLength: 4 }), (cells) => {
        const text = stringify([cells], CSV_OPTIONS);
        const [read = []]: string[][] = parse(text, { record_delimiter: "\r\n" });
        assert.deepEqual(read, cells.map(withoutFormulas));
        for (const cell of read)
          for (const part of cell.split(/[;\t\r\n]/)) assert.doesNotMatch(part, /^[=+\-@＝＋－＠]/);
      }),
    );
  });
});
