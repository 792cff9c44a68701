import assert from "node:assert/strict";
import { it } from "node:test";
import { ordinal } from "../../../src/store/ids/base32.ts";
import { loadState } from "../../../src/store/partition/state/load.ts";
import { SOME_ITEMS, type SomeItems, type StateKey } from "../../../src/store/partition/state/state-keys.ts";
import { itemWith, newWishlistId } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

it("a wishlist with many large items is read in part, of those that have one of the fields", async (t) => {
  const { redis, keys } = withRedis(t);
  const id = newWishlistId(5);
  const plain = itemWith({ locationRef: "x".repeat(100) });
  const large = { ...plain, note: "y".repeat(20_000) };
  const count = Math.ceil((2 * SOME_ITEMS.characters) / 20_000);
  const texts: Record<string, string> = { j: JSON.stringify({ note: "no item" }) };
  for (let i = 1; i <= 2 * count; i++) texts[ordinal(i)] = JSON.stringify(i % 2 ? plain : large);
  for (const hash of [keys.wishlist(5, id), keys.removedItems(5, id)]) await redis.hset(hash, texts);
  let characters = 0;
  const read = async (kind: "itemsWith" | "removedWith", field: string) => {
    let found: SomeItems | undefined;
    const stateKey = { kind, id, field };
    const load = (_: StateKey, value: unknown) => (found = value as SomeItems);
    characters = 0;
    await loadState(redis, keys, [{ partition: 5, stateKey, load }], (_, its) => (characters += its));
    return found;
  };
  for (const kind of ["itemsWith", "removedWith"] as const) {
    const some = await read(kind, "staffRef note");
    assert.ok(some?.hasMore);
    assert.ok(some.items.every(({ item, number }) => item.note && number % 2 === 0));
    assert.ok(characters >= SOME_ITEMS.characters && characters < SOME_ITEMS.characters + 40_000);
    assert.deepEqual(await read(kind, "staffRef"), { items: [], hasMore: false });
  }
  await redis.hdel(keys.wishlist(5, id), ...Array.from({ length: 2 * count - 20 }, (_, i) => ordinal(i + 1)));
  const rest = await read("itemsWith", "note");
  assert.deepEqual([rest?.items.length, rest?.hasMore], [10, false]);
});
