import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CUSTOMER, RECORD, WISHLIST } from "../../../src/store/records/fields.ts";
import { script } from "../../support/script.ts";

describe("load-state", () => {
  const start = script("partition/load-state");

  it("returns an array per key, with false for a missing value", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("h"), "a", "1");
    await redis.zadd(key("z"), 0, "m1", 0, "m2", 0, "m3");
    await redis.sadd(key("s"), "x");
    await redis.set(key("t"), "text");
    const requests = [
      ["fields", "a", "b"],
      ["order", "0", "1"],
      ["set"],
      ["text"],
      ["text"],
      ["set"],
      ["fields", "a"],
    ];
    const parts = ["h", "z", "s", "t", "none", "none", "none"];
    assert.deepEqual(await call([JSON.stringify(requests)], parts), [
      ["1", null],
      ["m1", "m2"],
      ["x"],
      ["text"],
      [null],
      [],
      [null],
    ]);
  });

  it("stops at the key with which it has read a megabyte", async (t) => {
    const { call, redis, key } = start(t);
    const [half, text] = ["h".repeat(512 * 1024), [["text"], ["text"], ["text"], ["text"]]];
    for (const part of ["a", "b", "c"]) await redis.set(key(part), half);
    assert.deepEqual(await call([JSON.stringify(text)], ["a", "b", "c", "none"]), [[half], [half]]);
    assert.deepEqual(await call([JSON.stringify(text.slice(2))], ["c", "none"]), [[half], [null]]);
  });
});

describe("read-page", () => {
  it("returns the data of a wishlist, and its items after a position", async (t) => {
    const { call, redis, key } = script("read/read-page")(t);
    const parts = ["w", "z"];
    assert.deepEqual(await call(["-", "10"], parts), [null, null]);
    await redis.hset(key("w"), WISHLIST.meta, "meta", RECORD, "record", "11", "i1", "12", "i2", "13", "i3");
    await redis.zadd(key("z"), 0, "11", 0, "12", 0, "13");
    assert.deepEqual(await call(["-", "2"], parts), ["meta", "record", "11", "i1", "12", "i2"]);
    assert.deepEqual(await call(["(12", "2"], parts), ["meta", "record", "13", "i3"]);
  });
});

describe("lookup-wishlists", () => {
  const start = script("read/lookup-wishlists");
  const parts = ["c", "l"];
  const BYTES = "100000";

  it("returns false if the customer has no wishlists, whether it exists or not", async (t) => {
    const { call, redis, key } = start(t);
    const args = ["-", "10", "10", key("w:"), key("z:"), BYTES, ""];
    assert.equal(await call(args, parts), null);
    await redis.hset(key("c"), RECORD, "record");
    assert.equal(await call(args, parts), null);
  });

  it("returns record, former record, state and a page of wishlists, each with a page of its items", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("c"), CUSTOMER.former, "former");
    await redis.zadd(key("l"), 0, "w1", 0, "w2", 0, "w3");
    await redis.hset(key("w:w1"), WISHLIST.meta, "m1", RECORD, "one", "11", "i1", "12", "i2", "13", "i3");
    await redis.zadd(key("z:w1"), 0, "11", 0, "12", 0, "13");
    await redis.hset(key("w:w2"), WISHLIST.meta, "m2", RECORD, "two");
    await redis.hset(key("w:w3"), WISHLIST.meta, "m3", RECORD, "three", "11", "i4");
    await redis.zadd(key("z:w3"), 0, "11");
    const page = (from: string, known = "") =>
      call([from, "2", "2", key("w:"), key("z:"), BYTES, known], parts);
    const [one, two] = ["w1 12 2", "w2 - 0"];
    const first = ["", "former", "w1 m1\nw2 m2", `${one}\n${two}`, "one", "i1", "i2", "two"];
    assert.deepEqual(await page("-"), first);
    assert.deepEqual(await page("-", "w1 m1\nw2 m2"), ["", "former"]);
    assert.deepEqual(await page("-", "w1 m0\nw2 m2"), first);
    const second = ["", "former", "w2 m2\nw3 m3", `${two}\nw3 11 1`, "two", "three", "i4"];
    assert.deepEqual(await page("(w1"), second);
    assert.deepEqual(await page("(w3"), ["", "former", "", ""]);
  });

  it("leaves out entries without a wishlist and entries without an item, wherever they are", async (t) => {
    const { call, redis, key } = start(t);
    const numbers = Array.from({ length: 30 }, (_, i) => `${11 + i}`);
    await redis.zadd(key("l"), 0, "w0", 0, "w1", 0, "w2", 0, "w3", 0, "w4");
    for (const id of ["w1", "w3"]) {
      await redis.hset(key(`w:${id}`), WISHLIST.meta, `m-${id}`, RECORD, id);
      await redis.zadd(key(`z:${id}`), ...numbers.flatMap((number) => ["0", number]));
    }
    await redis.hset(key("w:w1"), "11", "i1", "25", "i2", "40", "i3");
    const args = (known: string) => ["-", "10", "50", key("w:"), key("z:"), BYTES, known];
    const state = "w1 m-w1\nw3 m-w3";
    const page = ["", "", state, "w1 40 3\nw3 - 0", "w1", "i1", "i2", "i3", "w3"];
    assert.deepEqual(await call(args(""), parts), page);
    assert.deepEqual(await call(args(state), parts), ["", ""]);
  });
});

describe("measure-records", () => {
  const start = script("tenants/measure-records");
  const others = (fields: Record<string, string>) =>
    Object.fromEntries(Object.values(fields).map((field) => [field, "is not counted"]));

  it("counts the record fields of each hash, in bytes of their texts", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("a"), { [RECORD]: "four", "12": "\u00e9", ...others(WISHLIST) });
    await redis.hset(key("b"), { ...others(CUSTOMER), [CUSTOMER.former]: "gone" });
    assert.deepEqual(await call([], ["a", "b", "none"]), [2, 6, 1, 4, 0, 0]);
  });
});
