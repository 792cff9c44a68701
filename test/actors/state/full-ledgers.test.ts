import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import { counterChangesOf } from "../../../src/actors/report/counter-changes.ts";
import {
  excessPurchasesStateKey,
  MAX_ALERTS,
  MAX_PURCHASES,
} from "../../../src/actors/state/full-ledgers.ts";
import { alertStateKey, purchaseStateKey } from "../../../src/actors/state/ledger.ts";
import type { MovedItems } from "../../../src/actors/wishlist/messages.ts";
import { addressOf, SOME_RECORDS, type StateKey } from "../../../src/store/partition/state/state-keys.ts";
import type { AlertRecord } from "../../../src/store/records/alerts.ts";
import type { Purchase } from "../../../src/store/records/orders.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const variant = { productRef: "p", selectedVariantRef: "v" };
const about = { title: "Tent", productId: "p1" };

/** A customer with a wish for a variant. */
class Customer {
  readonly partition = new MemoryPartition();
  readonly #listId: string;
  readonly #itemId: string;

  constructor() {
    this.#run({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
    const { id } = this.#run({ type: "CreateWishlist", ...customerSlot, fields: { name: "list" } });
    this.#listId = id;
    const { storeKey } = customerSlot;
    const item = { product: variant, notifyMe: true };
    const added = this.#run({ type: "AddItem", storeKey, wishlistId: id, item, allowDuplicates: false });
    this.#itemId = added.id;
  }

  #accept(command: Command, known: readonly StateKey[] = []) {
    const decision = this.partition.run(command, undefined, known);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision;
  }

  #run(command: Command, known: readonly StateKey[] = []): { id: string } {
    return this.#accept(command, known).body as { id: string };
  }

  raise(cycle: number): void {
    const { slot, key, storeKey } = customerSlot;
    const customers = [{ slot, key, itemIds: [this.#itemId] }];
    const since = new Date(this.partition.now + 1000).toISOString();
    this.#run({
      ...{ type: "RaiseAlerts", storeKey, alert: "back_in_stock", variant, cycle, since, customers },
      ...{ hasReleases: false, isMailed: false, about },
    });
  }

  order(number: number, variantRef: string, known: readonly StateKey[] = []): void {
    const product = { productRef: "p", selectedVariantRef: variantRef };
    const command: Command = {
      ...{ type: "MatchOrder", ...customerSlot, orderKey: `o${number}`, orderRef: `o${number}`, revision: 1 },
      ...{ person: "customerRef", boughtTime: new Date(this.partition.now + 1000).toISOString() },
      lines: [{ lineRef: "1", isUndone: false, units: 1, candidates: [{ rule: "variant", product }] }],
      removePurchased: false,
    };
    this.#run(command, known);
  }

  /** Raises this number of alerts. */
  raiseMany(count: number): void {
    for (let cycle = 1; cycle <= count; cycle++) this.raise(cycle);
  }

  delete() {
    return this.#accept({ type: "DeleteCustomer", ...customerSlot, id: "ann", withWishlists: false });
  }

  deleteList() {
    return this.#accept({
      type: "DeleteWishlist",
      storeKey: customerSlot.storeKey,
      wishlistId: this.#listId,
    });
  }

  /** Moves the wish to another wishlist. Returns its ids. */
  move(): { from: string; to: string } {
    const { id } = this.#run({ type: "CreateWishlist", ...customerSlot, fields: { name: "other" } });
    const { storeKey } = customerSlot;
    const { body } = this.#accept({
      ...{ type: "MoveItems", storeKey, wishlistId: this.#listId, to: { wishlistId: id } },
      ...{ items: [1], pointers: ["/itemId/0"], isCopy: false, allowDuplicates: false },
    });
    const { items } = body as MovedItems;
    return { from: this.#itemId, to: items[0]?.id ?? "" };
  }

  get alerts(): AlertRecord[] {
    return this.partition.all("alert", customerSlot.slot).map(({ value }) => value);
  }

  /** Number of alerts by the events that reports count. */
  get counted(): bigint {
    return this.partition.events
      .flatMap(counterChangesOf)
      .filter(({ what }) => what.startsWith("alert."))
      .reduce((sum, { add }) => sum + add, 0n);
  }

  /** Stores an alert directly, under another name. */
  keep(name: string, alert: AlertRecord): void {
    const stateKey = alertStateKey(customerSlot.slot, name);
    this.partition.stateKeys.set(addressOf(stateKey), { stateKey, value: alert });
  }

  /** Stores an order that bought nothing. */
  keepOrder(number: number): void {
    const stateKey = purchaseStateKey(customerSlot.slot, `past${number}`);
    const value: Purchase = { orderRef: `past${number}`, revision: 1, lines: {} };
    this.partition.stateKeys.set(addressOf(stateKey), { stateKey, value });
  }
}

describe("the ledgers of a customer", () => {
  it("keep the latest alerts, and the first price drops", () => {
    const customer = new Customer();
    for (let cycle = 1; cycle <= MAX_ALERTS + 101; cycle++) {
      customer.raise(cycle);
      if (cycle === 1) for (const first of customer.alerts) customer.keep("price_drop first EUR v", first);
    }
    const cycles = customer.alerts.map(({ cycle }) => cycle).sort((a, b) => a - b);
    assert.ok(cycles.length <= MAX_ALERTS, `${cycles.length}`);
    // The first one is the first price drop; 500 others were dropped.
    assert.deepEqual([...cycles.slice(0, 2), cycles.at(-1)], [1, 501, MAX_ALERTS + 101]);
    // One was not raised.
    assert.equal(customer.counted, BigInt(cycles.length - 1));
  });

  it("lose many alerts in parts before the customer is deleted, and reports no longer count them", () => {
    const customer = new Customer();
    customer.raiseMany(2 * SOME_RECORDS.count + 1);
    const counted = customer.counted - BigInt(customer.alerts.length);
    const left: number[] = [];
    while (customer.delete().remaining) {
      left.push(customer.alerts.length);
      assert.ok(customer.partition.value({ kind: "customer", id: customerSlot.slot }));
    }
    assert.deepEqual([...left, customer.alerts.length], [SOME_RECORDS.count + 1, 1, 0]);
    assert.ok(customer.partition.events.some(({ type }) => type === "customer.deleted"));
    assert.equal(customer.counted, counted);
  });

  it("lose the wishes of a deleted wishlist in parts, and keep the alerts", () => {
    const customer = new Customer();
    customer.raiseMany(2 * SOME_RECORDS.count + 1);
    const count = customer.alerts.length;
    const named = () => customer.alerts.filter(({ itemIds }) => itemIds.length > 0).length;
    const left: number[] = [];
    while (customer.deleteList().remaining) left.push(named());
    assert.deepEqual([...left, named()], [SOME_RECORDS.count + 1, 1, 0]);
    assert.equal(customer.alerts.length, count);
    assert.ok(customer.alerts.every(({ items }) => items?.length === 0));
  });

  it("change only the newest of very many alerts if their wish is moved", () => {
    const customer = new Customer();
    customer.raiseMany(SOME_RECORDS.count + 1);
    const [oldest] = customer.alerts.map(({ id }) => id).sort();
    const { from, to } = customer.move();
    const naming = (itemId: string) => customer.alerts.filter(({ itemIds }) => itemIds.includes(itemId));
    assert.deepEqual(
      naming(from).map(({ id }) => id),
      [oldest],
    );
    assert.equal(naming(to).length, SOME_RECORDS.count);
  });

  it("drop orders that bought nothing if there are too many, and keep those that bought a wish", () => {
    const customer = new Customer();
    customer.order(1, "v");
    for (let number = 0; number <= MAX_PURCHASES; number++) customer.keepOrder(number);
    const orders = () => customer.partition.all("purchase", customerSlot.slot).map(({ field }) => field);
    let number = 2;
    while (orders().length > MAX_PURCHASES && number < 200) customer.order(number++, "none");
    assert.ok(number <= 102, `${number}`);
    assert.deepEqual(orders(), ["o1", `o${number - 1}`]);
  });

  it("are not dropped by the other commands of a batch, which would each repeat the work when they are tried", () => {
    const customer = new Customer();
    for (let number = 0; number <= MAX_PURCHASES; number++) customer.keepOrder(number);
    // The millisecond of the command decides; this one is not among the few that check.
    customer.order(1, "none", [excessPurchasesStateKey(customerSlot.slot)]);
    assert.equal(customer.partition.all("purchase", customerSlot.slot).length, MAX_PURCHASES + 2);
  });
});
