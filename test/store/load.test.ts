import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import {
  addressOf,
  type Cell,
  type CellKind,
  type CellValues,
  Unreadable,
} from "../../src/store/partition/cells.ts";
import type { WishlistRecord } from "../../src/store/records/records.ts";
import { loadCells } from "../../src/store/partition/load.ts";
import { customerWith, headWith, itemWith, newWishlistId, putCell } from "../support/cells.ts";
import { withRedis } from "../support/redis.ts";

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
  const put = <K extends CellKind>(
    cell: Cell<K>,
    value: CellValues[K] | null,
    before?: CellValues[K] | null,
  ) => putCell({ redis, keys }, 5, cell, value, before);
  const load = async (cells: Cell[], partition = 5) => {
    const values = new Map<string, unknown>();
    const wanted = cells.map((cell) => ({
      partition,
      cell,
      load: (found: Cell, value: unknown) => void values.set(addressOf(found), value),
    }));
    await loadCells(redis, keys, wanted);
    return cells.map((cell) => values.get(addressOf(cell)));
  };
  return { redis, keys, put, load };
}

describe("loadCells", () => {
  it("gives every cell back as it was written", async (t) => {
    const { put, load } = setUp(t);
    const of = newWishlistId(5);
    const item = itemWith({ attributeGroups: { g: { attributes: { a: "\0", b: "1e400" } } } });
    const former = { svc_customer_id: "c", deleted: true, created_at: "x", deleted_at: "y" } as const;
    const written: [Cell, unknown][] = [
      [{ kind: "head", of }, headWith({ lastNumber: 4000, count: 2, wishlistRef: "[]" })],
      [{ kind: "record", of }, record],
      [{ kind: "item", of, field: 1 }, item],
      [
        { kind: "item", of, field: 4000 },
        { ...item, id: "i4000" },
      ],
      [{ kind: "mark", of, field: "fr1" }, [1, 4000]],
      [
        { kind: "customer", of: slot },
        { record: customerWith({}), version: "v", former: null },
      ],
      [
        { kind: "customer", of: "t/s:former" },
        { record: null, version: "v", former },
      ],
    ];
    for (const [cell, value] of written) await put(cell, value as never);
    assert.deepEqual(
      await load(written.map(([cell]) => cell)),
      written.map(([, value]) => value),
    );
  });

  it("gives null where there is nothing, and empty collections", async (t) => {
    const { load } = setUp(t);
    const of = newWishlistId(5);
    const single: Cell[] = [
      { kind: "customer", of: slot },
      { kind: "head", of },
      { kind: "record", of },
      { kind: "item", of, field: 1 },
      { kind: "mark", of, field: "fr1" },
      { kind: "answer", of: "digest" },
    ];
    assert.deepEqual(
      await load(single),
      single.map(() => null),
    );
    const collections: Cell[] = [
      { kind: "contents", of },
      { kind: "wishlists", of: slot, field: 10 },
      { kind: "answers", of },
    ];
    assert.deepEqual(await load(collections), [{ items: [], removed: [] }, [], []]);
  });

  it("gives null for what was emptied", async (t) => {
    const { put, load } = setUp(t);
    const of = newWishlistId(5);
    const item = itemWith({});
    await put({ kind: "item", of, field: 1 }, item);
    await put({ kind: "mark", of, field: "fr1" }, [1]);
    await put({ kind: "item", of, field: 1 }, null, item);
    await put({ kind: "mark", of, field: "fr1" }, null);
    await put({ kind: "customer", of: slot }, { record: customerWith({}), version: "v", former: null });
    await put({ kind: "customer", of: slot }, null);
    const cells: Cell[] = [
      { kind: "item", of, field: 1 },
      { kind: "mark", of, field: "fr1" },
      { kind: "customer", of: slot },
    ];
    assert.deepEqual(await load(cells), [null, null, null]);
  });

  it("collects all items of a wishlist with their numbers, and the removed ones", async (t) => {
    const { put, load } = setUp(t);
    const of = newWishlistId(5);
    await put({ kind: "head", of }, headWith({}));
    await put({ kind: "record", of }, record);
    const removed = { ...itemWith({ id: "i2" }), deleted: true, deletedTime: "x" } as const;
    for (const number of [1, 3, 1024, 40_000]) await put({ kind: "item", of, field: number }, itemWith({}));
    await put({ kind: "removed", of, field: 2 }, removed);
    const [contents] = (await load([{ kind: "contents", of }])) as [CellValues["contents"]];
    assert.deepEqual(
      contents.items.map(({ number }) => number).sort((a, b) => a - b),
      [1, 3, 1024, 40_000],
    );
    assert.deepEqual(contents.removed, [{ number: 2, item: removed }]);
  });

  it("gives the first of a customer's wishlists, as many as are asked for", async (t) => {
    const { put, load } = setUp(t);
    const ids = Array.from({ length: 5 }, () => newWishlistId(5));
    for (const id of [...ids].reverse()) await put({ kind: "listed", of: slot, field: id }, true);
    assert.deepEqual(await load([{ kind: "wishlists", of: slot, field: 3 }]), [ids.slice(0, 3)]);
    await put({ kind: "listed", of: slot, field: ids[0] ?? "" }, null);
    assert.deepEqual(await load([{ kind: "wishlists", of: slot, field: 10 }]), [ids.slice(1)]);
  });

  it("gives the kept answers, and those that tell of one entity", async (t) => {
    const { redis, keys, put, load } = setUp(t);
    await redis.set(keys.answer(5, "d1"), "answer", "EX", 60);
    await redis.sadd(keys.answersOf(5, "w1"), "d1");
    const cells: Cell[] = [
      { kind: "answer", of: "d1" },
      { kind: "answers", of: "w1" },
    ];
    assert.deepEqual(await load(cells), ["answer", ["d1"]]);
    await put({ kind: "answer", of: "d1" }, "erased");
    await put({ kind: "answer", of: "none" }, "erased");
    assert.deepEqual(await load([{ kind: "answer", of: "d1" }]), ["erased"]);
    assert.ok((await redis.ttl(keys.answer(5, "d1"))) > 0);
    assert.equal(await redis.exists(keys.answer(5, "none")), 0);
  });

  it("gives codes for the sentences that version 0.1.0 stored with orders", async (t) => {
    const { redis, keys, load } = setUp(t);
    const order = { orderRef: "o", lines: [], matches: { a: { reason: "bought before" } } };
    const purchase = { orderRef: "o", revision: 1, lines: {} };
    const undone = { a: "the wish had been made again" };
    await redis.hset(keys.order(5, slot), "j", JSON.stringify(order));
    await redis.hset(keys.purchases(5, slot), "key", JSON.stringify({ ...purchase, undone }));
    const cells: Cell[] = [
      { kind: "order", of: slot },
      { kind: "purchase", of: slot, field: "key" },
      { kind: "purchase", of: slot, field: "other" },
      { kind: "purchases", of: slot },
    ];
    assert.deepEqual(await load(cells), [
      { ...order, matches: { a: { code: "bought_before" } } },
      { ...purchase, undone: { a: "wished_again" } },
      null,
      [{ field: "key", record: { ...purchase, undone: { a: "wished_again" } } }],
    ]);
  });

  it("spoils only the cell whose value makes no sense", async (t) => {
    const { redis, keys, put, load } = setUp(t);
    const of = newWishlistId(5);
    await put({ kind: "head", of }, headWith({}));
    await put({ kind: "item", of, field: 1 }, itemWith({}));
    await redis.hset(keys.wishlist(5, of), "j", "{not json");
    const cells: Cell[] = [
      { kind: "head", of },
      { kind: "record", of },
      { kind: "item", of, field: 1 },
      { kind: "contents", of },
    ];
    const [head, broken, item, contents] = await load(cells);
    assert.deepEqual(head, headWith({}));
    assert.ok(broken instanceof Unreadable && broken.cause instanceof SyntaxError);
    assert.deepEqual(item, itemWith({}));
    assert.deepEqual(contents, { items: [{ number: 1, item: itemWith({}) }], removed: [] });
    await redis.hset(keys.removedItems(5, of), "11", "{not json");
    assert.ok((await load([{ kind: "contents", of }]))[0] instanceof Unreadable);
  });

  it("keeps partitions apart, and reads some of them in one round trip", async (t) => {
    const { redis, keys } = setUp(t);
    const of = newWishlistId(5);
    const cell = { kind: "head", of } as const;
    for (const version of [1, 2]) {
      await putCell({ redis, keys }, version, cell, headWith({ version: version.toString() }));
    }
    const found: unknown[] = [];
    const wanted = [2, 3, 1].map((partition) => ({
      partition,
      cell,
      load: (_: Cell, value: unknown) => void found.push(value),
    }));
    await loadCells(redis, keys, wanted);
    assert.deepEqual(found, [headWith({ version: "2" }), null, headWith({ version: "1" })]);
  });

  it("reads as many fields of one wishlist as the commands of a turn can ask for", async (t) => {
    const { put, load } = setUp(t);
    const of = newWishlistId(5);
    await put({ kind: "item", of, field: 20_000 }, itemWith({}));
    const cells = Array.from({ length: 20_000 }, (_, i): Cell => ({ kind: "item", of, field: i + 1 }));
    assert.deepEqual((await load(cells)).at(-1), itemWith({}));
  });

  it("refuses to read what can only be written", async (t) => {
    const { load } = setUp(t);
    for (const kind of ["listed", "index"] as const) {
      await assert.rejects(load([{ kind, of: "w", field: 1 }]), /cannot be read/);
    }
  });
});
