import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { loadState } from "../../../src/store/partition/state/load.ts";
import {
  addressOf,
  type StateKey,
  type StateKind,
  type StateValues,
  Unreadable,
} from "../../../src/store/partition/state/state-keys.ts";
import type { WishlistRecord } from "../../../src/store/records/records.ts";
import { customerWith, itemWith, metaWith, newWishlistId, putState } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

const slot = "t/s:key";
const record: WishlistRecord = {
  id: "w",
  name: 'ü "\u{1F381}"\n',
  isPrivate: false,
  deleted: false,
  createdTime: "2026-01-01T00:00:00.000Z",
  modifiedTime: "2026-01-01T00:00:00.000Z",
};

function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const put = <K extends StateKind>(
    stateKey: StateKey<K>,
    value: StateValues[K] | null,
    before?: StateValues[K] | null,
  ) => putState({ redis, keys }, 5, stateKey, value, before);
  const load = async (stateKeys: StateKey[], partition = 5) => {
    const values = new Map<string, unknown>();
    const wanted = stateKeys.map((stateKey) => ({
      partition,
      stateKey,
      load: (found: StateKey, value: unknown) => void values.set(addressOf(found), value),
    }));
    await loadState(redis, keys, wanted);
    return stateKeys.map((stateKey) => values.get(addressOf(stateKey)));
  };
  return { redis, keys, put, load };
}

describe("loadState", () => {
  it("returns every value as it was written", async (t) => {
    const { put, load } = setUp(t);
    const id = newWishlistId(5);
    const item = itemWith({ attributeGroups: { g: { attributes: { a: "\0", b: "1e400" } } } });
    const former = { svc_customer_id: "c", deleted: true, created_at: "x", deleted_at: "y" } as const;
    const written: [StateKey, unknown][] = [
      [{ kind: "meta", id }, metaWith({ lastNumber: 4000, count: 2, wishlistRef: "[]" })],
      [{ kind: "record", id }, record],
      [{ kind: "item", id, field: 1 }, item],
      [
        { kind: "item", id, field: 4000 },
        { ...item, id: "i4000" },
      ],
      [{ kind: "itemIndex", id, field: "fr1" }, [1, 4000]],
      [
        { kind: "customer", id: slot },
        { record: customerWith({}), version: "v", former: null },
      ],
      [
        { kind: "customer", id: "t/s:former" },
        { record: null, version: "v", former },
      ],
    ];
    for (const [stateKey, value] of written) await put(stateKey, value as never);
    assert.deepEqual(
      await load(written.map(([stateKey]) => stateKey)),
      written.map(([, value]) => value),
    );
  });

  it("returns null for missing values, and empty collections", async (t) => {
    const { load } = setUp(t);
    const id = newWishlistId(5);
    const single: StateKey[] = [
      { kind: "customer", id: slot },
      { kind: "meta", id },
      { kind: "record", id },
      { kind: "item", id, field: 1 },
      { kind: "itemIndex", id, field: "fr1" },
      { kind: "answer", id: "digest" },
    ];
    assert.deepEqual(
      await load(single),
      single.map(() => null),
    );
    const collections: StateKey[] = [
      { kind: "items", id },
      { kind: "removedItems", id },
      { kind: "excessRemoved", id, field: 10 },
      { kind: "wishlists", id: slot, field: 10 },
      { kind: "answers", id },
    ];
    assert.deepEqual(
      await load(collections),
      collections.map(() => []),
    );
  });

  it("returns null for emptied values", async (t) => {
    const { put, load } = setUp(t);
    const id = newWishlistId(5);
    const item = itemWith({});
    await put({ kind: "item", id, field: 1 }, item);
    await put({ kind: "itemIndex", id, field: "fr1" }, [1]);
    await put({ kind: "item", id, field: 1 }, null, item);
    await put({ kind: "itemIndex", id, field: "fr1" }, null);
    await put({ kind: "customer", id: slot }, { record: customerWith({}), version: "v", former: null });
    await put({ kind: "customer", id: slot }, null);
    const stateKeys: StateKey[] = [
      { kind: "item", id, field: 1 },
      { kind: "itemIndex", id, field: "fr1" },
      { kind: "customer", id: slot },
    ];
    assert.deepEqual(await load(stateKeys), [null, null, null]);
  });

  it("collects all items of a wishlist with their numbers, and the removed ones", async (t) => {
    const { put, load } = setUp(t);
    const id = newWishlistId(5);
    await put({ kind: "meta", id }, metaWith({}));
    await put({ kind: "record", id }, record);
    const removed = { ...itemWith({ id: "i2" }), deleted: true, deletedTime: "x" } as const;
    for (const number of [1, 3, 1024, 40_000]) await put({ kind: "item", id, field: number }, itemWith({}));
    await put({ kind: "removed", id, field: 2 }, removed);
    const [items, removedItems] = (await load([
      { kind: "items", id },
      { kind: "removedItems", id },
    ])) as [StateValues["items"], StateValues["removedItems"]];
    assert.deepEqual(
      items.map(({ number }) => number),
      [1, 3, 1024, 40_000],
    );
    assert.deepEqual(removedItems, [{ number: 2, item: removed }]);
  });

  it("sorts the members of a collection, because their order differs between servers", async (t) => {
    const { redis, keys, put, load } = setUp(t);
    const id = newWishlistId(5);
    const names = Array.from({ length: 200 }, (_, i) => `name-${String(i).padStart(3, "0")}`);
    await put({ kind: "meta", id }, metaWith({}));
    for (let number = 60; number > 0; number--) await put({ kind: "item", id, field: number }, itemWith({}));
    await redis.zadd(keys.answersOf(5, id), ...names.flatMap((name, i) => [names.length - i, name]));
    const purchase = JSON.stringify({ orderRef: "o", revision: 1, lines: {} });
    for (const name of names) await redis.hset(keys.purchases(5, slot), name, purchase);
    const [items, answers, purchases] = (await load([
      { kind: "items", id },
      { kind: "answers", id },
      { kind: "purchases", id: slot },
    ])) as [StateValues["items"], string[], StateValues["purchases"]];
    assert.deepEqual(
      items.map(({ number }) => number),
      Array.from({ length: 60 }, (_, i) => i + 1),
    );
    assert.deepEqual(answers, names);
    assert.deepEqual(
      purchases.map(({ field }) => field),
      names,
    );
  });

  it("returns the first of a customer's wishlists, up to the given number", async (t) => {
    const { put, load } = setUp(t);
    const ids = Array.from({ length: 5 }, () => newWishlistId(5));
    for (const id of [...ids].reverse()) await put({ kind: "listed", id: slot, field: id }, true);
    assert.deepEqual(await load([{ kind: "wishlists", id: slot, field: 3 }]), [ids.slice(0, 3)]);
    await put({ kind: "listed", id: slot, field: ids[0] ?? "" }, null);
    assert.deepEqual(await load([{ kind: "wishlists", id: slot, field: 10 }]), [ids.slice(1)]);
  });

  it("returns the stored answers, and those about one entity", async (t) => {
    const { redis, keys, put, load } = setUp(t);
    await redis.set(keys.answer(5, "d1"), "answer", "EX", 60);
    await redis.zadd(keys.answersOf(5, "w1"), 1, "d1");
    // As version 0.1.0 stored them.
    await redis.sadd(keys.formerAnswersOf(5, "w1"), "d0");
    const stateKeys: StateKey[] = [
      { kind: "answer", id: "d1" },
      { kind: "answers", id: "w1" },
    ];
    assert.deepEqual(await load(stateKeys), ["answer", ["d0", "d1"]]);
    await put({ kind: "answer", id: "d1" }, "erased");
    await put({ kind: "answer", id: "none" }, "erased");
    assert.deepEqual(await load([{ kind: "answer", id: "d1" }]), ["erased"]);
    assert.ok((await redis.ttl(keys.answer(5, "d1"))) > 0);
    assert.equal(await redis.exists(keys.answer(5, "none")), 0);
  });

  it("returns codes for the sentences that version 0.1.0 stored with orders", async (t) => {
    const { redis, keys, load } = setUp(t);
    const order = { orderRef: "o", lines: [], matches: { a: { reason: "bought before" } } };
    const purchase = { orderRef: "o", revision: 1, lines: {} };
    const undone = { a: "the wish had been made again" };
    await redis.hset(keys.order(5, slot), "j", JSON.stringify(order));
    await redis.hset(keys.purchases(5, slot), "key", JSON.stringify({ ...purchase, undone }));
    const stateKeys: StateKey[] = [
      { kind: "order", id: slot },
      { kind: "purchase", id: slot, field: "key" },
      { kind: "purchase", id: slot, field: "other" },
      { kind: "purchases", id: slot },
    ];
    assert.deepEqual(await load(stateKeys), [
      { ...order, matches: { a: { code: "bought_before" } } },
      { ...purchase, undone: { a: "wished_again" } },
      null,
      [{ field: "key", record: { ...purchase, undone: { a: "wished_again" } } }],
    ]);
  });

  it("marks only the state key with an invalid value as unreadable", async (t) => {
    const { redis, keys, put, load } = setUp(t);
    const id = newWishlistId(5);
    await put({ kind: "meta", id }, metaWith({}));
    await put({ kind: "item", id, field: 1 }, itemWith({}));
    await redis.hset(keys.wishlist(5, id), "j", "{not json");
    const stateKeys: StateKey[] = [
      { kind: "meta", id },
      { kind: "record", id },
      { kind: "item", id, field: 1 },
      { kind: "items", id },
    ];
    const [meta, broken, item, items] = await load(stateKeys);
    assert.deepEqual(meta, metaWith({}));
    assert.ok(broken instanceof Unreadable && broken.cause instanceof SyntaxError);
    assert.deepEqual(item, itemWith({}));
    assert.deepEqual(items, [{ number: 1, item: itemWith({}) }]);
    await redis.hset(keys.removedItems(5, id), "11", "{not json");
    assert.ok((await load([{ kind: "removedItems", id }]))[0] instanceof Unreadable);
  });

  it("separates partitions, and reads several in one round trip", async (t) => {
    const { redis, keys } = setUp(t);
    const id = newWishlistId(5);
    const stateKey = { kind: "meta", id } as const;
    for (const version of [1, 2]) {
      await putState({ redis, keys }, version, stateKey, metaWith({ version: version.toString() }));
    }
    const found: unknown[] = [];
    const wanted = [2, 3, 1].map((partition) => ({
      partition,
      stateKey,
      load: (_: StateKey, value: unknown) => void found.push(value),
    }));
    await loadState(redis, keys, wanted);
    assert.deepEqual(found, [metaWith({ version: "2" }), null, metaWith({ version: "1" })]);
  });

  it("reads as many fields of one wishlist as the commands of a batch can request", async (t) => {
    const { put, load } = setUp(t);
    const id = newWishlistId(5);
    await put({ kind: "item", id, field: 20_000 }, itemWith({}));
    const stateKeys = Array.from({ length: 20_000 }, (_, i): StateKey => ({
      kind: "item",
      id,
      field: i + 1,
    }));
    assert.deepEqual((await load(stateKeys)).at(-1), itemWith({}));
  });

  it("refuses to read write-only keys", async (t) => {
    const { load } = setUp(t);
    for (const kind of ["listed", "index"] as const) {
      await assert.rejects(load([{ kind, id: "w", field: 1 }]), /cannot be read/);
    }
  });
});
