import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import { orderStateKey } from "../../../src/actors/order/state-key.ts";
import { counterChangesOf } from "../../../src/actors/report/counter-changes.ts";
import { countersOfRecord } from "../../../src/actors/report/record-counters.ts";
import { customerStateKey } from "../../../src/actors/state/customer-slot.ts";
import { boughtUnits, wantedUnits } from "../../../src/actors/wishlist/items/quantity.ts";
import { defined } from "../../../src/collections/defined.ts";
import { handOver } from "../../../src/ingest/wishes/hand-over.ts";
import { parseItemId, partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import type { StateValues } from "../../../src/store/partition/state/state-keys.ts";
import type { OrderFields, OrderRecord, PurchaseLine } from "../../../src/store/records/orders.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import { tally } from "../../support/memory/counters-of.ts";
import { ParallelShop } from "../../support/memory/parallel-shop.ts";
import { numbersFrom } from "../../support/models/random.ts";
import { runs } from "../../support/runner/runs.ts";

const storeKey = "t/s";
const PEOPLE = ["ann", "ann", "ann", "bob", "cy"];
const VARIANTS = ["red", "blue"];
const QUANTITIES = [undefined, undefined, 2, 3];
/** A seed whose order is matched twice at once with different buyers: it must wait for the one that is stored. */
const TWO_BUYERS = 1867612927;
const MAX_ORDERS = 6;
const CHANGES = 35;
const emailOf = (ref: string) => `${ref}@example.com`;

/** Reasons that depend on what else is on the wishlists; a match may replace one with another. */
const WITHOUT_WISH = new Set(["no_wish", "wished_later", "bought_before", "no_customer"]);

/** Customers, their wishes and their orders, which change at random while the jobs of orders run. */
class Story {
  readonly shop: ParallelShop;
  readonly orders: OrderFields[] = [];
  readonly #pick: (count: number) => number;
  #count = 0;

  constructor(seed: number) {
    this.#pick = numbersFrom(seed);
    this.shop = new ParallelShop(this.#pick);
    for (const ref of ["ann", "bob"]) this.#create(ref);
  }

  #any<T>(things: readonly T[]): T | undefined {
    return things[this.#pick(things.length)];
  }

  #person = () => this.#any(PEOPLE) ?? "";
  #time = () => new Date(this.shop.partition.now + 1).toISOString();

  #place(ref: string) {
    const { partition, slot, key } = this.shop.layout.slotOfRef(storeKey, ref);
    return { partition, to: { storeKey, slot, key } };
  }

  #isThere = (ref: string) =>
    (this.shop.partition.value(customerStateKey(this.#place(ref).to.slot)) as StateValues["customer"] | null)
      ?.record !== null;

  #create(ref: string): void {
    const { partition, to } = this.#place(ref);
    const fields = { email: emailOf(ref) };
    this.shop.run({ type: "CreateCustomer", ...to, ref, fields }, partition);
  }

  lists = (ref: string) =>
    this.shop.partition.all("listed", this.#place(ref).to.slot).map(({ field }) => String(field));

  #items = (ref: string) =>
    this.lists(ref).flatMap((id) => this.shop.partition.all("item", id).map(({ value }) => value));

  #wish(ref: string): void {
    const { partition, to } = this.#place(ref);
    if (!this.#isThere(ref)) return;
    if (this.lists(ref).length < 2)
      this.shop.run({ type: "CreateWishlist", ...to, fields: { name: "list" } }, partition);
    this.#add(this.#any(this.lists(ref)) ?? "");
  }

  #add(wishlistId: string): void {
    const selectedVariantRef = this.#any(VARIANTS) ?? "";
    const quantity = this.#any(QUANTITIES);
    const item = { product: { productRef: "p", selectedVariantRef }, ...defined({ quantity }) };
    const command = { type: "AddItem" as const, storeKey, wishlistId, item, allowDuplicates: false };
    this.shop.run(command, partitionOfWishlist(wishlistId));
  }

  #onItem(ref: string, commandFor: (item: ItemRecord) => Command | undefined): void {
    const item = this.#any(this.#items(ref));
    const command = item && commandFor(item);
    if (command) this.shop.run(command, this.#place(ref).partition);
  }

  #move = (item: ItemRecord, ref: string): Command | undefined => {
    const { wishlist: wishlistId = "", number = 0 } = parseItemId(item.id) ?? {};
    const target = this.#any(this.lists(ref).filter((id) => id !== wishlistId));
    if (target === undefined) return undefined;
    const named = { items: [number], pointers: ["/items/0"], isCopy: false, allowDuplicates: false };
    return { type: "MoveItems", storeKey, wishlistId, to: { wishlistId: target }, ...named };
  };

  #claim(ref: string): void {
    const { partition, to } = this.#place(ref);
    if (!this.#isThere(ref)) return;
    const key = `guest${++this.#count}`;
    const guest = { storeKey, slot: `${storeKey}:${key}`, key, guest: { hash: "hash" } };
    const reply = this.shop.run({ type: "CreateWishlist", ...guest, fields: { name: "list" } }, 2);
    assert.ok(reply.ok);
    const { id: wishlistId } = JSON.parse(reply.json ?? "") as { id: string };
    this.#add(wishlistId);
    const how = { mode: this.#any(["merge", "keep"] as const) ?? "keep", most: 5, allowDuplicates: false };
    const terms = { partition, slot: to.slot, key: to.key, customerRef: ref, ...how };
    const begin = { type: "BeginHandover" as const, storeKey, wishlistId, hash: "hash", terms };
    const { send } = this.shop.parts.dispatcher;
    this.shop.start(() => handOver(({ command, ...plan }) => send(plan, command), begin));
  }

  #buyer() {
    return this.#any([
      { customerRef: this.#person() },
      { customerRef: this.#person() },
      { email: emailOf(this.#person()) },
      { email: "nobody@example.com" },
    ]);
  }

  #newLine = (lineRef: string) => ({
    ...{ lineRef, productRef: "p", variantRef: this.#any(VARIANTS) ?? "" },
    ...{ quantity: 1 + this.#pick(3), price: "5.00" },
  });

  #order(): void {
    if (this.orders.length === MAX_ORDERS) return;
    this.orders.push({
      ...{ orderRef: `o${this.orders.length}`, ...this.#buyer(), createdTime: this.#time() },
      ...{ status: "open", test: false, currency: "EUR" },
      lines: Array.from({ length: 1 + this.#pick(2) }, (_, i) => this.#newLine(`${i + 1}`)),
    });
    this.#send(this.orders.length - 1, {});
  }

  /** Sends the newest version of an order, with changes. */
  #send(number: number, changes: Partial<OrderFields>): void {
    const before = this.orders[number];
    if (!before) return;
    const order = { ...before, ...changes, updatedTime: this.#time() };
    this.orders[number] = order;
    const { partition, slot, key } = this.addressOf(order);
    this.shop.run({ type: "PutOrder", storeKey, slot, key, order: structuredClone(order) }, partition);
  }

  addressOf = ({ orderRef }: OrderFields) => this.shop.layout.slotOf("order", storeKey, orderRef);

  #changeOrder(): void {
    const number = this.#pick(Math.max(1, this.orders.length));
    const order = this.orders[number];
    if (!order) return;
    const [first, ...others] = order.lines;
    const { customerRef: _1, email: _2, ...nameless } = order;
    if (!first) return;
    const changes = [
      () => this.#send(number, {}),
      () => this.#send(number, { status: order.status === "open" ? "cancelled" : "open" }),
      () => {
        const refundedQuantity = this.#pick(first.quantity + 1);
        this.#send(number, { lines: [{ ...first, refundedQuantity }, ...others] });
      },
      () => this.#send(number, { lines: others.length > 0 ? [first] : [first, this.#newLine("2")] }),
      () => this.#send(number, { lines: [{ ...first, variantRef: this.#any(VARIANTS) ?? "" }, ...others] }),
      () => {
        this.orders[number] = { ...nameless, ...this.#buyer() };
        this.#send(number, {});
      },
    ];
    this.#any(changes)?.();
  }

  /** Makes a random change. */
  change(): void {
    const ref = this.#person();
    const { partition, to } = this.#place(ref);
    const addressOf = ({ id }: ItemRecord) => {
      const { wishlist: wishlistId = "", number = 0 } = parseItemId(id) ?? {};
      return { storeKey, wishlistId, number };
    };
    const removal = (item: ItemRecord): Command => ({ type: "RemoveItem", ...addressOf(item) });
    const requantity = (item: ItemRecord): Command => {
      const changes = { quantity: this.#any(QUANTITIES) ?? null };
      return { type: "UpdateItem", ...addressOf(item), changes };
    };
    const chance = this.#pick(28);
    if (chance < 6) this.#wish(ref);
    else if (chance < 10) this.#order();
    else if (chance < 17) this.#changeOrder();
    else if (chance < 19) this.#onItem(ref, (item) => this.#move(item, ref));
    else if (chance < 20) this.#onItem(ref, removal);
    else if (chance < 22) this.#claim(ref);
    else if (chance < 23) {
      const fields = { email: this.#any([emailOf(ref), `new ${emailOf(ref)}`]) ?? null };
      this.shop.run({ type: "UpdateCustomer", ...to, ref, fields }, partition);
    } else if (chance < 24) {
      const withWishlists = this.#pick(3) === 0;
      this.shop.run({ type: "DeleteCustomer", ...to, id: ref, withWishlists }, partition);
    } else if (chance < 26) this.#onItem(ref, requantity);
    else if (!this.#isThere(ref)) this.#create(ref);
  }

  record = (order: OrderFields) =>
    this.shop.partition.value(orderStateKey(this.addressOf(order).slot)) as OrderRecord;

  /** The lines of all ledgers, with the keys of their orders. */
  get bought(): (PurchaseLine & { name: string })[] {
    return [...this.shop.partition.stateKeys.values()].flatMap(({ stateKey, value }) =>
      stateKey.kind === "purchase" && value !== null
        ? Object.entries((value as StateValues["purchase"]).lines).map(([lineRef, line]) => ({
            ...line,
            name: `${stateKey.field ?? ""} ${lineRef}`,
          }))
        : [],
    );
  }

  /** Bought units by wish, and the results of the lines. */
  get state() {
    const items = [...new Set(PEOPLE)].flatMap(this.#items);
    const wishes = items.map((item) => [item.id, boughtUnits(item), item.purchased] as const);
    const results = this.orders.map((order) =>
      this.record(order).lines.map(({ lineRef }) => {
        const outcome = this.record(order).matches[lineRef];
        return outcome && "code" in outcome && WITHOUT_WISH.has(outcome.code) ? "none" : outcome;
      }),
    );
    return { items, wishes, results };
  }
}

/** Fails unless wishes, orders, ledgers and reports agree. */
function assertConsistent(story: Story): void {
  const { items, wishes } = story.state;
  const { bought, orders, shop } = story;
  const unitsOf = (itemId: string) =>
    bought.filter((line) => line.itemId === itemId).reduce((sum, { taken = 1 }) => sum + taken, 0);
  const expected = items.map((item) => {
    const units = unitsOf(item.id);
    return [item.id, units, units >= wantedUnits(item)];
  });
  assert.deepEqual(wishes, expected, "each wish has the units that lines have bought");
  const matched = orders.flatMap((order) =>
    story.record(order).lines.flatMap(({ lineRef }) => {
      const outcome = story.record(order).matches[lineRef];
      assert.ok(outcome, "every line has a result");
      const name = `${story.addressOf(order).key} ${lineRef}`;
      return "matched" in outcome ? [`${name} ${outcome.matched.itemId}`] : [];
    }),
  );
  const inLedgers = bought.filter(({ wishlistId }) => wishlistId !== "");
  assert.deepEqual(
    inLedgers.map(({ name, itemId }) => `${name} ${itemId}`).sort(),
    matched.sort(),
    "orders show what the ledgers have",
  );
  const sales = new Set(["bought", "units", "revenue", "seconds"]);
  const byEvents = shop.partition.events.flatMap(counterChangesOf).filter(({ what }) => sales.has(what));
  const byRecords = shop.partition
    .everyOf("purchase")
    .flatMap(({ value: purchase }) => countersOfRecord({ kind: "purchase", purchase } as never));
  assert.deepEqual(tally(byEvents), tally(byRecords), "reports agree with a recount");
}

it("orders, wishes and reports agree after any changes during the matches, and another match changes nothing", () =>
  fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const story = new Story(seed);
      await story.shop.work(Array.from({ length: CHANGES }, () => () => story.change()));
      assertConsistent(story);
      await story.shop.assertWaiting(story.orders.map(story.addressOf));
      const { wishes, results } = story.state;
      const events = story.shop.partition.events.length;
      const oldest = story.orders.toSorted((a, b) => (a.createdTime < b.createdTime ? -1 : 1));
      for (const order of oldest) {
        const { partition, key } = story.addressOf(order);
        story.shop.start(() => story.shop.do({ kind: "match", storeKey, places: [{ partition, key }] }));
        await story.shop.work();
      }
      const after = story.state;
      assert.deepEqual({ wishes: after.wishes, results: after.results }, { wishes, results });
      // Matches whose offers lead to matches come to an end.
      const offered = story.shop.partition.events
        .slice(events)
        .filter(({ type }) => type.startsWith("order."));
      assert.deepEqual(offered, []);
      assertConsistent(story);
    }),
    { ...runs(60), examples: [[TWO_BUYERS]] },
  ));
