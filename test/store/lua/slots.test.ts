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
    assert.deepEqual(await ask("take", "b"), [1, 0, []]);
  });

  it("gives a slot whose job does not come to a run that is here, and puts the job that it was for in front again", async (t) => {
    const { call, redis, key } = start(t);
    const ask = (what: string, job: string) => call([what, job, "run", "1", "60000"], ["slots", "waiting"]);
    await ask("take", "a");
    await ask("wait", "b");
    await ask("wait", "c");
    assert.deepEqual(await ask("release", "a"), [0, 1, ["b"]]);
    assert.deepEqual(await ask("take", "d"), [0, 1, []]);
    await redis.zincrby(key("slots"), -200, "b");
    assert.deepEqual(await ask("take", "d"), [1, 2, []]);
    assert.deepEqual(await ask("take", "b"), [0, 2, []]);
    assert.deepEqual(await ask("release", "d"), [0, 1, ["b"]]);
  });
});
