import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Refusals } from "../../../src/http/overload/refusals.ts";

const ALMOST_ONE = 1 - Number.EPSILON;
const WINDOWS = 20;

/** The shortest and the longest retry delay after some windows with refusals. */
const delaysAfter = (windows: number, refusals: number) =>
  [0, ALMOST_ONE].map((random) => {
    const refused = new Refusals(() => random);
    for (let window = 0; window < windows; window++) {
      for (let i = 0; i < refusals; i++) refused.next();
      refused.endWindow(100);
    }
    return refused.next();
  });

describe("the retry delay of a refused request", () => {
  it("is one to five seconds while few requests are refused", () => {
    assert.deepEqual(delaysAfter(0, 0), [1, 5]);
    assert.deepEqual(delaysAfter(WINDOWS, 25), [1, 5]);
  });

  it("grows to six to ten seconds while too many are refused, so that refusals take less time", () => {
    assert.deepEqual(delaysAfter(WINDOWS, 26), [6, 10]);
  });
});
