import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { verifyProjections } from "../../../src/jobs/verify/wishlists.ts";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { variantRefsTerm } from "../../../src/store/keys/names.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { WishlistIndex } from "../../../src/store/lists/wishlist-index.ts";
import { IndexReads } from "../../../src/store/maintenance/index-reads.ts";
import { WaitingLists } from "../../../src/store/waiting/waiting-lists.ts";
import { PARTITIONS } from "../../support/redis.ts";
import { given, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";

describe("verify, for records that are removed after they were read", () => {
  it("does not enter a wish and a wishlist in their lists again", async () => {
    const service = await sharedService();
    const { redis, keys } = service;
    const shop = await service.newCaller();
    const storeKey = `${shop.tenantId}/default`;
    const list = await shop.newWishlist();
    const product = { productRef: "tent", selectedVariantRef: "tent-2" };
    const wish = await shop.newItem(list.id, { product });
    await settled(service);
    const listed = { storeKey, variant: variantRefsTerm("tent", "tent-2"), itemId: wish.id as string };
    const partition = given(partitionOfWishlist(list.id));
    const parts = {
      keys,
      reads: new IndexReads(redis, keys),
      waiting: new WaitingLists(redis, keys, await openLayout(redis, keys, PARTITIONS)),
      index: new WishlistIndex(redis, keys),
    };
    const { reads, waiting } = parts;
    const findLost = async () => {
      await redis.zrem(keys.wishlists(partition, storeKey), list.id);
      await waiting.remove([listed]);
      const found = await verifyProjections(parts, given(await reads.wishlist(partition, list.id)));
      assert.deepEqual(
        found.map(({ index }) => index),
        ["storeWishlists", "waitingList"],
      );
      return found;
    };
    const isEntered = async () => [
      await reads.hasMember(keys.wishlists(partition, storeKey), list.id),
      (await waiting.since(storeKey, listed.variant, [wish.id]))[0] !== null,
    ];
    for (const { repair } of await findLost()) assert.equal(await repair(), true);
    assert.deepEqual(await isEntered(), [true, true]);
    const found = await findLost();
    await shop.delete(`${WS}/wishlists?id=${list.id}`);
    await settled(service);
    for (const { repair } of found) assert.equal(await repair(), false);
    assert.deepEqual(await isEntered(), [false, false]);
  });
});
