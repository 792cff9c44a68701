import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { columnsOf } from "../../src/ingest/csv/columns.ts";
import { CsvEntries } from "../../src/ingest/csv/entries.ts";
import type { FeedEntry } from "../../src/ingest/files/entries.ts";
import type { FeedKind } from "../../src/store/feeds/feed-record.ts";
import { csvEntriesOf } from "../support/data/csv.ts";
import type { Json } from "../support/service.ts";

describe("CSV whose rows would be too large", () => {
  const LIMIT = 1024 * 1024;
  const long = (share: number) => "x".repeat(LIMIT * share);

  it("is refused if the lines of an order are together longer than a row in a request", () => {
    const half = `o-1,${long(1 / 2)}`;
    const [tooLong, next] = csvEntriesOf("orders", "orderRef,sku", half, half, half, "o-2,a");
    assert.deepEqual(tooLong, {
      line: 2,
      error: { code: "MalformedRequest", detail: `Its lines have more than ${LIMIT} characters.` },
    });
    assert.deepEqual(next, { line: 5, text: '{"orderRef":"o-2","lines":[{"sku":"a"}]}' });
  });

  it("is divided into several rows if the lines are variants of a product", () => {
    const lines = Array.from({ length: 10 }, (_, i) => `p-1,v-${i},${long(1 / 5)}`);
    const rows = csvEntriesOf("products", "productRef,variantRef,variantTitle", ...lines).map((entry) =>
      JSON.parse("text" in entry ? entry.text : ""),
    );
    assert.deepEqual(
      rows.map((row) => row.productRef),
      ["p-1", "p-1", "p-1"],
    );
    assert.deepEqual(
      rows.flatMap((row) => row.variants.map(({ variantRef }: Json) => variantRef)),
      lines.map((_, i) => `v-${i}`),
    );
  });

  it("has the time of the product in each of its rows, also if only its first line has it", () => {
    const time = "2026-01-01T00:00:00Z";
    const timesOf = (first: string) => {
      const lines = Array.from({ length: 2001 }, (_, i) => `p-1,v-${i},${i === 0 ? first : ""}`);
      return csvEntriesOf("products", "productRef,variantRef,updatedTime", ...lines, "p-2,v,").map((entry) =>
        "text" in entry ? JSON.parse(entry.text).updatedTime : entry,
      );
    };
    assert.deepEqual(timesOf(time), [time, time, time, undefined]);
    // A long text, which is not a time, is not repeated.
    assert.deepEqual(timesOf(long(1 / 2)), [long(1 / 2), undefined, undefined, undefined]);
  });

  it("is refused if a line with many locations repeats a long stock-keeping unit for each", () => {
    const locations = Array.from({ length: 1000 }, (_, i) => `Store ${i}`);
    const header = ["Handle", "SKU", ...locations].join(",");
    const line = (sku: string) => ["shirt", sku, ...locations.map(() => "1")].join(",");
    const [first, ...rows] = csvEntriesOf("stock-levels", header, line(long(3 / 4)), line("SH"));
    assert.deepEqual(first, {
      line: 2,
      error: { code: "MalformedRequest", detail: `The rows of the line have more than ${LIMIT} characters.` },
    });
    assert.equal(rows.length, 1000);
  });

  it("is refused if the header has more than 2,000 columns", () => {
    const header = (count: number) =>
      ["id", ...Array.from({ length: count - 1 }, (_, i) => `c${i}`)].join(",");
    assert.equal(csvEntriesOf("customers", header(2000)).length, 0);
    for (const count of [2001, 100_000])
      assert.throws(() => csvEntriesOf("customers", header(count)), { detail: /more than 2000 columns/ });
  });

  it("costs no more for a short line than the cells that the line has", () => {
    const others = Array.from({ length: 1000 }, (_, i) => `c${i}`);
    const headers: [FeedKind, string[]][] = [
      ["customers", ["id"]],
      ["stock-levels", ["Handle", "SKU"]],
    ];
    for (const [kind, first] of headers) {
      const columns = columnsOf(kind, [...first, ...others]);
      assert.ok("read" in columns);
      const cell = mock.fn((column: string) => (first.includes(column) ? "a" : ""));
      columns.read(cell, first.length);
      assert.ok(cell.mock.callCount() < 20, `${kind}: ${cell.mock.callCount()} cells are read`);
    }
  });

  it("has the fields of its first line that has them", () => {
    const [order] = csvEntriesOf("orders", "orderRef,status,currency,sku", "o-1,,EUR,a", "o-1,paid,USD,b");
    assert.deepEqual(JSON.parse(order && "text" in order ? order.text : ""), {
      ...{ orderRef: "o-1", status: "paid", currency: "EUR" },
      lines: [{ sku: "a" }, { sku: "b" }],
    });
  });
});

describe("CSV whose lines have many rows", () => {
  it("becomes rows only when they are needed", (t) => {
    const lines = [
      ["Handle", "SKU", ...Array.from({ length: 100 }, (_, i) => `Location ${i}`)],
      ...Array.from({ length: 10 }, (_, i) => ["mug", `M-${i}`, ...Array.from({ length: 100 }, () => "1")]),
    ];
    const { mock: written } = t.mock.method(JSON, "stringify");
    const texts = lines.map((cells, i) => ({ number: i + 1, text: cells.join(",") }));
    const entries = new CsvEntries("stock-levels").push(texts)[Symbol.iterator]();
    assert.deepEqual(entries.next().value, []);
    const { value } = entries.next();
    const rows: readonly FeedEntry[] = value ?? [];
    const ofOneLine = written.callCount();
    assert.ok(ofOneLine <= 100, `${ofOneLine}`);
    assert.deepEqual(rows[0], { line: 2, text: '{"sku":"M-0","locationRef":"Location 0","available":1}' });
    // The end of the file completes the last row.
    assert.equal(rows.length + [...entries].flat().length, 999);
  });
});
