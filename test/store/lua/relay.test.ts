import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fieldsOfChange } from "../../../src/store/changes/feed-keys.ts";
import { storedTextOf } from "../../../src/store/changes/stored-text.ts";
import { script } from "../../support/script.ts";

describe("advance-relay", () => {
  const start = script("partition/advance-relay");
  const keys = ["lease", "outbox"];

  it("returns 1 and drops events up to the position, and 0 for an earlier position", async (t) => {
    const { call, redis, key } = start(t);
    for (const id of ["5-1", "5-2", "10-1"]) await redis.xadd(key("outbox"), id, "e", "{}");
    assert.deepEqual(await call(["drop", "5-2"], keys), [1]);
    assert.deepEqual(
      (await redis.xrange(key("outbox"), "-", "+")).map(([id]) => id),
      ["10-1"],
    );
    assert.deepEqual(await call(["drop", "5-1"], keys), [0]);
    assert.deepEqual(await call(["drop", "5-2"], keys), [0]);
    assert.equal(await redis.hget(key("lease"), "relayed"), "5-2");
    // By number, not as text.
    assert.deepEqual(await call(["drop", "10-1"], keys), [1]);
  });

  it("keeps events on request, and drops them later at the same position", async (t) => {
    const { call, redis, key } = start(t);
    const ids = ["5-1", "5-2", "6-1"];
    for (const id of ids) await redis.xadd(key("outbox"), id, "e", "{}");
    assert.deepEqual(await call(["keep", "5-2"], keys), [1]);
    assert.equal(await redis.xlen(key("outbox")), 3);
    assert.deepEqual(await call(["drop", "5-1"], keys), [0]);
    assert.equal(await redis.xlen(key("outbox")), 2);
    assert.equal(await redis.hget(key("lease"), "relayed"), "5-2");
  });
});

describe("count-unrelayed", () => {
  const start = script("partition/count-unrelayed");
  const keys = ["lease", "outbox"];

  it("returns the number and the oldest of the events after the relayed position, and all if there are many", async (t) => {
    const { call, redis, key } = start(t);
    assert.deepEqual(await call(["3"], keys), ["0"]);
    for (const id of ["5-1", "5-2", "10-1", "11-1"]) await redis.xadd(key("outbox"), id, "e", "{}");
    assert.deepEqual(await call(["9"], keys), ["4", "5-1"]);
    assert.deepEqual(await call(["2"], keys), ["4", "5-1"]);
    await redis.hset(key("lease"), "relayed", "5-2");
    assert.deepEqual(await call(["3"], keys), ["2", "10-1"]);
    assert.deepEqual(await call(["2"], keys), ["4", "10-1"]);
    await redis.hset(key("lease"), "relayed", "11-1");
    assert.deepEqual(await call(["3"], keys), ["0"]);
  });
});

describe("mark-events", () => {
  const start = script("partition/mark-events");
  const keys = ["mark", "outbox", "other mark", "other outbox"];

  it("returns 1 and writes if an outbox has the event, else 0 without a write", async (t) => {
    const { call, redis, key } = start(t);
    await redis.xadd(key("outbox"), "5-1", "e", "{}");
    await redis.xadd(key("other outbox"), "5-1", "e", "{}");
    assert.deepEqual(await call(["5-1", "5-2"], keys), [1, 0]);
    assert.equal(await redis.get(key("mark")), "1");
    assert.equal(await redis.exists(key("other mark")), 0);
    assert.deepEqual(await call(["5-1", "5-1"], keys), [1, 1]);
    assert.equal(await redis.get(key("other mark")), "1");
  });
});

describe("append-changes", () => {
  const start = script("changes/append-changes");
  const keys = ["feed", "places"];

  it("returns the number of new events, and adds each once however often it is sent", async (t) => {
    const { call, redis, key } = start(t);
    const first = ["1", "5-1", ...storedTextOf({ id: "1-5-1", storeKey: "t/s", text: "a" })];
    assert.equal(await call(["0", ...first, "1", "5-2", "s", "b", "2", "4-1", "e", "c"], keys), 3);
    assert.equal(await call(["0", "1", "5-2", "s", "b", "1", "10-1", "e", "d"], keys), 1);
    const entries = await redis.xrange(key("feed"), "-", "+");
    assert.deepEqual(
      entries.map(([, fields]) => fields),
      [
        fieldsOfChange("t/s", { id: "1-5-1", text: "a" }),
        ["i", "1-5-2", "s", "b"],
        ["i", "2-4-1", "e", "c"],
        ["i", "1-10-1", "e", "d"],
      ],
    );
  });
});

describe("archive-changes", () => {
  const start = script("changes/archive-changes");
  const keys = ["feed", "segments"];

  it("returns 1 and lists the segment in place of its entries, and 0 if they are gone", async (t) => {
    const { call, redis, key } = start(t);
    for (const id of ["5-1", "5-2", "10-1"]) await redis.xadd(key("feed"), id, "e", "{}");
    const idsOf = async (part: string) => (await redis.xrange(key(part), "-", "+")).map(([id]) => id);
    assert.equal(await call(["5-2", "n", "one"], keys), 1);
    assert.equal(await call(["5-2", "n", "two"], keys), 0);
    assert.deepEqual(await redis.xrange(key("segments"), "-", "+"), [["5-2", ["n", "one"]]]);
    assert.deepEqual(await idsOf("feed"), ["10-1"]);
    assert.equal(await call(["10-1", "n", "three"], keys), 1);
    assert.deepEqual([await idsOf("segments"), await idsOf("feed")], [["5-2", "10-1"], []]);
  });
});

describe("drop-changes", () => {
  const start = script("changes/drop-changes");
  const keys = ["feed", "segments"];
  const fields = ["a", "none", "f", "0-0"];

  it("drops the oldest entries in steps, and marks the end of the loss with one entry of the index", async (t) => {
    const { call, redis, key } = start(t);
    const pipeline = redis.pipeline();
    for (let i = 1; i <= 1000; i++) pipeline.xadd(key("feed"), `${i}-0`, "e", "{}");
    await pipeline.exec();
    await redis.xadd(key("segments"), "0-5", "a", "files");
    const drop = () => call(["300", "200", ...fields], keys);
    const first = Number(await drop());
    assert.ok(first > 0 && first <= 201, String(first));
    let dropped = first;
    for (let some; (some = Number(await drop())) > 0;) dropped += some;
    const [oldest] = await redis.xrange(key("feed"), "-", "+", "COUNT", 1);
    assert.equal(oldest?.[0], `${dropped + 1}-0`);
    const left = await redis.xlen(key("feed"));
    assert.deepEqual([left + dropped, left >= 299, left < 400], [1000, true, true]);
    assert.deepEqual(await redis.xrange(key("segments"), "-", "+"), [
      ["0-5", ["a", "files"]],
      [`${dropped}-0`, fields],
    ]);
  });

  it("returns 0 and changes nothing if the feed is short enough, or missing", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["1", "200", ...fields], keys), 0);
    await redis.xadd(key("feed"), "1-0", "e", "{}");
    assert.equal(await call(["1", "200", ...fields], keys), 0);
    assert.deepEqual([await redis.xlen(key("feed")), await redis.exists(key("segments"))], [1, 0]);
  });
});
