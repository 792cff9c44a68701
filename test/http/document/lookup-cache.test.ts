import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { PageCache } from "../../../src/http/page-cache.ts";
import { presentLookup } from "../../../src/http/presenters/pages.ts";
import { ordinal } from "../../../src/store/ids/base32.ts";
import type { NamedCustomer } from "../../../src/store/read/wishlist-lookup.ts";
import { Wishlists } from "../../../src/store/read/wishlists.ts";
import { customerWith, itemWith, metaWith, newWishlistId, putState } from "../../support/data/state-keys.ts";
import { atEnd, withRedis } from "../../support/redis.ts";

const suite = atEnd();
const storeKey = "t/s";
const partition = 3;
const LISTS = 3;
const anyone = () => true;

let to: ReturnType<typeof withRedis>;
let wishlists: Wishlists;
before(() => {
  to = withRedis(suite);
  wishlists = new Wishlists(to.redis, to.keys, 64);
});

let stages = 0;

/** A customer with wishlists, two processes that read, and commits without their knowledge. */
function newStage() {
  const key = `customer-${stages++}`;
  const slot = `${storeKey}:${key}`;
  const ids = Array.from({ length: LISTS }, () => newWishlistId(partition)).sort();
  const caches = [new PageCache(wishlists), new PageCache(wishlists)];
  let commits = 0;
  /** Changes a wishlist and its item, and adds the wishlist to those of the customer, or removes it. */
  const commit = async (list: number, isListed: boolean) => {
    const id = ids[list] ?? "";
    const version = `v${commits++}`;
    const item = itemWith({ id: `${id}.${ordinal(1)}`, staffRef: version });
    const time = "2026-01-01T00:00:00.000Z";
    const times = { createdTime: time, modifiedTime: time };
    await putState(
      to,
      partition,
      { kind: "record", id },
      { id, name: version, isPrivate: false, deleted: false, ...times },
    );
    await putState(to, partition, { kind: "item", id, field: 1 }, commits % 3 === 0 ? null : item);
    await putState(to, partition, { kind: "meta", id }, metaWith({ storeKey, slot, lastNumber: 1, version }));
    await putState(to, partition, { kind: "listed", id: slot, field: id }, isListed ? true : null);
  };
  const name = (first_name: string) =>
    putState(
      to,
      partition,
      { kind: "customer", id: slot },
      { record: customerWith({ first_name }), version: first_name, former: null },
    );
  const fresh = async (
    request: { size: number; cursor: string | undefined },
    isRequested: (customer: NamedCustomer) => boolean = anyone,
  ) => {
    const found = await wishlists.lookup({ partition, slot, key }, { ...request, itemSize: 50 }, isRequested);
    assert.ok(found !== "unchanged");
    return found && presentLookup(found).toString();
  };
  return { address: { partition, slot, key }, ids, caches, commit, name, fresh };
}

const list = fc.nat({ max: LISTS - 1 });
const steps = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ list, isListed: fc.constantFrom(true, true, false) }) },
    { weight: 1, arbitrary: fc.record({ name: fc.constantFrom("Ann", "Bob") }) },
    {
      weight: 5,
      arbitrary: fc.record({
        cache: fc.nat({ max: 1 }),
        size: fc.integer({ min: 1, max: LISTS }),
        after: fc.option(list, { nil: undefined }),
        wanted: fc.constantFrom("Ann", "Bob", undefined),
      }),
    },
  ),
  { maxLength: 24 },
);

describe("the look-ups of PageCache", () => {
  it("answer the current data of Redis, independent of earlier reads and of the writing process", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { address, ids, caches, commit, name, fresh } = newStage();
        for (const step of all) {
          if ("list" in step) await commit(step.list, step.isListed);
          else if ("name" in step) await name(step.name);
          else {
            const { size, after, wanted } = step;
            const request = { size, cursor: after === undefined ? undefined : ids[after] };
            const isRequested = ({ record }: NamedCustomer) =>
              wanted === undefined || record?.first_name === wanted;
            const body = await caches[step.cache]?.lookup(address, { ...request, itemSize: 50 }, isRequested);
            assert.equal(body?.toString(), await fresh(request, isRequested));
          }
        }
        for (const cache of caches) cache.close();
      }),
      { numRuns: 60 },
    );
  });

  it("read the wishlists only until they were read twice without a change in between", async (t) => {
    const { address, caches, commit } = newStage();
    const [cache] = caches;
    assert.ok(cache);
    const lookups = t.mock.method(wishlists, "lookup");
    const read = async () => {
      assert.ok(await cache.lookup(address, { size: 2, cursor: undefined, itemSize: 50 }, anyone));
      return (await lookups.mock.calls.at(-1)?.result) === "unchanged" ? "unchanged" : "read";
    };
    await commit(0, true);
    assert.deepEqual([await read(), await read(), await read()], ["read", "read", "unchanged"]);
    await commit(0, true);
    assert.deepEqual([await read(), await read(), await read()], ["read", "read", "unchanged"]);
    await commit(1, true);
    assert.deepEqual([await read(), await read()], ["read", "read"]);
    for (const each of caches) each.close();
  });
});
