import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import { partitionsFor } from "../../src/actors/runtime/assignment.ts";
import { given } from "../support/service.ts";

/** Hosts are named by chance, as a host names itself. */
const host = fc.uint8Array({ minLength: 6, maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString("hex"));
const hosts = fc.uniqueArray(host, { minLength: 1, maxLength: 12 });
const partitions = fc.integer({ min: 1, max: 128 });

/** Owner of each partition, as the hosts themselves see it. */
function ownersOf(all: readonly string[], count: number): Map<number, string[]> {
  const owners = new Map<number, string[]>();
  for (const one of all) {
    for (const partition of partitionsFor(one, all, count)) {
      owners.set(partition, [...(owners.get(partition) ?? []), one]);
    }
  }
  return owners;
}

describe("partitionsFor", () => {
  it("gives every partition exactly one owner", () => {
    fc.assert(
      fc.property(hosts, partitions, (all, count) => {
        const owners = ownersOf(all, count);
        assert.deepEqual(
          [...owners.keys()].sort((a, b) => a - b),
          Array.from({ length: count }, (_, i) => i),
        );
        for (const claimants of owners.values()) assert.equal(claimants.length, 1);
      }),
    );
  });

  it("does not depend on the order in which a host sees the others", () => {
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

  it("moves only the partitions of the host that leaves", () => {
    fc.assert(
      fc.property(hosts, partitions, fc.nat(), (all, count, index) => {
        fc.pre(all.length > 1);
        const leaving = given(all[index % all.length]);
        const before = ownersOf(all, count);
        const after = ownersOf(
          all.filter((one) => one !== leaving),
          count,
        );
        for (const [partition, [owner]] of before) {
          if (owner !== leaving) assert.deepEqual(after.get(partition), [owner]);
        }
      }),
    );
  });

  it("moves partitions only to the host that comes", () => {
    fc.assert(
      fc.property(hosts, host, partitions, (all, coming, count) => {
        fc.pre(!all.includes(coming));
        const before = ownersOf(all, count);
        for (const [partition, [owner]] of ownersOf([...all, coming], count)) {
          if (owner !== coming) assert.deepEqual(before.get(partition), [owner]);
        }
      }),
    );
  });

  it("gives all to a host that is alone, and nothing to one that is not among the living", () => {
    fc.assert(
      fc.property(hosts, host, partitions, (all, other, count) => {
        fc.pre(!all.includes(other));
        assert.equal(partitionsFor(other, [other], count).length, count);
        assert.deepEqual(partitionsFor(other, all, count), []);
        assert.deepEqual(partitionsFor(other, [], count), []);
      }),
    );
  });

  it("spreads the partitions evenly: no host has twice its share, or less than half of it", () => {
    for (let size = 2; size <= 8; size++) {
      const all = Array.from({ length: size }, () => randomBytes(6).toString("hex"));
      for (const one of all) {
        // By chance a share misses these bounds less than once in a thousand million.
        const share = partitionsFor(one, all, 1024).length / (1024 / size);
        assert.ok(share > 0.5 && share < 2, `${share} of its share among ${size}`);
      }
    }
  });
});
