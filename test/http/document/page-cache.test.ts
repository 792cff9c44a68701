import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { PageCache, type PageView } from "../../../src/http/page-cache.ts";
import { presentItemPage, presentWishlistPage } from "../../../src/http/presenters/pages.ts";
import { ordinal } from "../../../src/store/ids/base32.ts";
import { Wishlists } from "../../../src/store/read/wishlists.ts";
import { itemWith, metaWith, newWishlistId, putState } from "../../support/data/state-keys.ts";
import { atEnd, withRedis } from "../../support/redis.ts";

const suite = atEnd();
const storeKey = "t/s";
const partition = 3;
const VIEWS: PageView[] = [
  { name: "wishlist", present: presentWishlistPage },
  { name: "items", present: presentItemPage },
];
const ITEMS = 4;

let to: ReturnType<typeof withRedis>;
let wishlists: Wishlists;
before(() => {
  to = withRedis(suite);
  wishlists = new Wishlists(to.redis, to.keys, 64);
});

/** Two processes that read, and commits without their knowledge. */
function newStage() {
  const wishlistId = newWishlistId(partition);
  const caches = [new PageCache(wishlists), new PageCache(wishlists)];
  let commits = 0;
  const commit = async (number: number, isDeleted: boolean) => {
    const version = `v${commits++}`;
    const meta = metaWith({ storeKey, lastNumber: ITEMS, version, deleted: isDeleted });
    const item = itemWith({ id: `${wishlistId}.${ordinal(number)}`, staffRef: version });
    const record = {
      id: wishlistId,
      name: version,
      isPrivate: false,
      deleted: false,
      createdTime: "2026-01-01T00:00:00.000Z",
      modifiedTime: "2026-01-01T00:00:00.000Z",
    };
    await putState(to, partition, { kind: "record", id: wishlistId }, record);
    await putState(
      to,
      partition,
      { kind: "item", id: wishlistId, field: number },
      commits % 3 === 0 ? null : item,
    );
    await putState(to, partition, { kind: "meta", id: wishlistId }, meta);
  };
  return { wishlistId, caches, commit };
}

const number = fc.integer({ min: 1, max: ITEMS });
const steps = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ number, isDeleted: fc.boolean() }) },
    {
      weight: 4,
      arbitrary: fc.record({
        cache: fc.nat({ max: 1 }),
        view: fc.constantFrom(...VIEWS),
        size: fc.integer({ min: 1, max: ITEMS }),
        after: fc.option(number, { nil: undefined }),
        reader: fc.constantFrom(storeKey, storeKey, "t/other"),
      }),
    },
  ),
  { maxLength: 20 },
);

describe("PageCache", () => {
  it("answers the current data of Redis, independent of earlier reads and of the writing process", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { wishlistId, caches, commit } = newStage();
        for (const step of all) {
          if ("isDeleted" in step) {
            await commit(step.number, step.isDeleted);
            continue;
          }
          const { view, size, after, reader } = step;
          const request = {
            size,
            cursor: after === undefined ? undefined : `${wishlistId}.${ordinal(after)}`,
          };
          const page = await wishlists.page(reader, wishlistId, request);
          const found = await caches[step.cache]?.read(reader, wishlistId, request, view);
          assert.equal(found?.body.toString(), page && view.present(page).toString());
          assert.deepEqual(found?.meta, page?.meta);
        }
        for (const cache of caches) cache.close();
      }),
      { numRuns: 60 },
    );
  });

  it("keeps the pages of each size and each view apart", async () => {
    const { wishlistId, commit } = newStage();
    const cache = new PageCache(wishlists);
    for (let i = 1; i <= 2; i++) await commit(i, false);
    for (const round of ["read", "kept", "answered as kept"])
      for (const view of VIEWS)
        for (let size = 1; size <= ITEMS; size++) {
          const request = { size, cursor: undefined };
          const page = await wishlists.page(storeKey, wishlistId, request);
          const { body } = (await cache.read(storeKey, wishlistId, request, view)) ?? {};
          assert.equal(body?.toString(), page && view.present(page).toString(), `${round} ${size}`);
        }
    cache.close();
  });

  it("keeps a page that is read twice at one version, and no page of a list that changes between reads", async (t) => {
    const { wishlistId, caches, commit } = newStage();
    const [cache] = caches;
    const [view] = VIEWS;
    assert.ok(cache && view);
    const pages = t.mock.method(wishlists, "page");
    const metaReads = t.mock.method(wishlists, "visibleMeta");
    const read = async () => {
      assert.ok(await cache.read(storeKey, wishlistId, { size: 2, cursor: undefined }, view));
      return [pages.mock.callCount(), metaReads.mock.callCount()];
    };
    await commit(1, false);
    assert.deepEqual(
      [await read(), await read(), await read()],
      [
        [1, 0],
        [2, 0],
        [2, 1],
      ],
    );
    await commit(1, false);
    assert.deepEqual(await read(), [3, 2]);
    await commit(1, false);
    assert.deepEqual(await read(), [4, 2]);
    for (const each of caches) each.close();
  });
});
