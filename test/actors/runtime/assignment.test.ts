import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { partitionsFor } from "../../../src/actors/runtime/worker/assignment.ts";
import { addTo } from "../../../src/collections/grouped.ts";

/** Hosts are named by chance, as a host names itself. */
const host = fc.uint8Array({ minLength: 6, maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString("hex"));
const hosts = fc.uniqueArray(host, { minLength: 1, maxLength: 12 });
const manyHosts = fc.uniqueArray(host, { minLength: 2, maxLength: 50 });
const partitions = fc.integer({ min: 1, max: 128 });

/** The workers of each partition, as the workers themselves see it. */
function workersOf(all: readonly string[], count: number): Map<number, string[]> {
  const serving = new Map<number, string[]>();
  for (const one of all) {
    for (const partition of partitionsFor(one, all, count)) addTo(serving, partition, one);
  }
  return serving;
}

describe("partitionsFor", () => {
  it("gives every partition exactly one worker", () => {
    fc.assert(
      fc.property(hosts, partitions, (all, count) => {
        const serving = workersOf(all, count);
        assert.deepEqual(
          [...serving.keys()].sort((a, b) => a - b),
          Array.from({ length: count }, (_, i) => i),
        );
        for (const claimants of serving.values()) assert.equal(claimants.length, 1);
      }),
    );
  });

  it("does not depend on the order of the workers", () => {
    fc.assert(
      fc.property(
        hosts.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        partitions,
        ([all, shuffled], count) => {
          for (const one of all) {
            assert.deepEqual(partitionsFor(one, shuffled, count), partitionsFor(one, all, count));
          }
        },
      ),
    );
  });

  it("moves at most twice its share, and one for each other, when a host joins or leaves", () => {
    fc.assert(
      fc.property(manyHosts, host, fc.constantFrom(16, 64, 256), (all, other, count) => {
        fc.pre(!all.includes(other));
        const [without, withIt] = [workersOf(all, count), workersOf([...all, other], count)];
        const moved = [...without].filter(([partition, [worker]]) => withIt.get(partition)?.[0] !== worker);
        const most = 2 * Math.ceil(count / (all.length + 1)) + all.length;
        assert.ok(moved.length <= most, `${moved.length} of ${count} among ${all.length}`);
      }),
      { numRuns: 30 },
    );
  });

  it("gives all to the only living host, and none to a host that is not living", () => {
    fc.assert(
      fc.property(hosts, host, partitions, (all, other, count) => {
        fc.pre(!all.includes(other));
        assert.equal(partitionsFor(other, [other], count).length, count);
        assert.deepEqual(partitionsFor(other, all, count), []);
        assert.deepEqual(partitionsFor(other, [], count), []);
      }),
    );
  });

  it("gives each of up to fifty hosts the same number of partitions, or one more", () => {
    fc.assert(
      fc.property(manyHosts, fc.constantFrom(1, 16, 64, 100, 256), (all, count) => {
        for (const one of all.slice(0, 5)) {
          const { length } = partitionsFor(one, all, count);
          const [least, most] = [Math.floor(count / all.length), Math.ceil(count / all.length)];
          assert.ok(length >= least && length <= most, `${length} of ${count} among ${all.length}`);
        }
      }),
    );
  });
});
