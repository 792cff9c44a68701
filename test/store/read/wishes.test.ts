import assert from "node:assert/strict";
import { it } from "node:test";
import { itemId } from "../../../src/store/ids/ids.ts";
import { Wishes } from "../../../src/store/read/wishes.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { itemWith, metaWith, newWishlistId, putState } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

const storeKey = "t/s";
const slot = "t/s:ann";
const PARTITION = 5;

it("the customer of an item is found after the item has left its list, unless the list is a guest's or of another store", async (t) => {
  const to = withRedis(t);
  const { redis, keys } = to;
  const wishes = new Wishes({ redis, keys, onUndecodable: refuseUndecodable });
  const list = async (meta: object) => {
    const id = newWishlistId(PARTITION);
    await putState(to, PARTITION, { kind: "meta", id }, metaWith({ storeKey, slot, lastNumber: 1, ...meta }));
    return itemId(id, 1);
  };
  const anns = await list({});
  const others = [
    await list({ slot: null }),
    await list({ storeKey: "t/other" }),
    itemId(newWishlistId(PARTITION), 1),
    "no id of an item",
  ];
  const found = await wishes.customersOf(storeKey, [anns, ...others]);
  assert.deepEqual([...found], [[anns, { partition: PARTITION, slot, key: "ann" }]]);
});

it("a wish that is read has the present reference of its wishlist", async (t) => {
  const to = withRedis(t);
  const { redis, keys } = to;
  const wishes = new Wishes({ redis, keys, onUndecodable: refuseUndecodable });
  const read = async (fields: object) => {
    const id = newWishlistId(PARTITION);
    const item = itemWith({ id: itemId(id, 1), wishlistRef: "stored" });
    await putState(
      to,
      PARTITION,
      { kind: "meta", id },
      metaWith({ storeKey, slot, lastNumber: 1, ...fields }),
    );
    await putState(to, PARTITION, { kind: "item", id, field: 1 }, item);
    const [wish] = await wishes.read(storeKey, [item.id]);
    return typeof wish === "object" ? wish.item.wishlistRef : "none";
  };
  const marked = { hasFormerRefs: true } as const;
  assert.equal(await read({ ...marked, wishlistRef: "present" }), "present");
  assert.equal(await read({ ...marked, wishlistRef: null }), undefined);
  assert.equal(await read({ wishlistRef: "stored" }), "stored");
});
