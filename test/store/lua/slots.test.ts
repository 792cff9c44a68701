import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

describe("tenant-slots", () => {
  const start = script("tenant-slots");

  it("returns whether the run holds a slot, how many wait, and who is admitted to the slot that is freed", async (t) => {
    const { call } = start(t);
    const ask = (what: string, job: string, token = "run") =>
      call([what, job, token, "1", "60000"], ["slots", "waiting"]);
    assert.deepEqual(await ask("take", "a"), [1, 0, []]);
    assert.deepEqual(await ask("take", "b"), [0, 0, []]);
    assert.deepEqual(await ask("wait", "b"), [0, 1, []]);
    assert.deepEqual(await ask("renew", "a"), [1, 1, []]);
    assert.deepEqual(await ask("renew", "a", "another run"), [0, 1, []]);
    assert.deepEqual(await ask("release", "a"), [0, 0, ["b"]]);
    assert.deepEqual(await ask("take", "c"), [0, 0, []]);
    assert.deepEqual(await ask("take", "b"), [1, 0, []]);
  });
});
