import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

describe("store-time", () => {
  const start = script("server/store-time");

  it("returns the milliseconds of the server's clock, also for a key that does not exist", async (t) => {
    const { call, redis } = start(t);
    const before = Number((await redis.time())[0]) * 1000;
    const time = Number(await call([]));
    const after = (Number((await redis.time())[0]) + 1) * 1000;
    assert.ok(time >= before && time <= after, `${time} within ${before} and ${after}`);
  });
});
