import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TimeShares } from "../../../src/http/overload/time-shares.ts";

describe("TimeShares", () => {
  it("begins the work of a key in its order, at most once in a turn of the event loop, beside that of other keys", async () => {
    const shares = new TimeShares();
    const begun: string[] = [];
    const begin = (name: string, key: string) => shares.turn(key).then(() => void begun.push(name));
    const all = [...["a1", "a2", "a3"].map((name) => begin(name, "a")), begin("b1", "b")];
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(begun, ["a1", "b1"]);
    await Promise.all(all);
    assert.deepEqual(begun, ["a1", "b1", "a2", "a3"]);
    await begin("a4", "a");
    assert.equal(begun.at(-1), "a4");
  });
});
