import assert from "node:assert/strict";
import { runOf } from "../exports.ts";
import type { SegmentMessage } from "../platforms/segment.ts";
import { type Caller, CS, type Json, unique, WS } from "../service.ts";
import { settled, type Shared } from "../settled.ts";

interface ModelItem {
  record: Json;
  changes: number;
  isPurchased: boolean;
  isRemoved: boolean;
}
interface ModelList {
  id: string;
  isPrivate: boolean;
  isDeleted: boolean;
  items: ModelItem[];
}
interface ModelCustomer {
  ref: string;
  email: string;
  /** Has only an e-mail address. */
  isNameless: boolean;
  hasConsent: boolean;
  isDeleted: boolean;
  lists: ModelList[];
}

/** The data that a platform has of a wish. */
interface Known {
  changes: number;
  isPurchased: boolean;
}

type Pick = (count: number) => number;

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/**
 * Customers with wishlists that change at random, and the records that a platform must get: the difference between the
 * permitted data at one run and at the next.
 */
export class ExportModel {
  readonly #service: Shared;
  readonly #shop: Caller;
  readonly #pick: Pick;
  readonly customers: ModelCustomer[] = [];
  #known = new Map<string, Known>();
  #knownLists = new Set<string>();
  #knownCustomers = new Set<string>();
  readonly expected = new Map<string, number>();

  constructor(service: Shared, shop: Caller, pick: Pick) {
    this.#service = service;
    this.#shop = shop;
    this.#pick = pick;
  }

  #any<T>(things: readonly T[]): T | undefined {
    return things.length === 0 ? undefined : things[this.#pick(things.length)];
  }

  async addCustomer(): Promise<void> {
    const hasConsent = this.#pick(3) > 0;
    const isNameless = this.#pick(2) === 0;
    const email = `${unique("e")}@example.com`;
    const { status, body, text } = await this.#shop.post(`${CS}/customers`, {
      ...(isNameless ? {} : { id: unique("c") }),
      email,
      ...consentOf(hasConsent),
    });
    assert.equal(status, 201, text);
    const customer = { ref: body.id, email, isNameless, hasConsent, isDeleted: false, lists: [] };
    this.customers.push(customer);
    await this.#addList(customer);
  }

  /** Makes a random change; some change nothing. */
  async step(): Promise<void> {
    const alive = this.customers.filter(({ isDeleted }) => !isDeleted);
    const customer = this.#any(alive);
    if (!customer) return this.addCustomer();
    const list = this.#any(customer.lists.filter(({ isDeleted }) => !isDeleted));
    const item = this.#any(list?.items.filter(({ isRemoved }) => !isRemoved) ?? []);
    switch (this.#pick(14)) {
      case 0:
        return this.#toggleConsent(customer);
      case 1:
        return list && this.#toggleVisibility(list);
      case 2:
        return list && this.#pick(2) === 0 ? this.#deleteList(list) : this.#addList(customer);
      case 3:
        return item && this.#removeItem(item);
      case 4:
      case 5:
      case 6:
        return item && this.#updateItem(item);
      case 7:
      case 8:
        return item && !item.isPurchased ? this.#buy(customer, item) : undefined;
      case 9:
        return this.addCustomer();
      default:
        return list ? this.#addItem(list) : this.#addList(customer);
    }
  }

  async #toggleConsent(customer: ModelCustomer): Promise<void> {
    customer.hasConsent = !customer.hasConsent;
    await this.#shop.put(`${CS}/customers`, { id: customer.ref, ...consentOf(customer.hasConsent) });
  }

  async #addList(customer: ModelCustomer): Promise<void> {
    const isPrivate = this.#pick(4) === 0;
    const { id } = await this.#shop.newWishlist({ customerRef: customer.ref, isPrivate });
    customer.lists.push({ id, isPrivate, isDeleted: false, items: [] });
  }

  async #toggleVisibility(list: ModelList): Promise<void> {
    list.isPrivate = !list.isPrivate;
    await this.#shop.put(`${WS}/wishlists`, { id: list.id, isPrivate: list.isPrivate });
  }

  async #deleteList(list: ModelList): Promise<void> {
    list.isDeleted = true;
    await this.#shop.delete(`${WS}/wishlists?id=${list.id}`);
  }

  async #addItem(list: ModelList): Promise<void> {
    const record = await this.#shop.newItem(list.id);
    list.items.push({ record, changes: 0, isPurchased: false, isRemoved: false });
  }

  async #updateItem(item: ModelItem): Promise<void> {
    item.changes++;
    await this.#shop.put(`${WS}/wishlist/items/id=${item.record.id}`, { notifyMe: item.changes % 2 === 1 });
  }

  async #removeItem(item: ModelItem): Promise<void> {
    item.isRemoved = true;
    await this.#shop.delete(`${WS}/wishlist/items/${item.record.id}`);
  }

  async #buy(customer: ModelCustomer, item: ModelItem): Promise<void> {
    const createdTime = new Date(Date.now() + 86_400_000).toISOString();
    const { productRef, selectedVariantRef: variantRef } = item.record.product;
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    const order = { orderRef: unique("o"), customerRef: customer.ref, createdTime, lines };
    assert.equal((await this.#shop.post(`${WS}/orders`, order)).status, 202);
    await settled(this.#service);
    const { body } = await this.#shop.get(`${WS}/orders/${order.orderRef}`);
    assert.ok(body.lines[0].matched);
    item.isPurchased = true;
    item.changes++;
  }

  /** Runs the export, and records what the platform must get. */
  async run(exportId: string): Promise<void> {
    const run = await runOf(this.#shop, exportId);
    assert.equal(run.status, "succeeded", JSON.stringify(run));
    const before = this.#known;
    const tellable = this.customers.filter(({ isDeleted, hasConsent }) => !isDeleted && hasConsent);
    this.#known = new Map();
    for (const { lists } of tellable) {
      for (const list of lists) {
        const isKnown = this.#knownLists.has(list.id);
        if (isKnown && (list.isDeleted || list.isPrivate)) count(this.expected, "Wishlist Removed");
        if (!list.isDeleted && !list.isPrivate) for (const item of list.items) this.#compare(item, before);
      }
    }
    for (const customer of this.customers)
      if (this.#knownCustomers.has(customer.email) && !customer.hasConsent && !customer.isDeleted)
        count(this.expected, "withdrawn");
    const open = tellable.flatMap(({ lists }) =>
      lists.filter(({ isDeleted, isPrivate }) => !isDeleted && !isPrivate),
    );
    this.#knownLists = new Set(open.map(({ id }) => id));
    this.#isFirst = false;
    const all = this.customers.flatMap(({ lists }) => lists.flatMap(({ items }) => items));
    for (const { record, isPurchased } of all) if (isPurchased) this.#wasPurchased.add(record.id);
    this.#knownCustomers = new Set(tellable.map(({ email }) => email));
  }

  #compare({ record, changes, isPurchased, isRemoved }: ModelItem, before: ReadonlyMap<string, Known>): void {
    const known = before.get(record.id);
    if (isRemoved) {
      if (known) count(this.expected, "Product Removed from Wishlist");
      return;
    }
    this.#known.set(record.id, { changes, isPurchased });
    if (!known) count(this.expected, "Product Added to Wishlist");
    else if (changes > known.changes && isPurchased === known.isPurchased)
      count(this.expected, "Wishlist Product Updated");
    // The first run exports all wishes as added, without earlier events.
    if (isPurchased && !this.#isFirst && !this.#wasPurchased.has(record.id))
      count(this.expected, "Wishlist Product Purchased");
  }

  #isFirst = true;
  readonly #wasPurchased = new Set<string>();

  /** The items that the platform must have at the end. */
  get items(): string[] {
    return [...this.#known.keys()].sort();
  }
}

const consentOf = (hasConsent: boolean) => ({
  accepts_marketing: hasConsent,
  marketing_opt_in_level: hasConsent ? "single_opt_in" : null,
});

/** Returns the number of events of each name that Segment got, and the items that remain. */
export function heardOf(messages: Iterable<SegmentMessage>): {
  counts: Map<string, number>;
  items: string[];
} {
  const counts = new Map<string, number>();
  const items = new Map<string, { list: unknown; person: string }>();
  for (const { type, event, properties = {}, traits, userId, anonymousId = "" } of messages) {
    const person = userId ?? anonymousId;
    if (type === "identify") {
      if (traits?.["wishlistMarketingConsent"] !== false) continue;
      count(counts, "withdrawn");
      for (const [id, item] of items) if (item.person === person) items.delete(id);
      continue;
    }
    const { item_id: id, wishlist_id: list } = properties as { item_id?: string; wishlist_id?: string };
    count(counts, event ?? "");
    if (event === "Wishlist Removed")
      for (const [known, item] of items) if (item.list === list) items.delete(known);
    if (event === "Product Removed from Wishlist") items.delete(id ?? "");
    else if (id !== undefined) items.set(id, { list, person });
  }
  return { counts, items: [...items.keys()].sort() };
}
