import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { changedIn, withChange } from "../../portal/requests/changed.ts";

describe("the changes of a form", () => {
  it("are the members with another value, whatever the order of the members of a value", () => {
    const before = { name: "a", connector: { type: "file", options: { b: 1, a: [1, 2] } }, events: ["x"] };
    const same = { name: "a", connector: { options: { a: [1, 2], b: 1 }, type: "file" }, events: ["x"] };
    assert.deepEqual(changedIn(before, same), {});
    assert.deepEqual(changedIn(before, { ...same, name: "b" }), { name: "b" });
    const connector = { type: "file", options: { a: [2, 1], b: 1 } };
    assert.deepEqual(changedIn(before, { ...same, connector }), { connector });
  });

  it("remove a member with null, unless it is absent", () => {
    assert.deepEqual(changedIn({ schedule: {} }, { schedule: null }), { schedule: null });
    assert.deepEqual(changedIn({}, { schedule: null, name: "a" }), { name: "a" });
  });

  it("are none if everything is as before, also for a value that is null", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (before) => {
        const entered = Object.fromEntries(Object.entries(before).toReversed());
        assert.deepEqual(changedIn(before, entered), {});
      }),
    );
  });
});

describe("the change of a value that the API replaces as a whole", () => {
  const value = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.integer({ min: 0, max: 2 }));

  it("has each member as entered if the form has changed it, else as it is now", () => {
    fc.assert(
      fc.property(value, value, value, (now, before, entered) => {
        const after = withChange(now, before, entered);
        for (const name of ["a", "b", "c", "d"])
          assert.equal(after[name], entered[name] === before[name] ? now[name] : entered[name], name);
      }),
    );
  });
});
