import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import type { EventOf } from "../../src/actors/events/event.ts";
import { counterChangesOf } from "../../src/actors/report/counter-changes.ts";
import type { RelayedEvent } from "../../src/jobs/relay/target.ts";
import { countEvents } from "../../src/jobs/reports/count.ts";
import { recount } from "../../src/jobs/reports/recount.ts";
import { Layout, openLayout } from "../../src/store/layout/layout.ts";
import { counterKeys } from "../../src/store/reports/counter-keys.ts";
import { CounterReader } from "../../src/store/reports/counter-reader.ts";
import { ReportCounters } from "../../src/store/reports/counters.ts";
import { atEnd, withRedis } from "../support/redis.ts";
import { type Caller, CS, type Json, type Service, startService, unique, WS } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { newProduct, setStock } from "../support/shop.ts";

const suite = atEnd();
let service: Service;
let layout: Layout;
let counters: ReportCounters;
before(async () => {
  service = await startService(suite);
  layout = await openLayout(service.redis, service.keys, 16);
  counters = new ReportCounters(service.redis, service.keys, layout);
});

const scopeOf = (shop: Caller) => `${shop.tenantId}/default`;
const recountOf = (shop: Caller) =>
  recount({ redis: service.redis, keys: service.keys, layout, counters }, scopeOf(shop));

/** A small shop with random commands. Refusals are expected and ignored. */
class Crowd {
  readonly #shop: Caller;
  readonly #variants: { productRef: string; variantRef: string }[] = [];
  readonly #customers = ["ann", "bob"];
  readonly #lists = new Map<number, Json>();
  readonly #items: Json[] = [];
  #days = 0;

  constructor(shop: Caller) {
    this.#shop = shop;
  }

  async open(): Promise<void> {
    await this.#shop.put(`${WS}/settings`, { removePurchased: false, alerts: { holdSeconds: 0 } });
    for (let i = 0; i < 3; i++) this.#variants.push(await newProduct(this.#shop, { available: 0 }));
  }

  #variant(n: number) {
    const { productRef = "", variantRef = "" } = this.#variants[n % this.#variants.length] ?? {};
    return { productRef, selectedVariantRef: variantRef };
  }

  async #list(n: number): Promise<Json> {
    const known = this.#lists.get(n);
    if (known) return known;
    const id = this.#customers[n % 2] ?? "";
    await this.#shop.post(`${CS}/customers`, { id });
    const { body } = await this.#shop.post(`${WS}/wishlists`, {
      customerRef: id,
      name: "x",
      isPrivate: n === 1,
    });
    this.#lists.set(n, body);
    return body;
  }

  async add(n: number, variant: number, locationRef: string | null): Promise<void> {
    const { id } = await this.#list(n);
    const product = this.#variant(variant);
    const { body } = await this.#shop.post(`${WS}/wishlist/items`, {
      wishlistId: id,
      product,
      notifyMe: true,
      locationRef,
    });
    if (body.id) this.#items.push(body);
  }

  async move(n: number, variant: number, locationRef: string | null): Promise<void> {
    const item = this.#items[n % this.#items.length];
    if (!item) return;
    const path = `${WS}/wishlist/items/id=${item.id}`;
    const { body } = await this.#shop.get(`${WS}/wishlist/items/${item.id}`);
    const oldVariantRef = body.product?.selectedVariantRef;
    await this.#shop.put(path, { product: { ...this.#variant(variant), oldVariantRef }, locationRef });
  }

  async remove(n: number): Promise<void> {
    const item = this.#items[n % this.#items.length];
    if (item) await this.#shop.delete(`${WS}/wishlist/items/${item.id}`);
  }

  async drop(n: number): Promise<void> {
    const { id } = await this.#list(n);
    await this.#shop.delete(`${WS}/wishlists?id=${id}`);
    this.#lists.delete(n);
  }

  async leave(n: number, withLists: boolean): Promise<void> {
    const id = this.#customers[n % 2] ?? "";
    if (withLists) await this.#shop.delete(`${WS}/wishlists/customer?customerRef=${id}`);
    await this.#shop.delete(`${CS}/customers/${id}`);
    for (const list of [...this.#lists.keys()]) if (list % 2 === n % 2) this.#lists.delete(list);
  }

  /** Erases all data of a customer, or of an unknown person. */
  async erase(n: number): Promise<void> {
    await this.#shop.post(`${WS}/privacy/erase`, { customerRef: this.#customers[n % 2] });
    for (const list of [...this.#lists.keys()]) if (list % 2 === n % 2) this.#lists.delete(list);
  }

  async order(
    n: number,
    buyer: number,
    variants: number[],
    state: "open" | "cancelled" | "part",
    removes: boolean,
  ): Promise<void> {
    await this.#shop.put(`${WS}/settings`, { removePurchased: removes });
    const createdTime = new Date(Date.now() + ++this.#days * 3_600_000).toISOString();
    const lines = variants.map((each, i) => {
      const { productRef, selectedVariantRef: variantRef } = this.#variant(each);
      const refundedQuantity = state === "part" && i === 0 ? 1 : 0;
      return { lineRef: `${i}`, productRef, variantRef, quantity: 2, refundedQuantity, price: "0.10" };
    });
    const status = state === "cancelled" ? state : "open";
    await this.#shop.post(`${WS}/orders`, {
      orderRef: `o${n}`,
      customerRef: this.#customers[buyer % 2],
      currency: n === 2 ? undefined : "EUR",
      createdTime,
      status,
      lines,
    });
  }

  async stock(variant: number, available: number): Promise<void> {
    await setStock(this.#shop, this.#variant(variant).selectedVariantRef, available);
  }
}

type Step = (crowd: Crowd) => Promise<void>;
const few = fc.nat(3);
const place = fc.constantFrom("berlin", "paris", null);
const step = <T extends unknown[]>(
  values: fc.Arbitrary<T>,
  run: (crowd: Crowd, ...values: T) => Promise<void>,
) =>
  values.map(
    (given): Step =>
      (crowd) =>
        run(crowd, ...given),
  );

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: step(fc.tuple(few, few, place), (crowd, ...args) => crowd.add(...args)) },
  { weight: 3, arbitrary: step(fc.tuple(few, few, place), (crowd, ...args) => crowd.move(...args)) },
  { weight: 2, arbitrary: step(fc.tuple(few), (crowd, n) => crowd.remove(n)) },
  { weight: 1, arbitrary: step(fc.tuple(few), (crowd, n) => crowd.drop(n)) },
  { weight: 1, arbitrary: step(fc.tuple(few, fc.boolean()), (crowd, ...args) => crowd.leave(...args)) },
  { weight: 1, arbitrary: step(fc.tuple(few), (crowd, n) => crowd.erase(n)) },
  {
    weight: 6,
    arbitrary: step(
      fc.tuple(
        few,
        few,
        fc.array(few, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("open" as const, "open" as const, "cancelled" as const, "part" as const),
        fc.boolean(),
      ),
      (crowd, ...args) => crowd.order(...args),
    ),
  },
  { weight: 2, arbitrary: step(fc.tuple(few, few), (crowd, ...args) => crowd.stock(...args)) },
);

/** Checks that the counters of a store match its records, when all work is done. */
async function expectExact(shop: Caller): Promise<void> {
  await settled(service);
  const counted = await recountOf(shop);
  assert.ok(counted && counted.counters > 0);
  assert.equal(counted.wrong, 0, `${counted.wrong} of ${counted.counters} counters`);
}

/**
 * The rules have tests without Redis (test/actors/report/report-counters.test.ts). These tests run through the service.
 */
describe("the counters of reports", () => {
  it("equal a full recount of the records, for each kind", async () => {
    const shop = await service.newCaller();
    const crowd = new Crowd(shop);
    await crowd.open();
    for (const [variant, place] of [
      [0, "berlin"],
      [1, "paris"],
      [2, null],
    ] as const)
      await crowd.add(0, variant, place);
    await crowd.order(0, 0, [0], "open", false);
    await crowd.remove(1);
    await crowd.stock(2, 1);
    await crowd.add(1, 0, null);
    await crowd.drop(1);
    await expectExact(shop);
    const kinds = new Set<string>();
    for (const [name, fields] of await counters.all(scopeOf(shop)))
      // Counters of quarter-hours repeat those of days.
      for (const field of name.includes(":q") ? [] : fields.keys())
        kinds.add(JSON.parse(field)[field.startsWith('["2') ? 1 : 0]);
    for (const kind of ["m", "r", "c", "b", "u", "v", "t", "alert.back_in_stock", "wishlists.deleted"])
      assert.ok(kinds.has(kind), `nothing of ${kind} was counted`);
  });

  it("equal a full recount of the records, after any writes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 60 }), async (steps) => {
        const shop = await service.newCaller();
        const crowd = new Crowd(shop);
        await crowd.open();
        for (const one of steps) await one(crowd);
        await expectExact(shop);
      }),
      { numRuns: 3 },
    );
  });

  it("are corrected by a recount, without changes to other stores", async () => {
    const [shop, other] = [await service.newCaller(), await service.newCaller()];
    for (const each of [shop, other]) {
      const list = await each.newWishlist();
      await each.newItem(list.id, { product: { productRef: "a", selectedVariantRef: "1" } });
    }
    await settled(service);
    const rows = async (of: Caller) => (await of.get(`${WS}/reports/most-wished`)).body.rows as Json[];
    const [right] = await rows(shop);
    const day = new Date().toISOString().slice(0, 10);
    const { hash } = counterKeys(service.keys, layout, scopeOf(shop));
    await service.redis.hincrby(hash(`${day}:wishes`), JSON.stringify(["m", "r", "a", "1"]), 5);
    assert.equal((await rows(shop))[0].wishes, 6);
    assert.deepEqual(await recountOf(shop), { counters: 6, wrong: 1 });
    assert.deepEqual(await rows(shop), [right]);
    assert.deepEqual(await recountOf(shop), { counters: 6, wrong: 0 });
    assert.equal((await rows(other)).length, 1);
    await shop.newWishlist();
    await settled(service);
    assert.deepEqual(await recountOf(shop), { counters: 6, wrong: 0 });
  });
});

describe("countEvents", () => {
  const storeKey = "t/s";
  const addedAt = (partition: number, number: number): RelayedEvent<EventOf<"wishlist.item.added">> => {
    const event = {
      type: "wishlist.item.added" as const,
      storeKey,
      time: "2026-01-31T12:00:00.000Z",
      ...{ wishlistId: "w", itemId: "w.1" },
      product: { productRef: "a", selectedVariantRef: unique("v") },
    };
    return { partition, id: `${1000 + number}-0`, text: JSON.stringify(event), event };
  };

  it("counts each event once, however often and by however many processes it is relayed", async (t) => {
    const { redis, keys } = withRedis(t);
    const ownLayout = new Layout(16, "salt");
    const own = new ReportCounters(redis, keys, ownLayout);
    const reader = new CounterReader(redis, keys, ownLayout);
    const events = [0, 1, 2].flatMap((partition) =>
      Array.from({ length: 40 }, (_, number) => addedAt(partition, number)),
    );
    const some = (from: number, to: number) =>
      events.filter(
        ({ id }) => Number(id.split("-")[0]) - 1000 >= from && Number(id.split("-")[0]) - 1000 < to,
      );
    await countEvents(own, some(0, 10));
    await Promise.all([
      countEvents(own, some(0, 30)),
      countEvents(own, some(5, 30)),
      countEvents(own, some(5, 20)),
    ]);
    await countEvents(own, some(20, 40));
    await countEvents(own, events);
    assert.deepEqual(await reader.daily(storeKey, ["2026-01-31"], ["made"], undefined), [[120]]);
    let variants = 0;
    await reader.eachVariant(storeKey, "wishes", [{ day: "2026-01-31", from: 0, to: 96 }], ({ count }) => {
      assert.equal(count, 1n);
      variants++;
    });
    assert.equal(variants, 120);
    assert.deepEqual(await own.all("t/other"), new Map());
  });

  it("keeps the counters if an update changes no counted field", () => {
    const { counted: _, ...event } = addedAt(0, 0).event;
    assert.deepEqual(counterChangesOf({ ...event, type: "wishlist.item.updated" }), []);
  });
});
