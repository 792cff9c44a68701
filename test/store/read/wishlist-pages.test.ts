import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { ordinal } from "../../../src/store/ids/base32.ts";
import type { Keys } from "../../../src/store/keys/keys.ts";
import { Wishlists } from "../../../src/store/read/wishlists.ts";
import type { WishlistRecord } from "../../../src/store/records/records.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { customerWith, itemWith, metaWith, newWishlistId, putState } from "../../support/data/state-keys.ts";
import { atEnd, withRedis } from "../../support/redis.ts";

const suite = atEnd();
const storeKey = "t/s";
const slot = "t/s:key";
const partition = 5;
const address = { partition, slot, key: "key" };

let to: Parameters<typeof putState>[0] & { keys: Keys };
let wishlists: Wishlists;
/** Items of each wishlist, by their ids; every third item is removed. */
const stored = new Map<string, string[]>();
let largest = 0;

const recordOf = (id: string, text: string): WishlistRecord => ({
  id,
  name: text,
  isPrivate: false,
  deleted: false,
  createdTime: "2026-01-01T00:00:00.000Z",
  modifiedTime: "2026-01-01T00:00:00.000Z",
});

async function seedWishlist(wishlistId: string, lengths: number[]) {
  await putState(
    to,
    partition,
    { kind: "meta", id: wishlistId },
    metaWith({ storeKey, slot, lastNumber: lengths.length }),
  );
  await putState(
    to,
    partition,
    { kind: "record", id: wishlistId },
    recordOf(wishlistId, "x".repeat(lengths[0] ?? 1)),
  );
  await putState(to, partition, { kind: "listed", id: slot, field: wishlistId }, true);
  const ids: string[] = [];
  for (const [i, length] of lengths.entries()) {
    const id = `${wishlistId}.${ordinal(i + 1)}`;
    const item = itemWith({ id, staffRef: "é".repeat(length) });
    largest = Math.max(largest, Buffer.byteLength(JSON.stringify(item)));
    if (i % 3 === 2) continue;
    await putState(to, partition, { kind: "item", id: wishlistId, field: i + 1 }, item);
    ids.push(id);
  }
  stored.set(wishlistId, ids);
}

before(async () => {
  to = withRedis(suite);
  wishlists = new Wishlists(to.redis, to.keys, 64);
  await putState(
    to,
    partition,
    { kind: "customer", id: slot },
    {
      record: customerWith({}),
      version: "v",
      former: null,
    },
  );
  for (const count of [0, 1, 15, 30, 80])
    await seedWishlist(
      newWishlistId(partition),
      Array.from({ length: count }, (_, i) => (i * 37) % 500),
    );
});

const lengthOf = (texts: readonly (string | Buffer)[]) =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const idOf = (json: string | Buffer) => (JSON.parse(json.toString()) as { id: string }).id;

/** The items behind a place of a wishlist, page by page. */
async function itemsBehind(id: string, start: string | undefined, size: number, maxBytes: number) {
  const ids: string[] = [];
  for (let cursor = start; ;) {
    const page = await wishlists.page(storeKey, id, { cursor, size, maxBytes });
    assert.ok(page);
    assert.ok(page.items.length <= 1 || page.record.length + lengthOf(page.items) <= maxBytes);
    ids.push(...page.items.map(idOf));
    assert.equal(page.lastItemId, page.items.length > 0 ? ids.at(-1) : undefined);
    if (page.lastItemId === undefined) return ids;
    cursor = page.lastItemId;
  }
}

describe("pages of wishlists within a number of bytes", () => {
  const size = fc.integer({ min: 1, max: 50 });
  const maxBytes = fc.integer({ min: 1, max: 60_000 });

  it("lead to every item of a wishlist once, however few bytes a page may have", async () => {
    await fc.assert(
      fc.asyncProperty(size, maxBytes, async (pageSize, bytes) => {
        for (const [id, ids] of stored)
          assert.deepEqual(await itemsBehind(id, undefined, pageSize, bytes), ids);
      }),
      { numRuns: 20 },
    );
  });

  it("return every wishlist and item of a lookup once, and stay within the bytes", async () => {
    await fc.assert(
      fc.asyncProperty(size, size, maxBytes, async (pageSize, itemSize, bytes) => {
        const found = new Map<string, string[]>();
        for (let cursor: string | undefined; ;) {
          const request = { cursor, size: pageSize, itemSize, maxBytes: bytes };
          const page = await wishlists.lookup(address, request, () => true);
          assert.ok(page && page !== "unchanged");
          const taken = lengthOf(page.wishlists.flatMap(({ record, items }) => [record, ...items]));
          // One item of each wishlist is there, whatever it takes.
          assert.ok(taken <= bytes + largest * page.wishlists.length, `${taken} of ${bytes}`);
          for (const { id, items, lastItemId } of page.wishlists) {
            const isEmpty = stored.get(id)?.length === 0;
            assert.equal(items.length > 0, !isEmpty);
            const rest = isEmpty ? [] : await itemsBehind(id, lastItemId, 50, 1_000_000);
            found.set(id, [...items.map(idOf), ...rest]);
          }
          if (page.wishlists.length === 0) break;
          cursor = page.wishlists.at(-1)?.id;
        }
        assert.deepEqual([...found], [...stored]);
      }),
      { numRuns: 30 },
    );
  });

  it("shorten the items of a lookup before its wishlists", async () => {
    const request = { cursor: undefined, size: 50, itemSize: 50, maxBytes: 8000 };
    const page = await wishlists.lookup(address, request, () => true);
    assert.ok(page && page !== "unchanged");
    assert.equal(page.wishlists.length, stored.size);
    assert.ok(page.wishlists.some(({ id, items }) => items.length < (stored.get(id)?.length ?? 0)));
  });
});

describe("a page of a wishlist with more removed items than it reads at once", () => {
  it("shows the wishlist at one moment, also where it changes between two reads", async () => {
    const wishlistId = newWishlistId(partition);
    const [first, last] = [1, 80];
    const write = async (version: string) => {
      const meta = metaWith({ storeKey, slot, lastNumber: last, version });
      await putState(to, partition, { kind: "meta", id: wishlistId }, meta);
      await putState(to, partition, { kind: "record", id: wishlistId }, recordOf(wishlistId, version));
      for (const field of [first, last]) {
        const item = itemWith({ id: `${wishlistId}.${ordinal(field)}`, staffRef: version });
        await putState(to, partition, { kind: "item", id: wishlistId, field }, item);
      }
    };
    await write("before");
    let isRead = false;
    const changing = intercepted(to.redis, async (_, send) => {
      const reply = await send();
      if (!isRead) await write("after");
      isRead = true;
      return reply;
    });
    const request = { cursor: undefined, size: 50 };
    const page = await new Wishlists(changing, to.keys, 64).page(storeKey, wishlistId, request);
    const shown = page?.items.map((text) => (JSON.parse(text.toString()) as { staffRef: string }).staffRef);
    assert.deepEqual([page?.meta.version, shown], ["after", ["after", "after"]]);
  });
});
