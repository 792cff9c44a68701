import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

const FAR = Number.MAX_SAFE_INTEGER.toString();
const ENTRY_ID = /^\d{13}-\d+$/;

describe("append-commands", () => {
  const start = script("append-commands");

  it("returns the entry ids, and '-' where the stream is full", async (t) => {
    const { call, redis, key } = start(t);
    const ids = ((await call(["2", FAR, "a", "b", "c", "d"], ["s1", "s1", "s1", "s2"])) as string).split(" ");
    assert.equal(ids.length, 4);
    for (const i of [0, 1, 3]) assert.match(ids[i] ?? "", ENTRY_ID);
    assert.equal(ids[2], "-");
    assert.deepEqual(await redis.xrange(key("s1"), "-", "+"), [
      [ids[0], ["c", "a"]],
      [ids[1], ["c", "b"]],
    ]);
  });

  it("returns 'late' and the time when the deadline has passed, and appends nothing", async (t) => {
    const { call, redis, key } = start(t);
    const [seconds] = await redis.time();
    const reply = (await call(["2", `${Number(seconds) * 1000 - 1}`, "a"], ["s1"])) as string;
    assert.match(reply, /^late \d{13}$/);
    assert.equal(await redis.exists(key("s1")), 0);
  });
});

describe("redrive-dead-letter", () => {
  const start = script("redrive-dead-letter");

  it("returns the command's new entry id, once; false for a dead letter that is not there", async (t) => {
    const { call, redis, key } = start(t);
    const id = (await redis.xadd(key("dead"), "*", "c", "old")) ?? "";
    const parts = ["dead", "commands"];
    assert.equal(await call(["1-1", "new"], parts), null);
    const entryId = await call([id, "new"], parts);
    assert.match(String(entryId), ENTRY_ID);
    assert.equal(await call([id, "new"], parts), null);
    assert.deepEqual(await redis.xrange(key("commands"), "-", "+"), [[entryId, ["c", "new"]]]);
  });
});
