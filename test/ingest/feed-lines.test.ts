import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CsvError, parse } from "csv-parse/sync";
import fc from "fast-check";
import { CsvReader, hasMoreCells, quoteFault } from "../../src/ingest/csv/csv.ts";
import { LineSplitter } from "../../src/ingest/files/lines.ts";

/** The bytes of a text in pieces of these lengths; the last piece has the rest. */
function pieces(text: string, lengths: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const cut: Buffer[] = [];
  let start = 0;
  for (const length of lengths) cut.push(bytes.subarray(start, (start += length)));
  return [...cut, bytes.subarray(start)];
}

function linesOf(text: string, lengths: readonly number[]) {
  const splitter = new LineSplitter();
  return [...pieces(text, lengths).flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

function recordsOf(text: string, lengths: readonly number[] = []) {
  const splitter = new LineSplitter();
  const reader = new CsvReader();
  const found = pieces(text, lengths).flatMap((piece) => [...reader.push(splitter.push(piece))]);
  return [...found, ...reader.push(splitter.end()), ...reader.end()];
}

const lengths = fc.array(fc.nat(20), { maxLength: 50 });
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
// A carriage return before a line feed is part of the line end, also in quotes.
const cell = fc.string({ unit: fc.constantFrom("a", "é", '"', ",", "\n", " ", "𝄞") });

describe("the lines of a file", () => {
  it("are the same for any split of its bytes", () => {
    const text = fc
      .array(fc.string({ unit: fc.constantFrom("a", "é", "𝄞", "\n", ",") }))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, lengths, (file, cuts) => {
        const expected = file.split("\n").map((line, i) => ({ number: i + 1, text: line }));
        if (expected.at(-1)?.text === "") expected.pop();
        assert.deepEqual(linesOf(file, cuts), expected);
      }),
    );
  });
});

describe("a wrong quote in a record", () => {
  it("is found exactly where the parser finds one, so that the parser gets only records that it accepts", () => {
    const record = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", " "), maxLength: 12 });
    let wrong = 0;
    fc.assert(
      fc.property(record, (text) => {
        let code: string | undefined;
        try {
          parse(text, { delimiter: ",", relax_column_count: true, record_delimiter: "\n" });
        } catch (err) {
          assert.ok(err instanceof CsvError);
          ({ code } = err);
        }
        // A record without an end is never parsed, and a line end outside of quotes ends a record.
        fc.pre(code !== "CSV_QUOTE_NOT_CLOSED" && !text.replaceAll(/"[^"]*"/g, "").includes("\n"));
        if (code !== undefined) wrong++;
        assert.equal(quoteFault(text, ","), code, JSON.stringify(text));
      }),
      { numRuns: 2000 },
    );
    assert.ok(wrong > 100);
  });
});

describe("the number of cells of a record", () => {
  it("is compared with the maximum as the parser counts them", () => {
    const cells = fc.array(fc.string({ unit: fc.constantFrom("a", '"', ",", "\n") }), { minLength: 1 });
    const written = fc.tuple(cells, fc.boolean()).map(([all, isQuoted]) => {
      const isPlain = (each: string) => !isQuoted && !/[",\n]/.test(each);
      return { count: all.length, text: all.map((each) => (isPlain(each) ? each : quoted(each))).join(",") };
    });
    fc.assert(
      fc.property(written, fc.nat(12), ({ count, text }, most) => {
        assert.equal(hasMoreCells(text, ",", most), count > most, text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the records of a CSV file", () => {
  it("have at most 2,000 cells: with more, the parser would stop other work of the process for long", () => {
    const [most, more, text] = [",".repeat(1999), ",".repeat(2000), `"${",".repeat(20_000)}",b`];
    const records = recordsOf(["a,b", most, more, text].join("\n"));
    assert.deepEqual(
      records.map((record) => ("fault" in record ? record.fault : record.cells.length)),
      [2, 2000, "The line has more than 2000 columns.", 2],
    );
  });

  it("are the written ones, with their first lines, for any split of the bytes", () => {
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 20 });
    fc.assert(
      fc.property(table, lengths, (rows, cuts) => {
        const file = rows.map((row) => `${row.map(quoted).join(",")}\n`).join("");
        let line = 1;
        const expected = rows.map((cells) => {
          const record = { line, cells };
          line += cells.join("").split("\n").length;
          return record;
        });
        assert.deepEqual(recordsOf(file, cuts), expected);
      }),
    );
  });

  it("describe errors in fixed texts, which never contain a cell", () => {
    const secret = "anna.schmidt@example.com";
    const faults: [string, RegExp][] = [
      [`a,${secret}"b",c`, /there is a quote in a cell/],
      [`a,"${secret}"b,c`, /continues after its closing quote/],
      [`a,"b"${secret},c`, /continues after its closing quote/],
      [`"${secret}""`, /not closed/],
      [`${secret}"`, /there is a quote in a cell/],
    ];
    for (const [line, fault] of faults) {
      const [first] = recordsOf(`${line}\nx,y,z`);
      assert.ok(first && "fault" in first, line);
      assert.match(first.fault, fault);
    }
    const text = fc.string({ unit: fc.constantFrom('"', ",", ";", "\t", "\n", " ", secret), maxLength: 12 });
    fc.assert(
      fc.property(text, (file) => {
        for (const record of recordsOf(file))
          if ("fault" in record) assert.ok(!record.fault.includes("anna"), record.fault);
      }),
    );
  });

  it("are complete except the broken line if a quote is never closed", () => {
    const after = Array.from({ length: 10_500 }, (_, i) => `x,${i}`);
    const records = recordsOf(['a,"b', ...after].join("\n"));
    assert.equal(records.length, after.length + 1);
    assert.deepEqual(records[0], { line: 1, fault: "A quote is not closed." });
    assert.deepEqual(records.at(-1), { line: 10_501, cells: ["x", "10499"] });
  });

  it("are complete except the broken lines if one that is no text follows a quote that is not closed", () => {
    const texts = ["sku,available", '"a,2', "b,3", undefined, "c,5"];
    const lines = texts.map((text, i) =>
      text === undefined ? { number: i + 1, fault: "The line is not UTF-8." } : { number: i + 1, text },
    );
    const reader = new CsvReader();
    assert.deepEqual(
      [...reader.push(lines), ...reader.end()],
      [
        { line: 1, cells: ["sku", "available"] },
        { line: 2, fault: "A quote is not closed." },
        { line: 3, cells: ["b", "3"] },
        { line: 4, fault: "The line is not UTF-8." },
        { line: 5, cells: ["c", "5"] },
      ],
    );
  });

  it("are read in linear time even if every line opens a quote for the next", () => {
    const records = recordsOf('a",b,"c\n'.repeat(60_000));
    assert.ok(records.length < 60_000);
    assert.ok(records.some((record) => "fault" in record && record.fault.includes("skipped")));
  });
});
