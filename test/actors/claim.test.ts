import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../src/actors/command.ts";
import type { Reply } from "../../src/actors/reply.ts";
import type { Plan, Send } from "../../src/actors/send.ts";
import { guestOf } from "../../src/actors/wishlist/guest.ts";
import { metaKey } from "../../src/actors/wishlist/wishlist-meta.ts";
import { handOver } from "../../src/ingest/hand-over.ts";
import { partitionOfWishlist } from "../../src/store/ids.ts";
import type { ClaimMode, ClaimTerms, GuestRecord } from "../../src/store/records/guests.ts";
import type { ItemRecord, WishlistMeta, WishlistRecord } from "../../src/store/records/records.ts";
import { countedByEvents, countedByRecords, wishesCounted } from "../support/counters-of.ts";
import { MemoryPartition } from "../support/memory-partition.ts";
import { anyWish, type NamedWish, NamedWishes } from "../support/named-wishes.ts";

const storeKey = "t/s";
const slotOf = (key: string) => ({ storeKey, slot: `${storeKey}:${key}`, key });
const CUSTOMERS_PARTITION = 5;

type Who = "ann" | "bob" | "nobody";

/** A process that dies at one of the commands that it sends: before the command is applied, or after it. */
interface Death {
  at: number;
  isApplied: boolean;
}

class Died extends Error {}

/** A guest's wishlist in one partition, and two customers in another or in the same. */
class Shop {
  readonly guestPartition = new MemoryPartition();
  readonly customers: MemoryPartition;
  readonly home: number;
  readonly wishes = new NamedWishes();
  readonly guestId: string;

  constructor({ isApart = true, most = 3 } = {}) {
    this.customers = isApart ? new MemoryPartition() : this.guestPartition;
    const guest = { ...slotOf("guest"), guest: { hash: "hash" }, fields: { name: "mine" } };
    this.guestId = this.#create(this.guestPartition, { type: "CreateWishlist", ...guest });
    this.home = isApart ? CUSTOMERS_PARTITION : (partitionOfWishlist(this.guestId) ?? 0);
    this.most = most;
    for (const ref of ["ann", "bob"])
      this.#accept(this.customers, { type: "CreateCustomer", ...slotOf(ref), ref, fields: {} });
  }

  readonly most: number;
  /** How many wishes there were before the first claim. */
  #wished: number | undefined;

  #accept(partition: MemoryPartition, command: Command): object {
    const decision = partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision.body ?? {};
  }

  #create(partition: MemoryPartition, command: Command): string {
    return (this.#accept(partition, command) as WishlistRecord).id;
  }

  createList(who: Who, isDefault: boolean): string {
    const fields = { name: "list", isDefault };
    return this.#create(this.customers, { type: "CreateWishlist", ...slotOf(who), fields });
  }

  add(partition: MemoryPartition, wishlistId: string, wish: NamedWish): void {
    const { item, made } = this.wishes.make(wish);
    const known = this.itemsOf(partition, wishlistId);
    const isThere = known.some(({ product }) => product.selectedVariantRef === `v${wish.variant}`);
    if (isThere) return;
    const target = { storeKey, wishlistId, allowDuplicates: false };
    made(this.#accept(partition, { type: "AddItem", ...target, item }) as ItemRecord);
  }

  itemsOf(partition: MemoryPartition, wishlistId: string): ItemRecord[] {
    return partition.all("item", wishlistId).map(({ value }) => value);
  }

  listsOf(who: Who): string[] {
    return this.customers.all("listed", slotOf(who).slot).map(({ field }) => String(field));
  }

  wishesOf(who: Who): ItemRecord[] {
    return this.listsOf(who).flatMap((id) => this.itemsOf(this.customers, id));
  }

  get guestMeta(): WishlistMeta {
    return this.guestPartition.value(metaKey(this.guestId)) as WishlistMeta;
  }

  /** Sends commands as a process does that dies where it is said. */
  sender(death?: Death): Send {
    let count = 0;
    const run = ({ partition, command }: Plan): Reply => {
      const isDying = count++ === death?.at;
      if (isDying && !death.isApplied) throw new Died();
      const home = partition === this.home ? this.customers : this.guestPartition;
      const decision = home.run(command);
      this.assertCounted();
      if (isDying) throw new Died();
      if (!decision.ok) return decision;
      const { body, ...rest } = decision;
      return { ...rest, ...(body ? { json: JSON.stringify(body) } : {}) };
    };
    const send = (plan: Plan) => Promise.resolve(plan).then(run);
    return send as Send;
  }

  get #partitions(): MemoryPartition[] {
    return [...new Set([this.guestPartition, this.customers])];
  }

  /** What reports count by events is what they count by records, and no wish counts twice. */
  assertCounted(): void {
    const all = this.#partitions;
    assert.deepEqual(countedByEvents(...all), countedByRecords(...all));
    assert.ok(wishesCounted(...all) <= (this.#wished ?? Number.POSITIVE_INFINITY));
  }

  claim(who: Who, mode: ClaimMode, send: Send = this.sender()) {
    this.#wished ??= wishesCounted(...this.#partitions);
    const terms: ClaimTerms = {
      ...{ partition: this.home, slot: slotOf(who).slot, key: who, customerRef: who },
      ...{ mode, most: this.most, allowDuplicates: false },
    };
    return handOver(send, { type: "BeginHandover", storeKey, wishlistId: this.guestId, hash: "hash", terms });
  }

  /** Erases the wishlists of the guest as the erasure of a store does, or the customer as that of a person does. */
  erase(who: "guest" | "customer"): void {
    if (who === "guest") this.guestPartition.run({ type: "DeleteWishlists", ...slotOf("guest") });
    else this.customers.run({ type: "DeleteCustomer", ...slotOf("ann"), id: "ann", withWishlists: true });
    this.assertCounted();
  }

  /** What the job does that goes on with claims. */
  resume() {
    return handOver(this.sender(), { type: "BeginHandover", storeKey, wishlistId: this.guestId });
  }
}

const wishes = fc.array(anyWish, { maxLength: 5 });
const mode = fc.constantFrom<ClaimMode>("merge", "keep");
const claim = fc.record({
  who: fc.constantFrom<Who>("ann", "ann", "bob", "nobody"),
  mode,
  death: fc.option(fc.record({ at: fc.nat(3), isApplied: fc.boolean() }), { nil: undefined }),
});

describe("the claim of a guest's wishlist", () => {
  it("loses no wish and doubles none, in no report either, whoever claims at once and dies at any step, and goes to one customer", async () => {
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
          // All who were told so were told the same.
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

  it("leaves nothing of who is erased meanwhile, and counts nothing twice", async () => {
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
          const record = shop.guestPartition.value(guestOf(shop.guestId)) as GuestRecord | null;
          assert.equal(record?.handover?.terms, undefined);
          if (steps.includes("guest")) assert.ok(record === null || record.handover?.result);
          if (steps.includes("customer")) assert.deepEqual(shop.listsOf("ann"), []);
        },
      ),
    );
  });

  it("merges into the default wishlist, and makes the guest's the default one where there is none", async () => {
    for (const hasDefault of [true, false]) {
      const shop = new Shop();
      const own = shop.createList("ann", hasDefault);
      shop.add(shop.guestPartition, shop.guestId, {
        variant: 1,
        notifyMe: true,
        addedFromCart: false,
        quantity: 1,
      });
      const outcome = await shop.claim("ann", "merge");
      assert.ok(!("ok" in outcome));
      assert.equal(outcome.wishlistId === own, hasDefault);
      const record = shop.customers.value({ kind: "record", owner: outcome.wishlistId }) as WishlistRecord;
      assert.deepEqual(
        [record.isDefault, record.guest, record.customerRef, record.name],
        [true, undefined, "ann", hasDefault ? "list" : "mine"],
      );
    }
  });

  it("is refused for a customer who does not exist, and leaves the wishlist with the guest", async () => {
    const shop = new Shop();
    const outcome = await shop.claim("nobody", "keep");
    assert.deepEqual("ok" in outcome && outcome.code, "ResourceNotFound");
    assert.equal(shop.guestMeta.deleted, false);
    assert.ok(!("ok" in (await shop.claim("ann", "keep"))));
  });

  it("needs the token's hash, and a wishlist that has not lapsed", () => {
    const shop = new Shop();
    const begin = { type: "BeginHandover", storeKey, wishlistId: shop.guestId } as const;
    const terms = {
      ...{ partition: shop.home, slot: slotOf("ann").slot, key: "ann" },
      ...{ mode: "keep" as const, most: 3, allowDuplicates: false },
    };
    const later = new Date(shop.guestPartition.now + 1000).toISOString();
    for (const wrong of [{ hash: "other" }, { hash: "hash", unusedSince: later }]) {
      const decision = shop.guestPartition.run({ ...begin, ...wrong, terms });
      assert.equal(!decision.ok && decision.code, "ResourceNotFound");
    }
  });

  it("keeps both items where another one has the reference", async () => {
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

  it("lapses once it was not used since: neither changed nor its token used", () => {
    const shop = new Shop();
    const { guestPartition: partition, guestId: wishlistId } = shop;
    const lapse = (unusedSince: string) =>
      assert.ok(partition.run({ type: "LapseGuest", storeKey, wishlistId, unusedSince }).ok);
    lapse(days(partition, 0));
    shop.add(partition, wishlistId, { variant: 1, notifyMe: false, addedFromCart: false, quantity: 1 });
    const sinceChange = days(partition, 0);
    lapse(sinceChange);
    assert.ok(partition.run({ type: "RenewGuest", storeKey, wishlistId }).ok);
    lapse(days(partition, 0));
    assert.equal(shop.guestMeta.deleted, false);
    lapse(days(partition, 2));
    assert.equal(shop.guestMeta.deleted, true);
    assert.equal(partition.value(guestOf(wishlistId)), null);
    assert.equal(shop.itemsOf(partition, wishlistId).length, 1, "anonymous items stay for reports");
    assert.ok(
      partition.events.some(({ type, wishlistId: id }) => type === "wishlist.deleted" && id === wishlistId),
    );
    shop.assertCounted();
  });

  it("is not deleted while a customer claims it, and is forgotten some time after", async () => {
    const shop = new Shop();
    const { guestPartition: partition, guestId: wishlistId } = shop;
    await assert.rejects(shop.claim("ann", "keep", shop.sender({ at: 1, isApplied: false })), Died);
    const lapse = { type: "LapseGuest", storeKey, wishlistId, unusedSince: days(partition, 1000) } as const;
    assert.ok(partition.run(lapse).ok);
    const outcome = await shop.resume();
    assert.ok(!("ok" in outcome) && shop.listsOf("ann").includes(outcome.wishlistId));
    assert.ok(partition.run(lapse).ok);
    assert.equal(partition.value(guestOf(wishlistId)), null);
  });

  it("holds at most 500 items, and has no reference", () => {
    const shop = new Shop();
    const { guestPartition: partition, guestId: wishlistId } = shop;
    const items = Array.from({ length: 501 }, (_, i) => ({
      product: { productRef: "p", selectedVariantRef: `v${i}` },
    }));
    const adding = { storeKey, wishlistId, pointers: [], allowDuplicates: false };
    const decision = partition.run({ type: "AddItems", ...adding, items });
    assert.equal(!decision.ok && decision.code, "LimitExceeded");
    assert.ok(partition.run({ type: "AddItems", ...adding, items: items.slice(1) }).ok);
    const changes = { wishlistRef: "ref" };
    const change = partition.run({ type: "UpdateWishlist", storeKey, wishlistId, changes });
    assert.deepEqual(!change.ok && [change.code, change.path], ["InvalidInput", "/wishlistRef"]);
  });
});
