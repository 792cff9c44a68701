import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Send } from "../../../src/actors/runtime/send.ts";
import { Unavailable } from "../../../src/actors/runtime/unavailable.ts";
import { guestStateKey } from "../../../src/actors/wishlist/state/guest.ts";
import type { ClaimMode, GuestRecord } from "../../../src/store/records/guests.ts";
import type { WishlistRecord } from "../../../src/store/records/records.ts";
import { Died, Shop, storeKey, type Who } from "../../support/memory/guest-shop.ts";
import { anyWish, PLAIN } from "../../support/memory/named-wishes.ts";
import type { MemoryPartition } from "../../support/memory/partition.ts";

const wishes = fc.array(anyWish, { maxLength: 5 });
const mode = fc.constantFrom<ClaimMode>("merge", "keep");
const claim = fc.record({
  who: fc.constantFrom<Who>("ann", "ann", "bob", "nobody"),
  mode,
  death: fc.option(fc.record({ at: fc.nat(3), isApplied: fc.boolean() }), { nil: undefined }),
});

describe("the claim of a guest's wishlist", () => {
  it("keeps each wish once, also in reports, with concurrent claims that crash at any step, and one customer gets it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.record({ isApart: fc.boolean(), most: fc.integer({ min: 1, max: 3 }) }),
        fc.record({ guest: wishes, ann: wishes, hasDefault: fc.boolean() }),
        fc.array(claim, { minLength: 1, maxLength: 4 }),
        async (scheduler, settings, had, claims) => {
          const shop = new Shop(settings);
          const own = shop.createList("ann", had.hasDefault);
          for (const wish of had.ann) shop.add(shop.customers, own, wish);
          for (const wish of had.guest) shop.add(shop.guestPartition, shop.guestId, wish);
          const outcomes = claims.map(async ({ who, mode: how, death }) => {
            const sender = shop.sender(death);
            const send: Send = async (plan) => {
              await scheduler.schedule(Promise.resolve());
              return sender(plan);
            };
            const outcome = await shop.claim(who, how, send).catch((err: unknown) => {
              if (err instanceof Died) return undefined;
              throw err;
            });
            return outcome && !("ok" in outcome) ? { who, outcome } : undefined;
          });
          const settled = scheduler.waitFor(Promise.all(outcomes));
          const granted = (await settled).flatMap((each) => each ?? []);
          await shop.resume();
          // All successful claims got the same answer.
          assert.ok(new Set(granted.map((each) => JSON.stringify(each))).size <= 1);
          const { deleted } = shop.guestMeta;
          const guests = deleted ? [] : shop.itemsOf(shop.guestPartition, shop.guestId);
          if (deleted) assert.equal(shop.itemsOf(shop.guestPartition, shop.guestId).length, 0);
          shop.wishes.assertKept([...guests, ...shop.wishesOf("ann"), ...shop.wishesOf("bob")]);
          for (const { who, outcome } of granted) {
            assert.ok(deleted);
            assert.ok(shop.listsOf(who).includes(outcome.wishlistId));
          }
          shop.assertCounted();
        },
      ),
    );
  });

  it("has the same answer for all concurrent requests of the same customer", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.record({ isApart: fc.boolean(), most: fc.integer({ min: 1, max: 2 }) }),
        mode,
        fc.integer({ min: 2, max: 4 }),
        async (scheduler, settings, how, count) => {
          const shop = new Shop(settings);
          shop.createList("ann", false);
          const sender = shop.sender();
          const send: Send = async (plan) => {
            await scheduler.schedule(Promise.resolve());
            return sender(plan);
          };
          const claims = Array.from({ length: count }, () => shop.claim("ann", how, send));
          const [first, ...others] = await scheduler.waitFor(Promise.all(claims));
          for (const other of others) assert.deepEqual(other, first);
          assert.equal(first && "ok" in first && first.code, settings.most === 1 && "LimitExceeded");
        },
      ),
    );
  });

  it("is not answered with the result of a later claim by another customer", async () => {
    const shop = new Shop({ most: 1 });
    shop.createList("ann", false);
    const sender = shop.sender();
    let sent = 0;
    const slow: Send = async (plan) => {
      if (sent++ === 1) {
        assert.ok("ok" in (await shop.claim("ann", "keep")));
        assert.ok(!("ok" in (await shop.claim("bob", "keep"))));
      }
      return sender(plan);
    };
    const outcome = await shop.claim("ann", "keep", slow);
    assert.equal("ok" in outcome && outcome.code, "ResourceNotFound");
  });

  it("leaves no data of a customer who is erased meanwhile, and counts nothing twice", async () => {
    const erasure = fc.constantFrom("guest", "customer", "resume");
    await fc.assert(
      fc.asyncProperty(
        fc.record({ isApart: fc.boolean(), most: fc.constant(3) }),
        fc.array(anyWish, { minLength: 1, maxLength: 4 }),
        fc.record({ at: fc.nat(3), isApplied: fc.boolean() }),
        fc.array(erasure, { minLength: 1, maxLength: 4 }),
        async (settings, had, death, steps) => {
          const shop = new Shop(settings);
          for (const wish of had) shop.add(shop.guestPartition, shop.guestId, wish);
          await shop.claim("ann", "merge", shop.sender(death)).catch((err: unknown) => {
            if (!(err instanceof Died)) throw err;
          });
          for (const step of [...steps, "resume"] as const)
            if (step === "resume") await shop.resume();
            else shop.erase(step);
          shop.assertCounted();
          const record = shop.guestPartition.value(guestStateKey(shop.guestId)) as GuestRecord | null;
          assert.equal(record?.handover?.terms, undefined);
          if (steps.includes("guest")) assert.ok(record === null || record.handover?.result);
          if (steps.includes("customer")) assert.deepEqual(shop.listsOf("ann"), []);
        },
      ),
    );
  });

  it("merges into the default wishlist, or becomes the default wishlist if there is none", async () => {
    for (const hasDefault of [true, false]) {
      const shop = new Shop();
      const own = shop.createList("ann", hasDefault);
      shop.add(shop.guestPartition, shop.guestId, { ...PLAIN, notifyMe: true });
      const outcome = await shop.claim("ann", "merge");
      assert.ok(!("ok" in outcome));
      assert.equal(outcome.wishlistId === own, hasDefault);
      const record = shop.customers.value({ kind: "record", id: outcome.wishlistId }) as WishlistRecord;
      assert.deepEqual(
        [record.isDefault, record.guest, record.customerRef, record.name],
        [true, undefined, "ann", hasDefault ? "list" : "mine"],
      );
    }
  });

  it("is refused for a customer who does not exist, and leaves the wishlist to the guest", async () => {
    const shop = new Shop();
    const outcome = await shop.claim("nobody", "keep");
    assert.deepEqual("ok" in outcome && outcome.code, "ResourceNotFound");
    assert.equal(shop.guestMeta.deleted, false);
    assert.ok(!("ok" in (await shop.claim("ann", "keep"))));
  });

  it("reports that nothing was changed only if the claim has not begun", async () => {
    for (const at of [0, 1, 2]) {
      const shop = new Shop();
      const sender = shop.sender();
      let sent = 0;
      const send: Send = (plan) =>
        sent++ === at ? Promise.reject(new Unavailable("the partition has no worker")) : sender(plan);
      await assert.rejects(
        shop.claim("ann", "merge", send),
        (err) => err instanceof Unavailable && err.isUnknown === at > 0,
      );
      assert.equal(shop.guestMeta.deleted, at > 0);
    }
  });

  it("keeps both items if another one has the reference", async () => {
    const shop = new Shop();
    const own = shop.createList("ann", true);
    const add = (partition: MemoryPartition, wishlistId: string, variant: string) =>
      partition.run({
        type: "AddItem",
        ...{ storeKey, wishlistId, allowDuplicates: false },
        item: { wishlistItemRef: "ref", product: { productRef: "p", selectedVariantRef: variant } },
      });
    assert.ok(add(shop.customers, own, "v1").ok && add(shop.guestPartition, shop.guestId, "v2").ok);
    assert.ok(!("ok" in (await shop.claim("ann", "merge"))));
    assert.deepEqual(
      shop
        .wishesOf("ann")
        .map(({ product, wishlistItemRef }) => [product.selectedVariantRef, wishlistItemRef]),
      [
        ["v1", "ref"],
        ["v2", undefined],
      ],
    );
  });
});

describe("a guest's wishlist", () => {
  const days = (partition: MemoryPartition, more: number) => new Date(partition.now + more).toISOString();

  it("expires without use: neither changes nor use of its token", () => {
    const shop = new Shop();
    const { guestPartition: partition, guestId: wishlistId } = shop;
    const lapse = (unusedSince: string) =>
      assert.ok(partition.run({ type: "LapseGuest", storeKey, wishlistId, unusedSince }).ok);
    lapse(days(partition, 0));
    shop.add(partition, wishlistId, PLAIN);
    const sinceChange = days(partition, 0);
    lapse(sinceChange);
    assert.ok(partition.run({ type: "RenewGuest", storeKey, wishlistId }).ok);
    lapse(days(partition, 0));
    assert.equal(shop.guestMeta.deleted, false);
    lapse(days(partition, 2));
    assert.equal(shop.guestMeta.deleted, true);
    assert.equal(partition.value(guestStateKey(wishlistId)), null);
    assert.equal(shop.itemsOf(partition, wishlistId).length, 1, "anonymous items stay for reports");
    assert.ok(
      partition.events.some((event) => event.type === "wishlist.deleted" && event.wishlistId === wishlistId),
    );
    shop.assertCounted();
  });

  it("is not deleted while a customer claims it, and is deleted some time after", async () => {
    const shop = new Shop();
    const { guestPartition: partition, guestId: wishlistId } = shop;
    await assert.rejects(shop.claim("ann", "keep", shop.sender({ at: 1, isApplied: false })), Died);
    const lapse = { type: "LapseGuest", storeKey, wishlistId, unusedSince: days(partition, 1000) } as const;
    assert.ok(partition.run(lapse).ok);
    const outcome = await shop.resume();
    assert.ok(!("ok" in outcome) && shop.listsOf("ann").includes(outcome.wishlistId));
    assert.ok(partition.run(lapse).ok);
    assert.equal(partition.value(guestStateKey(wishlistId)), null);
  });

  it("has at most 500 items, no reference, and is never a default wishlist", () => {
    const shop = new Shop();
    const { guestPartition: partition, guestId: wishlistId } = shop;
    const items = Array.from({ length: 501 }, (_, i) => ({
      product: { productRef: "p", selectedVariantRef: `v${i}` },
    }));
    const adding = { storeKey, wishlistId, pointers: [], allowDuplicates: false };
    const decision = partition.run({ type: "AddItems", ...adding, items });
    assert.equal(!decision.ok && decision.code, "LimitExceeded");
    assert.ok(partition.run({ type: "AddItems", ...adding, items: items.slice(1) }).ok);
    for (const [field, changes] of [
      ["wishlistRef", { wishlistRef: "ref" }],
      ["isDefault", { isDefault: true }],
    ] as const) {
      const change = partition.run({ type: "UpdateWishlist", storeKey, wishlistId, changes });
      assert.deepEqual(!change.ok && [change.code, change.path], ["InvalidInput", `/${field}`]);
    }
    // An answer can be sent back.
    const changes = { wishlistRef: null, isDefault: false };
    assert.ok(partition.run({ type: "UpdateWishlist", storeKey, wishlistId, changes }).ok);
  });
});
