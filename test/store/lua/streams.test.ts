import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { commandFields, replyFields } from "../../../src/store/partition/entries.ts";
import { script } from "../../support/script.ts";

const FAR = Number.MAX_SAFE_INTEGER.toString();
const ENTRY_ID = /^\d{13}-\d+$/;

describe("append-commands", () => {
  const start = script("partition/append-commands");

  it("returns the entry ids, and '-' if the stream is full", async (t) => {
    const { call, redis, key } = start(t);
    const ids = ((await call(["2", FAR, "a", "b", "c", "d"], ["s1", "s1", "s1", "s2"])) as string).split(" ");
    assert.equal(ids.length, 4);
    for (const i of [0, 1, 3]) assert.match(ids[i] ?? "", ENTRY_ID);
    assert.equal(ids[2], "-");
    assert.deepEqual(await redis.xrange(key("s1"), "-", "+"), [
      [ids[0], commandFields("a")],
      [ids[1], commandFields("b")],
    ]);
  });

  it("returns 'late' and the time if the deadline has passed, and appends nothing", async (t) => {
    const { call, redis, key } = start(t);
    const [seconds] = await redis.time();
    const reply = (await call(["2", `${Number(seconds) * 1000 - 1}`, "a"], ["s1"])) as string;
    assert.match(reply, /^late \d{13}$/);
    assert.equal(await redis.exists(key("s1")), 0);
  });
});

describe("pass-time", () => {
  const start = script("partition/pass-time");

  it("returns 1 once the clock has passed the time: no later command has this time or an earlier one", async (t) => {
    const { call, redis, key } = start(t);
    const ms = Number((await redis.time())[0]) * 1000 - 1;
    for (let time = 0; time < 2; time++) assert.equal(await call([`${ms}`], ["commands"]), 1);
    // As if the clock was set back.
    await assert.rejects(
      redis.xadd(key("commands"), `${ms}-*`, ...commandFields("late")),
      /equal or smaller/,
    );
    assert.ok(await redis.xadd(key("commands"), `${ms + 1}-*`, ...commandFields("next")));
  });

  it("keeps the commands of the stream, also if they are later", async (t) => {
    const { call, redis, key } = start(t);
    const id = await redis.xadd(key("commands"), "*", ...commandFields("a"));
    assert.equal(await call([`${Number.parseInt(id ?? "", 10) - 1000}`], ["commands"]), 1);
    assert.deepEqual(await redis.xrange(key("commands"), "-", "+"), [[id, commandFields("a")]]);
  });

  it("returns 0 before, and changes nothing", async (t) => {
    const { call, redis, key } = start(t);
    const later = (Number((await redis.time())[0]) + 60) * 1000;
    assert.equal(await call([`${later}`], ["commands"]), 0);
    assert.equal(await redis.exists(key("commands")), 0);
  });

  it("fails for a key that is no stream", async (t) => {
    const { call, redis, key } = start(t);
    await redis.set(key("commands"), "text");
    await assert.rejects(call(["0"], ["commands"]), /WRONGTYPE/);
  });
});

describe("redrive-dead-letter", () => {
  const start = script("partition/redrive-dead-letter");

  it("returns the command's new entry id once, and false for a dead letter that does not exist", async (t) => {
    const { call, redis, key } = start(t);
    const id = (await redis.xadd(key("dead"), "*", "c", "old")) ?? "";
    const parts = ["dead", "commands"];
    assert.equal(await call(["1-1", "new"], parts), null);
    const entryId = await call([id, "new"], parts);
    assert.match(String(entryId), ENTRY_ID);
    assert.equal(await call([id, "new"], parts), null);
    assert.deepEqual(await redis.xrange(key("commands"), "-", "+"), [[entryId, commandFields("new")]]);
  });
});

describe("publish-replies", () => {
  const start = script("partition/publish-replies");

  it("returns the replies of some requests, each once, and keeps the others", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("held-a"), { 1: "one", 2: "two", 3: "three" });
    await redis.hset(key("held-b"), { 1: "other" });
    const args = ["60000", "2", "1", "3", "1", "1"];
    const keys = ["held-a", "replies-a", "held-b", "replies-b"];
    assert.equal(await call(args, keys), 3);
    assert.equal(await call(args, keys), 0);
    const fields = async (name: string) =>
      (await redis.xrange(key(name), "-", "+")).map(([, found]) => found);
    assert.deepEqual(await fields("replies-a"), [replyFields("1", "one"), replyFields("3", "three")]);
    assert.deepEqual(await fields("replies-b"), [replyFields("1", "other")]);
    assert.deepEqual(await redis.hgetall(key("held-a")), { 2: "two" });
    assert.ok((await redis.pttl(key("replies-a"))) > 0);
  });
});

describe("mark-durable", () => {
  const start = script("server/mark-durable");

  it("writes a new value to its key each time", async (t) => {
    const { call, redis, key } = start(t);
    for (let time = 0; time < 2; time++) assert.equal(await call([], ["mark"]), 1);
    assert.equal(await redis.get(key("mark")), "1");
  });
});
