import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import {
  type ListPage,
  type ListPosition,
  type ReadEntry,
  StoreLists,
} from "../../../src/store/lists/store-lists.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { withRedis } from "../../support/redis.ts";

const PARTITIONS = 20;
const storeKey = "t/s";

function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const lists = new StoreLists(redis, keys, PARTITIONS, refuseUndecodable);
  const zrange = redis.zrange.bind(redis) as (...args: unknown[]) => Promise<string[]>;
  let membersRead = 0;
  redis.zrange = async (...args: unknown[]) => {
    const found = await zrange(...args);
    membersRead += found.length;
    return found;
  };
  const fill = async (partition: number, members: readonly string[]) => {
    const key = keys.storeIndex(partition, "customers", storeKey);
    await redis.del(key);
    if (members.length > 0) await redis.zadd(key, ...members.flatMap((member) => ["0", member]));
  };
  /** All entries that `read` lists, the number of pages, and the maximum number of entries that were read for one. */
  const walk = async (
    size: number,
    read: ReadEntry,
    maxBytes?: number,
    pageOf: "page" | "newest" = "page",
  ) => {
    const found: string[] = [];
    let [pages, most] = [0, 0];
    for (let from: ListPosition | undefined = { partition: 0, after: "" }; from; pages++) {
      let entries = 0;
      const counted: ReadEntry = (partition, member) => {
        entries++;
        return read(partition, member);
      };
      const request = { index: "customers" as const, storeKey, from, size };
      const page: ListPage = await lists[pageOf](
        { ...request, ...(maxBytes === undefined ? {} : { maxBytes }) },
        counted,
      );
      assert.ok(page.texts.length <= size);
      found.push(...page.texts);
      most = Math.max(most, entries);
      from = page.next;
    }
    return { found, pages, most };
  };
  return { fill, walk, membersRead: () => membersRead };
}

const members = fc.uniqueArray(fc.stringMatching(/^[a-c]{1,4}$/), { maxLength: 12 });
/** The entries of each partition, the size of a page in records and in bytes, and the prefix of the listed members. */
const anyWalk = [
  fc.array(members, { minLength: PARTITIONS, maxLength: PARTITIONS }),
  fc.integer({ min: 1, max: 9 }),
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom("", "a", "b", "z"),
] as const;

describe("pages of a store's list", () => {
  it("have every entry once, whatever is in each partition, the size of a page in records and bytes, and the filter", async (t) => {
    const { fill, walk } = setUp(t);
    await fc.assert(
      fc.asyncProperty(...anyWalk, async (all, size, maxBytes, listed) => {
        for (const [partition, some] of all.entries()) await fill(partition, some);
        const nameOf = (partition: number, member: string) => `${partition} ${member}`;
        const isListed = (member: string) => member.startsWith(listed);
        const { found } = await walk(
          size,
          (partition, member) => Promise.resolve(isListed(member) ? nameOf(partition, member) : undefined),
          maxBytes,
        );
        const expected = all.flatMap((some, partition) =>
          some
            .filter(isListed)
            .sort()
            .map((member) => nameOf(partition, member)),
        );
        assert.deepEqual(found, expected);
      }),
      { numRuns: 30 },
    );
  });

  it("have the newest of all partitions first on request, each once, whatever the size and the filter", async (t) => {
    const { fill, walk } = setUp(t);
    await fc.assert(
      fc.asyncProperty(...anyWalk, async (all, size, maxBytes, listed) => {
        // A record in two partitions has two names.
        const named = all.map((some, partition) => some.map((member) => `${member} ${partition}`));
        for (const [partition, some] of named.entries()) await fill(partition, some);
        const isListed = (member: string) => member.startsWith(listed);
        const read: ReadEntry = (partition, member) =>
          Promise.resolve(
            isListed(member) && member.endsWith(` ${partition}`) ? member.padEnd(8) : undefined,
          );
        const { found } = await walk(size, read, maxBytes, "newest");
        const expected = named.flat().filter(isListed).sort().reverse();
        assert.deepEqual(
          found.map((text) => text.trimEnd()),
          expected,
        );
      }),
      { numRuns: 30 },
    );
  });

  it("read of each partition little more than they look through, the newest first too", async (t) => {
    const { fill, walk, membersRead } = setUp(t);
    const names = Array.from({ length: 60 }, (_, i) => i.toString().padStart(5, "0"));
    for (let partition = 0; partition < PARTITIONS; partition++)
      await fill(
        partition,
        names.map((name) => `${name} ${partition}`),
      );
    let looked = 0;
    const nothing: ReadEntry = () => {
      looked++;
      return Promise.resolve(undefined);
    };
    await walk(20, nothing, undefined, "newest");
    assert.equal(looked, names.length * PARTITIONS);
    assert.ok(membersRead() <= 2 * looked, `${membersRead()} entries of the index for ${looked}`);
  });

  it("end early where their filter passes little, so that one page reads a bounded number of records", async (t) => {
    const { fill, walk } = setUp(t);
    const names = Array.from({ length: 3000 }, (_, i) => i.toString().padStart(5, "0"));
    await fill(3, names);
    const { found, pages, most } = await walk(50, (_, member) =>
      Promise.resolve(member === "02999" ? member : undefined),
    );
    assert.deepEqual(found, ["02999"]);
    assert.ok(pages >= 3 && most <= 1050, `${pages} pages, ${most} entries for one`);
    const newest = await walk(
      50,
      (_, member) => Promise.resolve(member === "00000" ? member : undefined),
      undefined,
      "newest",
    );
    assert.deepEqual(newest.found, ["00000"]);
    assert.ok(
      newest.pages >= 3 && newest.most <= 1250,
      `${newest.pages} pages, ${newest.most} entries for one`,
    );
  });
});
