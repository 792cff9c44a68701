import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { batchesOf } from "../../../src/collections/batches.ts";
import { type Caller, type Json, type Service, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const ITEMS = `${WS}/wishlist/items`;

/** Creates a list of `count` items and moves some of them to another list. Resolves to its id and the remaining ids. */
async function listWith(
  count: number,
  removed: (i: number) => boolean,
): Promise<{ id: string; left: string[] }> {
  const { id: customerRef } = await shop.newCustomer();
  const { id } = await shop.newWishlist({ customerRef });
  const ids: string[] = [];
  for (let from = 0; from < count; from += 500) {
    const length = Math.min(500, count - from);
    const itemRef = Array.from({ length }, (_, i) => ({
      productRef: "p",
      selectedVariantRef: `v${from + i}`,
    }));
    const { body } = await shop.post(`${WS}/wishlist/add-items`, { wishlistId: id, itemRef });
    ids.push(...body.items.map((item: Json) => item.id as string));
  }
  const gone = ids.filter((_, i) => removed(i));
  const { id: toWishlistId } = await shop.newWishlist({ customerRef });
  for (const itemId of batchesOf(gone, 50)) {
    const moved = await shop.post(`${ITEMS}/move`, { wishlistId: id, toWishlistId, itemId });
    assert.equal(moved.status, 200, moved.text);
  }
  return { id, left: ids.filter((_, i) => !removed(i)) };
}

/** All items of a list, page by page. */
async function walk(id: string, pageSize: number): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ""; ;) {
    const { status, body } = await shop.get(`${ITEMS}?id=${id}&pageSize=${pageSize}${cursor}`);
    assert.equal(status, 200);
    const ids = body.wishlistItems.map((item: Json) => item.id as string);
    assert.equal(body.itemCount, ids.length);
    assert.equal(body.lastEvaluatedItemId, ids.at(-1));
    found.push(...ids);
    if (ids.length < pageSize) return found;
    cursor = `&lastItemId=${ids.at(-1)}`;
  }
}

describe("paging over items", () => {
  it("returns every item once, in the order of ids, whatever was removed between them", async () => {
    const lists = [
      await listWith(0, () => false),
      await listWith(20, () => false),
      await listWith(70, (i) => i % 3 === 0),
      await listWith(200, (i) => i > 5 && i < 150),
      await listWith(130, (i) => i % 40 !== 0),
    ];
    for (const { id, left } of lists) {
      for (const pageSize of [1, 7, 20, 50]) assert.deepEqual(await walk(id, pageSize), left);
    }
  });

  it("gives 20 by default and 50 at most", async () => {
    const { id } = await listWith(60, () => false);
    const count = async (query: string) =>
      (await shop.get(`${ITEMS}?id=${id}${query}`)).body.itemCount as number;
    assert.equal(await count(""), 20);
    assert.equal(await count("&pageSize=51"), 50);
    assert.equal(await count("&pageSize=1000000000"), 50);
    assert.equal(await count(`&pageSize=${"9".repeat(100)}`), 50);
    assert.equal((await shop.get(`${WS}/wishlists?id=${id}&pageSize=3`)).body.itemCount, 3);
  });

  it("is answered 400 for a page size that is zero, negative or not an integer", async () => {
    const { id } = await listWith(1, () => false);
    for (const pageSize of ["0", "-1", "1.5", "abc", "", "NaN", "1&pageSize=2"]) {
      const { status, body } = await shop.get(`${ITEMS}?id=${id}&pageSize=${pageSize}`);
      assert.equal(status, 400, pageSize);
      assert.equal(body.errors[0].path, "pageSize");
    }
  });

  it("compares any cursor as ids are compared", async () => {
    const { id, left } = await listWith(45, (i) => i === 33);
    const cursors = fc.oneof(
      fc.constantFrom(
        "",
        id,
        `${id}.`,
        `${id}.1`,
        `${id}.1z`,
        `${id}.2`,
        `${id}.210`,
        "a",
        "z",
        "w0.11",
        "0".repeat(2000),
        "z".repeat(2000),
        ...left,
      ),
      fc.string({ maxLength: 12 }).map((tail) => `${id}.${tail}`),
      fc.string({ maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(cursors, async (cursor) => {
        const path = `${ITEMS}?id=${id}&pageSize=50&lastItemId=${encodeURIComponent(cursor)}`;
        const { status, body } = await shop.get(path);
        assert.equal(status, 200);
        const expected = left.filter((item) => Buffer.compare(Buffer.from(item), Buffer.from(cursor)) > 0);
        assert.deepEqual(
          body.wishlistItems.map((item: Json) => item.id),
          expected,
        );
      }),
      { numRuns: 200 },
    );
  });

  it("answers 200 with no items and no last id after the end", async () => {
    const { id, left } = await listWith(3, () => false);
    const { status, body } = await shop.get(`${ITEMS}?id=${id}&lastItemId=${left[2] ?? ""}`);
    assert.equal(status, 200);
    assert.deepEqual(body, { wishlistItems: [], itemCount: 0 });
  });

  it("is correct for a list of thousands", async () => {
    const { id, left } = await listWith(2000, (i) => i % 7 === 0);
    assert.deepEqual(await walk(id, 50), left);
  });
});

describe("large records", () => {
  const LARGEST = 4 * 1024 * 1024;
  /** Size of the answer without its records. */
  const FRAME = 64 * 1024;
  const attributes = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`a${i}`, "é".repeat(1000)]));

  it("limit the pages of a lookup and of the change feed, and paging returns all of them", async () => {
    const caller = await service.newCaller();
    const { id: customerRef } = await caller.newCustomer();
    const all: string[] = [];
    for (let list = 0; list < 5; list++) {
      const { id: wishlistId } = await caller.newWishlist({ customerRef });
      for (const half of [0, 1]) {
        const itemRef = Array.from({ length: 20 }, (_, i) => ({
          productRef: "p",
          selectedVariantRef: `v${half}-${i}`,
          attributeGroups: { g: { attributes } },
        }));
        const { status, body } = await caller.post(`${WS}/wishlist/add-items`, { wishlistId, itemRef });
        assert.equal(status, 202);
        all.push(...body.items.map((item: Json) => item.id as string));
      }
    }

    const { body, text } = await caller.get(`${WS}/wishlists/lookup?customerRef=${customerRef}`);
    assert.equal(body.wishlistCount, 5);
    const bytes = Buffer.byteLength(text);
    assert.ok(bytes > LARGEST / 2 && bytes <= LARGEST + FRAME, `${bytes} bytes`);
    const found: string[] = [];
    for (const { id, wishlistItems, lastEvaluatedItemId } of body.wishlist) {
      assert.ok(wishlistItems.length < 40);
      assert.equal(lastEvaluatedItemId, wishlistItems.at(-1).id);
      const rest = await caller.get(`${ITEMS}?id=${id}&pageSize=50&lastItemId=${lastEvaluatedItemId}`);
      found.push(...[...wishlistItems, ...rest.body.wishlistItems].map((item: Json) => item.id as string));
    }
    assert.deepEqual(found, all);

    const follow = async () => {
      const found: string[] = [];
      for (let after = "", hasMore = true; hasMore;) {
        const page = await caller.get(`${WS}/changes?limit=1000&after=${after}`);
        assert.equal(page.status, 200);
        assert.ok(Buffer.byteLength(page.text) <= LARGEST + FRAME, "a page is too large");
        for (const { type, data } of page.body.events)
          if (type === "wishlist.item.added") found.push(data.itemId);
        ({ cursor: after, hasMore } = page.body);
      }
      return found;
    };
    await settled(service);
    assert.deepEqual((await follow()).sort(), all.sort());
  });
});
