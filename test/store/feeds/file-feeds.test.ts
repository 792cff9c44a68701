import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FileFeeds } from "../../../src/store/feeds/file-feeds.ts";
import { Layout } from "../../../src/store/layout.ts";
import { withRedis } from "../../support/redis.ts";

describe("FileFeeds", () => {
  it("stores at most 4,096 bytes of each error, with its first parts", async (t) => {
    const { redis, keys } = withRedis(t);
    const feeds = new FileFeeds(redis, keys, new Layout(4, "salt"), Date.now);
    const id = await feeds.open("t/s", { kind: "customers" });
    const part = { path: `/${"\u0001".repeat(255)}`, message: "must be text" };
    const short = { line: 1, code: "InvalidInput", detail: "/id must be text", errors: [part] };
    const long = {
      ...short,
      line: 2,
      detail: "😀".repeat(100_000),
      errors: Array<typeof part>(20).fill(part),
    };
    await feeds.commit("t/s", id, 0, { counts: { rejected: 2 }, errors: [short, long] });
    const [first, second] = await feeds.errors("t/s", id, 0, 9);
    assert.deepEqual(first, short);
    assert.ok(second);
    assert.deepEqual([second.line, second.code, second.errors?.[0]], [2, "InvalidInput", part]);
    assert.ok(second.detail.isWellFormed() && second.detail.endsWith("😀…"));
    assert.ok(Buffer.byteLength(JSON.stringify(second)) <= 4096);
  });
});
