import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Type from "typebox";
import { Reference, record } from "../../src/ingest/schemas/common.ts";
import { OrderBody } from "../../src/ingest/schemas/orders.ts";
import { compileBody } from "../../src/ingest/validation/validation.ts";

const MOST = 3;
const names = (maxItems: number) => Type.Array(Reference, { minItems: 1, maxItems, uniqueItems: true });
const Lists = record({
  names: Type.Optional(Type.Union([names(MOST), Type.Null()])),
  lists: Type.Optional(Type.Array(record({ names: names(MOST) }), { maxItems: MOST })),
});

/** An array that counts how often one of its entries is read. */
function countedReads(entries: unknown[]) {
  const counted = { reads: 0 };
  const array = new Proxy(entries, {
    get: (target, key, receiver): unknown => {
      if (typeof key === "string" && /^\d+$/.test(key)) counted.reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  return { counted, array };
}

describe("an array with too many entries", () => {
  it("is refused without a look at its entries", () => {
    const { counted, array } = countedReads(Array.from({ length: 1001 }, () => ({})));
    const errors = compileBody(OrderBody)({
      orderRef: "a",
      createdTime: "2026-01-01T00:00:00Z",
      lines: array,
    });
    assert.deepEqual(errors, [{ path: "/lines", message: "must have at most 1000 entries" }]);
    assert.equal(counted.reads, 0);
  });

  it("is named wherever it is, beside all other errors", () => {
    const many = ["1", "2", "3", "4"];
    const paths = (value: unknown) => compileBody(Lists)(value).map(({ path }) => path);
    assert.deepEqual(paths({ lists: [{ names: many }, { names: [] }, { names: ["a", true] }] }), [
      "/lists/0/names",
      "/lists/1/names",
      "/lists/2/names/1",
    ]);
    assert.deepEqual(paths({ names: ["a", "a"] }), ["/names"]);
  });
});

describe("an array within its limit", () => {
  it("is normalised with all its entries, and has the errors of each", () => {
    const value = { names: [1, "b"], lists: [{ names: [2], other: 1 }] };
    assert.deepEqual(compileBody(Lists)(value), []);
    assert.deepEqual(value, { names: ["1", "b"], lists: [{ names: ["2"] }] });
    const none = { names: null };
    assert.deepEqual(compileBody(Lists)(none), []);
  });
});
