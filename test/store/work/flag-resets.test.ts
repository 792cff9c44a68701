import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FlagResets } from "../../../src/store/work/flag-resets.ts";
import { withRedis } from "../../support/redis.ts";

const STORE = "shop/default";
const NOW = Date.parse("2026-03-01T00:00:00Z");

describe("the resets of flags of a store", () => {
  it("are kept up to a maximum number of finished ones, the newest, and all that run", async (t) => {
    const { redis, keys } = withRedis(t);
    const resets = new FlagResets(redis, keys, { maxFinished: 2 });
    const running = resets.begin({ flag: "notifyMe", lists: ["red"] }, NOW);
    await resets.put(STORE, running);
    const finished = [0, 1, 2, 3].map((second) => {
      const finishedTime = new Date(NOW + second * 1000).toISOString();
      const begun = resets.begin({ flag: "notifyMe", lists: ["red"] }, NOW);
      return { ...begun, status: "finished" as const, finishedTime };
    });
    for (const reset of finished) await resets.put(STORE, reset);
    await resets.put("shop/other", { ...running, id: "other", status: "finished" });
    const found = await Promise.all(finished.map(({ id }) => resets.find(STORE, id)));
    assert.deepEqual(
      found.map((reset) => reset?.finishedTime),
      [undefined, undefined, finished[2]?.finishedTime, finished[3]?.finishedTime],
    );
    assert.deepEqual(await resets.find(STORE, running.id), running);
    assert.equal((await resets.find("shop/other", "other"))?.status, "finished");
    assert.equal(await redis.zcard(keys.flagResets(STORE)), 2);
    assert.ok((await redis.pttl(keys.flagResets(STORE))) > 0);
  });
});
