import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { script } from "../../support/script.ts";

describe("tenant-slots", () => {
  const start = script("tenants/tenant-slots");
  const asking = (t: TestContext) => {
    const { call, redis, key } = start(t);
    const ask = (what: string, ...jobs: string[]) =>
      call([what, "shop", "1", "60000", "run", ...jobs], ["slots", "waiting", "tenants"]);
    /** Lets a slot expire. */
    const expire = (member: string) => redis.zadd(key("slots"), 1, member);
    return { ask, expire };
  };

  it("returns whether the run holds a slot, how many wait, and which job is admitted to a free slot", async (t) => {
    const { ask } = asking(t);
    assert.deepEqual(await ask("take", "a"), [1, 0, []]);
    assert.deepEqual(await ask("take", "b"), [0, 1, []]);
    assert.deepEqual(await ask("wait", "b", "c"), [0, 2, []]);
    assert.deepEqual(await ask("renew", "a"), [1, 2, []]);
    assert.deepEqual(await ask("renew", "b"), [0, 2, []]);
    assert.deepEqual(await ask("release", "a"), [0, 1, ["b"]]);
    assert.deepEqual(await ask("take", "d"), [0, 2, []]);
    assert.deepEqual(await ask("take", "b"), [1, 2, []]);
    assert.deepEqual(await ask("drop", "c"), [0, 1, []]);
    assert.deepEqual(await ask("release", "b"), [0, 0, ["d"]]);
  });

  it("admits a job whose reserved slot has expired again before the others, and frees an expired slot of a run", async (t) => {
    const { ask, expire } = asking(t);
    await ask("enter", "a", "b", "c");
    assert.deepEqual(await ask("look"), [0, 2, ["a"]]);
    await expire("a");
    assert.deepEqual(await ask("look"), [0, 2, ["a"]]);
    await expire("a");
    assert.deepEqual(await ask("take", "a"), [1, 2, []]);
    await expire("a run");
    assert.deepEqual(await ask("take", "c"), [0, 1, ["b"]]);
    assert.deepEqual(await ask("wait", "c"), [0, 1, []]);
  });
});
