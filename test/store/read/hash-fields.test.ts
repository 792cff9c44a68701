import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { fieldsAfter } from "../../../src/store/read/hash-fields.ts";
import { withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

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
