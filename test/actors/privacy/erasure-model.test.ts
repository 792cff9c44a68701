import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { BodyOf, Command } from "../../../src/actors/command.ts";
import type { BeginHandover } from "../../../src/actors/guest/messages.ts";
import { PersonalData } from "../../../src/actors/privacy/personal-data.ts";
import { bodyOf } from "../../../src/actors/reply.ts";
import type { Send } from "../../../src/actors/runtime/send.ts";
import { handOver } from "../../../src/ingest/wishes/hand-over.ts";
import { forgetBuyerInOrder } from "../../../src/jobs/orders/buyer-match.ts";
import { matchStoredOrder } from "../../../src/jobs/orders/match-orders.ts";
import type { OrderFields } from "../../../src/store/records/orders.ts";
import { MemoryOrders } from "../../support/memory/orders.ts";

const storeKey = "t/s";
/** Texts by a guest. */
const WORDS = "for my garden";
const EMAIL = "ann@example.com";
/** Later than all wishes, so that the order is matched again at that time. */
const createdTime = "2030-01-01T00:00:00.000Z";
const changedTime = "2026-06-01T00:00:00.000Z";
const record = () => undefined;
/** Match jobs for one order that may run during the erasure. */
const JOBS = 3;

/** A customer with a wish, and an order for it, if `naming` defines how it names the customer. */
class Shop extends MemoryOrders {
  readonly customer = this.layout.slotOfRef(storeKey, "ann");
  readonly order = this.layout.slotOf("order", storeKey, "o1");
  readonly personalData = new PersonalData(this.parts);

  constructor(step: ConstructorParameters<typeof MemoryOrders>[0], naming?: Partial<OrderFields>) {
    super(step);
    const { slot, key } = this.customer;
    const place = { storeKey, slot, key };
    const fields = { email: EMAIL };
    this.must({ type: "CreateCustomer", ...place, ref: "ann", fields });
    const { id } = this.must({ type: "CreateWishlist", ...place, fields: { name: "ann's list" } });
    const item = { product: { productRef: "shirt", selectedVariantRef: "red" } };
    this.must({ type: "AddItem", storeKey, wishlistId: id, item, allowDuplicates: false });
    const share = { hash: "hash", displayName: "Ann" };
    this.must({ type: "CreateShare", storeKey, wishlistId: id, ...share });
    if (naming) this.put({ ...naming, createdTime });
  }

  must<C extends Command>(command: C): BodyOf<C> {
    const reply = this.run(command);
    assert.ok(reply.ok, command.type);
    return bodyOf(reply);
  }

  put(fields: Partial<OrderFields>): void {
    const { slot, key } = this.order;
    const line = { lineRef: "1", productRef: "shirt", variantRef: "red", quantity: 2 };
    const defaults = { orderRef: "o1", createdTime, status: "open" as const, test: false, lines: [line] };
    const order: OrderFields = { ...defaults, ...fields };
    this.must({ type: "PutOrder", storeKey, slot, key, order });
  }

  refundOne(): void {
    const { slot, key } = this.order;
    const amendment = { time: changedTime, refundId: "r1", lines: [{ lineRef: "1", gone: 1 }] };
    this.must({ type: "AmendOrder", storeKey, slot, key, amendment });
  }

  match(): Promise<void> {
    return matchStoredOrder(this.parts, storeKey, this.order);
  }

  /** The jobs that follow from the events. */
  async carryOutEvents(): Promise<void> {
    for (const event of this.partition.events) {
      const { slot, key } = this.order;
      if (event.type === "order.match_forgotten")
        this.must({ type: "ForgetMatches", storeKey, slot, key, wishlistId: event.wishlistId });
      if (event.type === "customer.deleted")
        for await (const _ of this.parts.orders.purchasesOf(this.customer))
          await forgetBuyerInOrder(this.parts, storeKey, this.order, this.customer);
    }
  }

  /** All stored data, as text. */
  get kept(): string {
    return JSON.stringify([...this.partition.stateKeys.values()].map(({ value }) => value));
  }
}

/** A customer, and a guest's wishlist with an item for the customer. */
class ClaimShop extends MemoryOrders {
  readonly customer = this.layout.slotOfRef(storeKey, "ann");
  readonly guest = this.layout.slotOfRef(storeKey, "guest");
  readonly personalData = new PersonalData(this.parts);
  readonly guestId: string;

  constructor(step: ConstructorParameters<typeof MemoryOrders>[0], hasDefault: boolean) {
    super(step);
    const { slot, key } = this.customer;
    this.#must({ type: "CreateCustomer", storeKey, slot, key, ref: "ann", fields: { email: EMAIL } });
    if (hasDefault) {
      const fields = { name: "ann's list", isDefault: true };
      this.#must({ type: "CreateWishlist", storeKey, slot, key, fields });
    }
    const guest = { storeKey, slot: this.guest.slot, key: this.guest.key, guest: { hash: "hash" } };
    this.guestId = bodyOf(this.#must({ type: "CreateWishlist", ...guest, fields: { name: WORDS } })).id;
    const item = { product: { productRef: "shirt", selectedVariantRef: "red" }, note: WORDS };
    const adding = { storeKey, wishlistId: this.guestId, allowDuplicates: false };
    this.#must({ type: "AddItem", ...adding, item });
  }

  #must<C extends Command>(command: C) {
    const reply = this.run(command);
    assert.ok(reply.ok, command.type);
    return reply;
  }

  get begin(): BeginHandover {
    const { slot, key } = this.customer;
    const limits = { most: 3, allowDuplicates: false };
    const terms = { partition: 0, slot, key, customerRef: "ann", mode: "merge" as const, ...limits };
    return { type: "BeginHandover", storeKey, wishlistId: this.guestId, hash: "hash", terms };
  }

  get kept(): string {
    return JSON.stringify([...this.partition.stateKeys.values()].map(({ value }) => value));
  }
}

describe("an erasure while the person claims a guest's wishlist", () => {
  const options = fc.record({
    hasDefault: fc.boolean(),
    hasBegun: fc.boolean(),
    /** The command of the claim at which its process dies. */
    diesAt: fc.constantFrom(0, 1, 2, 3, Infinity),
  });

  it("leaves no data of the person, and none of a wishlist that the person was to get", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), options, async (scheduler, { hasDefault, hasBegun, diesAt }) => {
        let isPlain = true;
        const step = async <T>(label: string, act: () => T): Promise<T> =>
          isPlain ? act() : scheduler.schedule(Promise.resolve(), label).then(act);
        const shop = new ClaimShop(step, hasDefault);
        if (hasBegun) shop.run(shop.begin);
        const person = await shop.personalData.personOf(storeKey, { email: EMAIL });
        const shown = (await shop.personalData.page(person)).data;
        assert.deepEqual(
          [shown["claims"]?.length, shown["wishlists"]?.length],
          hasBegun ? [1, hasDefault ? 2 : 1] : [0, hasDefault ? 1 : 0],
        );
        let sent = 0;
        const claiming: Send = async ({ command }) => {
          if (sent++ === diesAt) throw new Error("died");
          return step(command.type, () => shop.run(command));
        };
        isPlain = false;
        const all = Promise.all([
          shop.personalData.erase(
            person,
            ({ command }) => step(command.type, () => shop.run(command)),
            record,
          ),
          handOver(claiming, shop.begin).catch((err: unknown) => assert.ok(diesAt < Infinity, String(err))),
        ]);
        await scheduler.waitFor(all);
        isPlain = true;
        const { hash: _1, terms: _2, ...resume } = shop.begin;
        await handOver(({ command }) => Promise.resolve(shop.run(command)), resume);
        assert.ok(!/ann/i.test(shop.kept), shop.kept);
        if (hasBegun) assert.ok(!shop.kept.includes(WORDS), shop.kept);
        assert.deepEqual(Object.values((await shop.personalData.page(person)).data).flat(), []);
      }),
      { numRuns: 100 },
    );
  });
});

const NAMINGS: Partial<OrderFields>[] = [
  { customerRef: "ann" },
  { email: EMAIL },
  { contactEmail: EMAIL.toUpperCase() },
  { customerRef: "ann", email: EMAIL },
];

describe("an erasure at any time in the life of an order", () => {
  const options = fc.record({
    naming: fc.constantFrom(...NAMINGS),
    isMatchedBefore: fc.boolean(),
    isRefunded: fc.boolean(),
    isCancelled: fc.boolean(),
  });

  it("leaves no data of the person, also after the order's time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), options, async (scheduler, how) => {
        let isPlain = true;
        const step = async <T>(label: string, act: () => T): Promise<T> =>
          isPlain ? act() : scheduler.schedule(Promise.resolve(), label).then(act);
        const shop = new Shop(step, how.naming);
        const person = await shop.personalData.personOf(storeKey, { email: EMAIL });
        if (how.isMatchedBefore) await shop.match();
        isPlain = false;
        const change = (isMade: boolean, label: string, act: () => void) =>
          isMade ? step(label, act) : undefined;
        const all = Promise.all([
          shop.personalData.erase(
            person,
            ({ command }) => step(command.type, () => shop.run(command)),
            record,
          ),
          change(how.isRefunded, "refund", () => shop.refundOne()),
          change(how.isCancelled, "cancel", () =>
            shop.put({ status: "cancelled", updatedTime: changedTime }),
          ),
          ...Array.from({ length: JOBS }, () => shop.match()),
        ]);
        await scheduler.waitFor(all);
        isPlain = true;
        await shop.carryOutEvents();
        await shop.match();
        await shop.carryOutEvents();
        assert.ok(!/ann/i.test(shop.kept), shop.kept);
        assert.ok(!shop.kept.includes('"matched"'), shop.kept);
        const { data } = await shop.personalData.page(person);
        assert.deepEqual(Object.values(data).flat(), []);
        for (const [name, orders] of shop.waiting)
          if (!/^[cw]/.test(name)) assert.deepEqual([...orders.keys()], [], name);
      }),
      { numRuns: 100 },
    );
  });
});

describe("an erasure during a match, whose order also changes", () => {
  it("leaves no waiting list with the person's name", async () => {
    let isErased = false;
    const shop: Shop = new Shop(
      async (label, act) => {
        const result = await act();
        if (label !== "look for an erasure" || isErased) return result;
        isErased = true;
        const person = await shop.personalData.personOf(storeKey, { email: EMAIL });
        await shop.personalData.erase(person, ({ command }) => Promise.resolve(shop.run(command)), record);
        shop.refundOne();
        return result;
      },
      { email: EMAIL },
    );
    await shop.match();
    assert.ok(isErased);
    const names = [...shop.waiting].flatMap(([name, orders]) => (orders.size > 0 ? [name] : []));
    assert.deepEqual(
      names.filter((name) => name.includes(EMAIL)),
      [],
    );
  });
});

describe("an order that arrives during an erasure", () => {
  const at = fc.nat({ max: 6 });

  it("names the person only as long as the next erasure finds it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMINGS), at, at, async (naming, arrivesAt, isMatchedAfter) => {
        const shop = new Shop((_, act) => Promise.resolve(act()));
        let sent = 0;
        const meanwhile = async () => {
          if (sent === arrivesAt) shop.put({ ...naming, createdTime });
          if (sent === arrivesAt + isMatchedAfter) await shop.match();
          sent++;
        };
        const erase = async () => {
          const person = await shop.personalData.personOf(storeKey, { customerRef: "ann", email: EMAIL });
          await shop.personalData.erase(
            person,
            async ({ command }) => {
              await meanwhile();
              return shop.run(command);
            },
            record,
          );
        };
        await erase();
        await shop.carryOutEvents();
        while (sent <= arrivesAt + isMatchedAfter) await meanwhile();
        await erase();
        assert.ok(!/ann/i.test(shop.kept), shop.kept);
      }),
      { numRuns: 300 },
    );
  });
});
