import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import { isValidAt, sharesStateKey } from "../../../src/actors/wishlist/list/share-wishlist.ts";
import type { ShareView } from "../../../src/actors/wishlist/messages.ts";
import { metaStateKey } from "../../../src/actors/wishlist/state/meta.ts";
import { shareWith } from "../../../src/store/read/shares.ts";
import type { WishlistMeta, WishlistRecord } from "../../../src/store/records/records.ts";
import type { ShareRecord } from "../../../src/store/records/shares.ts";
import {
  newTokenSecret,
  parseWishlistToken,
  tokenHashOf,
  wishlistTokenOf,
} from "../../../src/store/secrets/wishlist-token.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const { storeKey } = customerSlot;
const MAX = 20;

/** Two wishlists of a customer. */
class World {
  readonly partition = new MemoryPartition();
  readonly lists: string[];

  constructor() {
    this.must({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
    this.lists = ["one", "two"].map((name) => {
      const record = this.must({ type: "CreateWishlist", ...customerSlot, fields: { name } });
      return (record as WishlistRecord).id;
    });
  }

  must(command: Command) {
    const decision = this.partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision.body;
  }

  stored(list: string) {
    return this.partition.value(sharesStateKey(list)) as ShareRecord[] | null;
  }

  /** Ids of the shares that currently lead to a list. */
  valid(list: string): string[] {
    const time = new Date(this.partition.now).toISOString();
    const shares = (this.stored(list) ?? []).filter((share) => isValidAt(share, time));
    return shares.map(({ id }) => id);
  }
}

const list = fc.nat(1);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("create"), list, lifetime: fc.option(fc.nat(8)) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("revoke"), list, share: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), list }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("deleteCustomer", "deleteBoth"), list }) },
) as fc.Arbitrary<{ do: string; list: number; lifetime?: number | null; share?: number }>;

describe("shares", () => {
  it("lead to their wishlist until they expire, are revoked, or their wishlist or customer is deleted", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 30, size: "max" }), (steps) => {
        const world = new World();
        const { partition } = world;
        let model: { id: string; list: string; ends: number }[] = [];
        const gone = new Set<string>();
        let isCustomer = true;
        for (const [i, { do: action, list: index, lifetime, share }] of steps.entries()) {
          const wishlistId = world.lists[index] ?? "";
          const now = partition.now + 1;
          model = model.filter(({ ends }) => ends > now);
          if (action === "create") {
            const ends = lifetime === null || lifetime === undefined ? Infinity : now + lifetime;
            const decision = partition.run({
              type: "CreateShare",
              storeKey,
              wishlistId,
              hash: `hash ${i}`,
              ...(ends === Infinity ? {} : { expires: new Date(ends).toISOString() }),
            });
            assert.equal(decision.ok, !gone.has(wishlistId) && ends > now);
            if (decision.ok) model.push({ id: (decision.body as ShareView).id, list: wishlistId, ends });
          } else if (action === "revoke") {
            const mine = model.filter((each) => each.list === wishlistId);
            const shareId = mine[share ?? 0]?.id ?? "none";
            const { ok } = partition.run({ type: "RevokeShare", storeKey, wishlistId, shareId });
            assert.equal(ok, shareId !== "none");
            model = model.filter(({ id }) => id !== shareId);
          } else if (action === "delete") {
            partition.run({ type: "DeleteWishlist", storeKey, wishlistId });
            gone.add(wishlistId);
            model = model.filter((each) => each.list !== wishlistId);
          } else {
            const withWishlists = action === "deleteBoth";
            partition.run({ type: "DeleteCustomer", ...customerSlot, id: "ann", withWishlists });
            if (isCustomer) model = [];
            if (isCustomer && withWishlists) for (const each of world.lists) gone.add(each);
            isCustomer = false;
          }
          for (const each of world.lists) {
            const expected = model.filter((one) => one.list === each && one.ends > partition.now);
            assert.deepEqual(
              world.valid(each),
              expected.map(({ id }) => id),
            );
          }
        }
        for (const each of gone) assert.equal(world.stored(each), null);
      }),
    );
  });

  it("are created once for a repeated request with the same key within a day, with the newest token", () => {
    const world = new World();
    const [wishlistId = "", other = ""] = world.lists;
    const make = (hash: string, target = wishlistId, repeatKey = "request") =>
      world.must({ type: "CreateShare", storeKey, wishlistId: target, hash, repeatKey }) as ShareView;
    const first = make("lost");
    assert.deepEqual(make("shown"), first);
    assert.deepEqual(Object.keys(first), ["id", "createdTime"]);
    const hashes = () => (world.stored(wishlistId) ?? []).map(({ hash }) => hash);
    assert.deepEqual(hashes(), ["shown"]);
    assert.notEqual(make("another request", wishlistId, "another").id, first.id);
    assert.notEqual(make("another list", other).id, first.id);
    world.partition.pass(DAY_MS);
    assert.notEqual(make("the next day").id, first.id);
    assert.deepEqual(hashes(), ["shown", "another request", "the next day"]);
  });

  it("are limited per wishlist, and expired ones do not count", () => {
    const world = new World();
    const [wishlistId = ""] = world.lists;
    const create = (id: string, expires?: string) =>
      world.partition.run({
        type: "CreateShare",
        storeKey,
        wishlistId,
        hash: id,
        ...(expires === undefined ? {} : { expires }),
      });
    const soon = new Date(world.partition.now + MAX + 2).toISOString();
    for (let i = 0; i < MAX; i++) assert.ok(create(`s${i}`, i === 0 ? soon : undefined).ok);
    const refused = create("more");
    assert.equal(refused.ok ? "ok" : refused.code, "LimitExceeded");
    assert.ok(create("more").ok);
    assert.deepEqual(
      [world.stored(wishlistId)?.length, world.stored(wishlistId)?.some(({ hash }) => hash === "s0")],
      [MAX, false],
    );
  });

  it("change neither the version of their wishlist nor its content", () => {
    const world = new World();
    const [wishlistId = ""] = world.lists;
    const versionOf = () => (world.partition.value(metaStateKey(wishlistId)) as WishlistMeta).version;
    const before = versionOf();
    const events = world.partition.events.length;
    const { id } = world.must({ type: "CreateShare", storeKey, wishlistId, hash: "h" }) as ShareView;
    world.must({ type: "RevokeShare", storeKey, wishlistId, shareId: id });
    assert.equal(versionOf(), before);
    assert.equal(world.partition.events.length, events);
  });

  it("cannot be created by another store, nor for a wishlist that does not exist", () => {
    const { partition, lists } = new World();
    for (const target of [
      { storeKey: "t/other", wishlistId: lists[0] ?? "" },
      { storeKey, wishlistId: "none" },
    ]) {
      const decision = partition.run({ type: "CreateShare", ...target, hash: "h" });
      assert.equal(decision.ok ? "ok" : decision.code, "ResourceNotFound");
    }
  });
});

describe("the token of a share", () => {
  const wishlistId = "w1m7xmtx880005rkj5";
  const newToken = () => wishlistTokenOf(wishlistId, newTokenSecret());

  it("contains its wishlist and 256 random bits, which the record does not store", () => {
    const tokens = Array.from({ length: 50 }, newToken);
    assert.equal(new Set(tokens).size, tokens.length);
    for (const token of tokens) {
      assert.equal(parseWishlistToken(token)?.wishlistId, wishlistId);
      const secret = token.slice(wishlistId.length + 1);
      assert.equal(Buffer.from(secret, "base64url").length, 32);
      const hash = tokenHashOf(token);
      const share: ShareRecord = { id: "s1", hash, createdTime: "2026-01-01T00:00:00.000Z" };
      assert.ok(!JSON.stringify(share).includes(secret));
      assert.equal(shareWith([share], token), share);
      assert.equal(shareWith([share], newToken()), undefined);
    }
  });

  it("has no other form", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.constant(`${wishlistId}.`)), (text) => {
        assert.equal(parseWishlistToken(text), undefined);
        assert.equal(parseWishlistToken(`${wishlistId}.${text.slice(0, 42)}`), undefined);
      }),
    );
  });
});
