import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

const start = script("read/scan-hash");
type Page = [server: string, cursor: string, fields: string[]];

describe("scan-hash", () => {
  it("returns a few fields from the cursor on, and 0 at the end", async (t) => {
    const { call, redis, key } = start(t);
    const names = Array.from({ length: 1000 }, (_, i) => `f${i}`);
    await redis.hset(key("key"), Object.fromEntries(names.map((name) => [name, name.slice(1)])));
    const found = new Map<string, string>();
    let [server, cursor, pages] = ["", "0", 0];
    do {
      const [by, next, fields] = (await call([cursor, server, "10"])) as Page;
      assert.ok(fields.length < 100, `${fields.length / 2} fields in one page`);
      for (let i = 0; i < fields.length; i += 2) found.set(fields[i] ?? "", fields[i + 1] ?? "");
      [server, cursor, pages] = [by, next, pages + 1];
    } while (cursor !== "0");
    assert.equal(found.size, names.length);
    assert.ok([...found].every(([name, value]) => name === `f${value}`));
    assert.ok(pages > 20, `${pages} pages`);
  });

  it("begins again if another server has returned the cursor", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, ""])));
    const first = (await call(["0", "", "10"])) as Page;
    const [server, cursor] = first;
    assert.notDeepEqual(await call([cursor, server, "10"]), first);
    assert.deepEqual(await call([cursor, "another", "10"]), first);
  });

  it("returns no field of a missing hash", async (t) => {
    const { call } = start(t);
    const [, cursor, fields] = (await call(["0", "", "10"])) as Page;
    assert.deepEqual([cursor, fields], ["0", []]);
  });
});
