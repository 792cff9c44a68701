import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseJson } from "../../src/ingest/json/json.ts";

const COUNT = 1000;

/** Returns an array of this value many times, and then another. */
const manyThen = (many: string, last: string) => `[${`${many},`.repeat(COUNT)}${last}]`;
const placeOf = (written: string) => {
  const parsed = parseJson(written);
  return parsed.ok ? undefined : parsed.fault.path;
};

/** Returns the number of elements of arrays that are spread or iterated while `act` runs. */
function elementsIterated(act: () => void): number {
  const { values } = Array.prototype;
  let count = 0;
  Array.prototype[Symbol.iterator] = function counting() {
    count += this.length;
    return values.call(this);
  };
  try {
    act();
  } finally {
    Array.prototype[Symbol.iterator] = values;
  }
  return count;
}

describe("the cost of parsing JSON", () => {
  it("does not copy the path of each value before the first error", () => {
    for (const [written, path] of [
      [manyThen("[[[]]]", '"\\ud800"'), `/${COUNT}`],
      [manyThen("0", '{"__proto__":0}'), `/${COUNT}/__proto__`],
    ] as const)
      // The elements are iterated once, when they are counted.
      assert.ok(elementsIterated(() => assert.equal(placeOf(written), path)) < 5 * COUNT, path);
  });

  it("parses only names with a backslash to find one that occurs twice", (t) => {
    const parse = t.mock.method(JSON, "parse");
    assert.equal(placeOf(manyThen('{"a":0}', '{"b":0,"b":0}')), `/${COUNT}/b`);
    assert.equal(parse.mock.callCount(), 1);
    assert.equal(placeOf('{"a":0,"\\/":0,"/":0}'), "/~1");
    assert.equal(parse.mock.callCount(), 3);
  });

  it("parses a valid text once if it has a colon in a string", (t) => {
    const parse = t.mock.method(JSON, "parse");
    assert.equal(placeOf(manyThen("{}", '":"')), undefined);
    assert.equal(parse.mock.callCount(), 1);
  });

  it("compares only long numbers in another notation", (t) => {
    const methods = (["indexOf", "split"] as const).map((name) => t.mock.method(String.prototype, name));
    for (const written of ["1e-999", "0e-999", "1.0", "1e1"])
      assert.equal(placeOf(manyThen(written, '{"a":":","\\u0062":0}')), undefined);
    const calls = methods.reduce((sum, { mock }) => sum + mock.callCount(), 0);
    assert.ok(calls < COUNT, `${calls}`);
  });
});
