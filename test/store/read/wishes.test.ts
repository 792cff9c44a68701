import assert from "node:assert/strict";
import { it } from "node:test";
import { itemId } from "../../../src/store/ids/ids.ts";
import { Wishes } from "../../../src/store/read/wishes.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { metaWith, newWishlistId, putState } from "../../support/data/state-keys.ts";
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
