import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { boundedCache } from "../../src/collections/bounded-cache.ts";

describe("a bounded cache", () => {
  it("keeps a limited number of entries, and drops the least recently used one", () => {
    const cache = boundedCache<number>(3);
    for (const name of ["a", "b", "c"]) cache.set(name, 1);
    cache.get("a");
    cache.set("d", 1);
    assert.deepEqual([...cache.keys()].sort(), ["a", "c", "d"]);
  });

  it("keeps an entry forever, or for a given time", () => {
    const [lasting, passing] = [boundedCache<true>(3), boundedCache<true>(3, { ttl: 1000 })];
    for (const cache of [lasting, passing]) cache.set("a", true);
    assert.equal(lasting.getRemainingTTL("a"), Number.POSITIVE_INFINITY);
    assert.ok(passing.getRemainingTTL("a") <= 1000);
  });
});
