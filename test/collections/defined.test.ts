import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { defined, filled } from "../../src/collections/defined.ts";

const members = { missing: undefined, cleared: null, empty: "", no: false, none: 0, text: "a" };

describe("defined", () => {
  it("leaves out only members that are undefined", () => {
    const { missing: _, ...others } = members;
    assert.deepEqual(defined(members), others);
  });
});

describe("filled", () => {
  it("leaves out members that are undefined, null or an empty text, but not false and 0", () => {
    assert.deepEqual(filled(members), { no: false, none: 0, text: "a" });
  });
});
