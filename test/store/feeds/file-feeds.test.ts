import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Redis } from "ioredis";
import { FileFeeds } from "../../../src/store/feeds/file-feeds.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { LIST_START, OpenWorks } from "../../../src/store/work/open-work.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { keysWith, withRedis } from "../../support/redis.ts";

const KILLED = new Error("killed");

describe("FileFeeds", () => {
  it("opens a feed as open work, and leaves no feed if its process dies before that is recorded", async (t) => {
    const { redis, keys } = withRedis(t);
    const of = (connection: Redis) => new FileFeeds(connection, keys, new Layout(4, "salt"), Date.now);
    const dying = intercepted(redis, ([key], send) =>
      key === keys.openWork ? Promise.reject(KILLED) : send(),
    );
    await assert.rejects(of(dying).open("t/s", { kind: "customers" }), KILLED);
    assert.deepEqual((await of(redis).page("t/s", { size: 9, isWanted: () => true })).feeds, []);
    const id = await of(redis).open("t/s", { kind: "customers" });
    const { works } = await new OpenWorks(redis, keys).part(LIST_START);
    assert.deepEqual(works, [{ kind: "feed", storeKey: "t/s", id }]);
  });

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

  it("is incomplete if it is given up, and finished if its job then runs to its end", async (t) => {
    const { redis, keys } = withRedis(t);
    const feeds = new FileFeeds(redis, keys, new Layout(4, "salt"), Date.now);
    const id = await feeds.open("t/s", { kind: "customers" });
    await feeds.append("t/s", id, { text: "[]", rows: 1, bytes: 2 });
    await feeds.close("t/s", id, "received");
    await feeds.giveUp("t/s", id);
    const ended = await feeds.find("t/s", id);
    assert.equal(ended?.status, "incomplete");
    assert.ok(ended.finishedTime !== undefined);
    await feeds.commit("t/s", id, 0, { counts: { created: 1 }, errors: [] });
    await feeds.finish("t/s", id);
    assert.equal((await feeds.find("t/s", id))?.status, "finished");
    const open = await feeds.open("t/s", { kind: "customers" });
    await feeds.giveUp("t/s", open);
    assert.equal(await feeds.append("t/s", open, { text: "[]", rows: 1, bytes: 2 }), "closed");
    assert.equal((await feeds.find("t/s", open))?.status, "incomplete");
  });

  it("that is given up leaves its room to other feeds, and keeps its rows with the times of their arrival", async (t) => {
    const { redis, keys } = withRedis(t);
    const feeds = new FileFeeds(redis, keys, new Layout(4, "salt"), Date.now);
    const chunk = { text: "[]", rows: 1, bytes: 2 };
    const [dead, other] = [
      await feeds.open("t/s", { kind: "orders" }),
      await feeds.open("t/s", { kind: "orders" }),
    ];
    assert.equal(await feeds.append("t/s", other, chunk), "taken");
    for (let i = 0; i < 31; i++) assert.equal(await feeds.append("t/s", dead, chunk), "taken");
    await feeds.commit("t/s", dead, 0, { counts: { accepted: 1 }, errors: [] });
    assert.equal(await feeds.append("t/s", other, chunk), "taken");
    assert.equal(await feeds.append("t/s", other, chunk), "full");
    const before = await feeds.next("t/s", dead);
    await feeds.giveUp("t/s", dead);
    for (let i = 0; i < 30; i++) assert.equal(await feeds.append("t/s", other, chunk), "taken");
    assert.equal(await feeds.append("t/s", other, chunk), "full");
    const after = await feeds.next("t/s", dead);
    assert.deepEqual(after, before);
    assert.ok(typeof after === "object" && "index" in after && after.index === 1 && after.arrivedTime);
    await feeds.giveUp("t/s", dead);
    assert.deepEqual(await feeds.next("t/s", dead), before);
    await feeds.giveUp("t/s", "gone");
    assert.equal(await feeds.find("t/s", "gone"), undefined);
  });

  it("whose rows have expired is incomplete, and stays gone if it is erased meanwhile", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = new Layout(4, "salt");
    const feeds = new FileFeeds(redis, keys, layout, Date.now);
    const place = [layout.partitionOf("feeds t/s"), "t/s"] as const;
    const lost = async () => {
      const id = await feeds.open("t/s", { kind: "customers" });
      await feeds.append("t/s", id, { text: "[]", rows: 1, bytes: 2 });
      await feeds.close("t/s", id, "received");
      assert.equal(await redis.unlink(keys.feedChunks(...place, id)), 1);
      return id;
    };
    const incomplete = await lost();
    assert.equal(await feeds.next("t/s", incomplete), "over");
    await feeds.finish("t/s", incomplete);
    assert.equal((await feeds.find("t/s", incomplete))?.status, "incomplete");

    const erased = await lost();
    // The erasure comes when the feed has been read.
    const multi = redis.multi.bind(redis);
    redis.multi = ((...args: Parameters<typeof multi>) => {
      const reads = multi(...args);
      const exec = reads.exec.bind(reads);
      reads.exec = async () => {
        const replies = await exec();
        await redis.unlink(keys.feed(...place, erased));
        return replies;
      };
      return reads;
    }) as typeof redis.multi;
    assert.equal(await feeds.next("t/s", erased), "over");
    redis.multi = multi;
    assert.equal(await redis.exists(keys.feed(...place, erased)), 0);
  });

  it("keeps the errors of the newest feeds of a store, up to a number of bytes", async (t) => {
    const { redis, keys, prefix } = withRedis(t);
    const limit = 20_000;
    const feeds = new FileFeeds(redis, keys, new Layout(4, "salt"), Date.now, undefined, limit);
    const errors = Array.from({ length: 30 }, (_, line) => ({ line, code: "InvalidInput", detail: "x" }));
    const ids: string[] = [];
    for (let i = 0; i < 40; i++) {
      const id = await feeds.open("t/s", { kind: "customers" });
      await feeds.commit("t/s", id, 0, { counts: { rejected: 30 }, errors });
      ids.unshift(id);
    }
    const kept = await Promise.all(ids.map(async (id) => (await feeds.errors("t/s", id, 0, 99)).length));
    const count = kept.findIndex((length) => length === 0);
    assert.ok(count > 1 && kept.every((length, i) => length === (i < count ? 30 : 0)), kept.join());
    const stored = (await keysWith(redis, prefix)).filter((key) => key.includes("feed-errors:"));
    const texts = await Promise.all(stored.map((key) => redis.lrange(key, 0, -1)));
    const bytes = texts.flat().join("").length;
    assert.ok(bytes <= limit + limit / count, `${bytes} bytes are kept`);
    assert.deepEqual((await feeds.find("t/s", ids.at(-1) ?? ""))?.counts, { rejected: 30 });
  });

  it("does not keep which feeds had errors for longer than the feeds", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = new Layout(4, "salt");
    let now = Date.now();
    const feeds = new FileFeeds(redis, keys, layout, () => now);
    const ids: string[] = [];
    for (let day = 0; day < 70; day++) {
      const id = await feeds.open("t/s", { kind: "customers" });
      await feeds.commit("t/s", id, 0, {
        counts: { rejected: 1 },
        errors: [{ line: 1, code: "InvalidInput", detail: "x" }],
      });
      ids.push(id);
      now += 86_400_000;
    }
    const place = [layout.partitionOf("feeds t/s"), "t/s"] as const;
    const listed = await redis.zcard(keys.feedsOf(...place));
    assert.ok(listed < ids.length);
    assert.deepEqual(await redis.zrange(keys.feedsWithErrors(...place), "0", "-1"), ids.slice(-listed));
  });
});
