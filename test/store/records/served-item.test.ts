import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ItemRecord, RemovedItemRecord } from "../../../src/store/records/records.ts";
import { servedItem } from "../../../src/store/records/served-item.ts";
import { servedItemJson } from "../../../src/store/records/served-json.ts";
import {
  decodeWishlistMeta,
  encodeWishlistMeta,
  mayHaveFormerRefs,
} from "../../../src/store/records/wishlist-meta.ts";
import { itemWith, metaWith } from "../../support/data/state-keys.ts";

const stored = itemWith({ wishlistRef: "former", note: '"wishlistRef":"former"' });
const marked = { hasFormerRefs: true } as const;

describe("an item as it is served", () => {
  it("has the reference of its wishlist, in the place where it was, and is otherwise the same", () => {
    const served = servedItem(stored, { ...marked, wishlistRef: "present" });
    assert.equal(JSON.stringify(served), JSON.stringify({ ...stored, wishlistRef: "present" }));
    const { wishlistRef: _, ...without } = stored;
    assert.deepEqual(servedItem(stored, { ...marked, wishlistRef: null }), without);
    assert.deepEqual(servedItem(without, { ...marked, wishlistRef: "p" }), { ...without, wishlistRef: "p" });
  });

  it("is the stored one, byte for byte, if nothing can differ", () => {
    const bytes = Buffer.from("no JSON");
    assert.equal(servedItemJson(bytes, { wishlistRef: "present" }), bytes);
    const same = Buffer.from(` ${JSON.stringify(stored)}`);
    assert.equal(servedItemJson(same, { ...marked, wishlistRef: "former" }), same);
    const removed: ItemRecord = { ...stored, deleted: true, deletedTime: "t" } as RemovedItemRecord;
    assert.equal(servedItem(removed, { ...marked, wishlistRef: "present" }), removed);
  });
});

describe("the metadata of a wishlist", () => {
  it("say whether items may have a former reference, also to the version before", () => {
    const lists = [
      metaWith({}),
      metaWith({ ...marked, wishlistRef: "r" }),
      metaWith({ deleted: true }),
      metaWith({ maxGuestItems: 5 }),
    ];
    for (const meta of lists) assert.deepEqual(decodeWishlistMeta(encodeWishlistMeta(meta)), meta);
    const may = lists.map((meta) => mayHaveFormerRefs(encodeWishlistMeta(meta)));
    assert.deepEqual(may, [false, true, false, false]);
    // The version before reads any other number than 1 as a wishlist that is not deleted.
    assert.deepEqual(
      lists.map((meta) => (JSON.parse(encodeWishlistMeta(meta)) as unknown[])[6]),
      [0, 2, 1, 0],
    );
  });
});
