import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { fieldBatches, fieldsAfter } from "../../../src/store/read/hash-fields.ts";
import { withRedis } from "../../support/redis.ts";
import { configure } from "../../support/servers/all-servers.ts";
import { startOwnStore } from "../../support/servers/own-store.ts";
import { given } from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** Records the length of each array that is sorted. */
function sizesOfSorts(t: TestContext): number[] {
  const sizes: number[] = [];
  const own = given(Object.getOwnPropertyDescriptor(Array.prototype, "sort"));
  const sort = own.value as typeof Array.prototype.sort;
  function counted(this: unknown[], ...args: Parameters<typeof sort>) {
    sizes.push(this.length);
    return Reflect.apply(sort, this, args) as unknown[];
  }
  Object.defineProperty(Array.prototype, "sort", { ...own, value: counted });
  t.after(() => void Object.defineProperty(Array.prototype, "sort", own));
  return sizes;
}

it("the names of a very large hash are sorted some at a time", async (t) => {
  const { redis, prefix } = withRedis(t);
  const hash = `${prefix}hash`;
  const names = Array.from({ length: 9000 }, (_, i) => `f${String((i * 7919) % 9000).padStart(4, "0")}`);
  await redis.hset(hash, Object.fromEntries(names.map((name) => [name, "text"])));
  const expected = names.filter((name) => name > "f0999").sort();
  const sizes = sizesOfSorts(t);
  const found: string[] = [];
  for await (const { name } of fieldsAfter(redis, [hash], "f0999")) found.push(name);
  assert.ok(Math.max(...sizes) <= 4000, sizes.join());
  assert.deepEqual(found, expected);
});

it("fields of several hashes are read together, also from a Redis whose memory is full", async (t) => {
  const { redis, prefix } = await startOwnStore(t);
  const hashes = [`${prefix}{0}:one`, `${prefix}{0}:other`];
  const texts: Record<string, string> = { b: "1", c: '"\\\n\u00e9', d: "3" };
  for (const [i, [name, text]] of Object.entries(texts).entries())
    await redis.hset(given(hashes[i % 2]), name, text);
  await configure(redis, "maxmemory", "1");
  const found: [string, string][] = [];
  for await (const { name, text } of fieldsAfter(redis, hashes, "a")) found.push([name, text]);
  await configure(redis, "maxmemory", "0");
  assert.deepEqual(Object.fromEntries(found), texts);
});

describe("fieldBatches", () => {
  const COUNT = 5000;
  const fields = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`f${from + i}`, `${from + i}`]));

  it("returns each field once while the hash grows and shrinks", async (t) => {
    const { redis, prefix } = withRedis(t);
    const hash = `${prefix}hash`;
    await redis.hset(hash, fields(0, COUNT));
    const found: string[] = [];
    let batches = 0;
    for await (const batch of fieldBatches(redis, hash, 100)) {
      found.push(...batch.map(({ name }) => name));
      if (batches === 5) await redis.hset(hash, fields(COUNT, COUNT * 8));
      if (batches === 10) await redis.hdel(hash, ...Object.keys(fields(COUNT, COUNT * 8)));
      batches++;
    }
    assert.equal(new Set(found).size, found.length);
    const kept = Object.keys(fields(0, COUNT));
    assert.deepEqual(
      kept.filter((name) => !found.includes(name)),
      [],
    );
    assert.ok(batches > 20, `${batches} batches`);
  });

  it("returns each field once if another server with the same data takes over", async (t) => {
    const store = await startOwnStore(t);
    const hash = `${store.prefix}{0}:hash`;
    await store.redis.hset(hash, fields(0, COUNT));
    const found: Record<string, string> = {};
    let [count, batches] = [0, 0];
    for await (const batch of fieldBatches(store.redis, hash, 100)) {
      count += batch.length;
      for (const { name, text } of batch) found[name] = text;
      if (++batches !== 10) continue;
      // Each process of Redis has its own order of fields.
      await store.kill();
      await store.launch();
      await until("Redis is back", () =>
        store.redis.hlen(hash).then(
          (size) => size === COUNT,
          () => false,
        ),
      );
    }
    assert.equal(count, COUNT);
    assert.deepEqual(found, fields(0, COUNT));
  });
});
