import { hasConsented } from "../../actors/customer/consent.ts";
import { type Event, isRemovalByPurchase } from "../../actors/messages.ts";
import type { Change } from "../../store/changes.ts";
import { wantsType } from "../../store/endpoints.ts";
import type { ExportReads, ProductRow, WishlistRow } from "../../store/export-reads.ts";
import type { Place } from "../../store/export-runs.ts";
import { parseItemId } from "../../store/ids.ts";
import type { CustomerRecord, ItemRecord } from "../../store/records.ts";
import type { ExportedDeletion, ExportedItem } from "./connector.ts";
import { exportedCustomer, exportedItem, exportedWishlist, isChosen, skipReason } from "./records.ts";
import { END, type SourceParts, type Step } from "./source.ts";
import { stepsOf, wishlistParts } from "./wishlist-parts.ts";

const TOLD_AS: Partial<Record<Event["type"], ExportedItem["change"]>> = {
  "wishlist.item.added": "added",
  "wishlist.item.updated": "updated",
  "wishlist.item.purchased": "purchased",
  "wishlist.item.purchase_reverted": "updated",
};

/** A change, with its event read. */
export interface Told extends Change {
  event: Event;
  partition: number;
}

/**
 * Whether a change can lead to something that is told: a wish, or what lets wishes be told, or not any more. That a
 * wish left its list when it was bought is told by the purchase.
 */
export const isConcerning = (event: Event): boolean => !isRemovalByPurchase(event) && isAboutWishes(event);

const isAboutWishes = ({ type, consent, visibility }: Event): boolean =>
  type in TOLD_AS ||
  type === "wishlist.item.removed" ||
  type === "wishlist.deleted" ||
  type === "customer.deleted" ||
  consent !== undefined ||
  visibility !== undefined;

/** What the changes of a page lead to, as it is now. */
interface Found {
  rows: ReadonlyMap<string, WishlistRow>;
  people: ReadonlyMap<string, CustomerRecord>;
  items: ReadonlyMap<string, ItemRecord>;
  products: ReadonlyMap<string, ProductRow | undefined>;
  /** The last change of each item. */
  latest: ReadonlyMap<string, string>;
}

type Outcome = Omit<Step, "place">;
const NOTHING: Outcome = {};

const slotOf = ({ scope, customerKey = "" }: Event) => `${scope}:${customerKey}`;

/** What a store's changes are told as. */
export class Telling {
  readonly #parts: SourceParts;
  readonly #catalogue: ReturnType<ExportReads["catalogue"]>;
  readonly #since: string;
  readonly #start: Place;

  /** `since`: what had happened by then was told before. `start`: where reading begins. */
  constructor(parts: SourceParts, { since, start }: { since: string; start: Place }) {
    this.#parts = parts;
    this.#catalogue = parts.reads.catalogue(parts.scope);
    this.#since = since;
    this.#start = start;
  }

  /** Steps of a page of changes, in their order. */
  async *steps(page: readonly Told[]): AsyncGenerator<Step[]> {
    const found = await this.#find(page);
    let steps: Step[] = [];
    for (const told of page) {
      const again = this.#tellableAgain(told, found);
      if (again) {
        if (steps.length > 0) yield steps;
        steps = [];
        yield* this.#wishesOf(told, await again());
        continue;
      }
      steps.push({ place: { at: told.place, item: END }, ...this.#outcome(told, found) });
    }
    if (steps.length > 0) yield steps;
  }

  async #find(page: readonly Told[]): Promise<Found> {
    const { reads, scope } = this.#parts;
    const numbers = new Map<string, Set<number>>();
    const slots = new Map<string, number>();
    for (const { event, partition } of page) {
      const { wishlistId, itemId, customerKey } = event;
      if (customerKey !== undefined) slots.set(slotOf(event), partition);
      if (wishlistId === undefined) continue;
      const wanted = numbers.get(wishlistId) ?? new Set();
      numbers.set(wishlistId, wanted);
      const place = itemId === undefined ? undefined : parseItemId(itemId);
      if (place) wanted.add(place.number);
    }
    const wanted = [...numbers].map(([id, some]) => ({ id, numbers: [...some] }));
    const rows = (await reads.wishlists(scope, wanted)).filter((row) => row !== undefined);
    for (const { head, partition } of rows) if (head.slot !== null) slots.set(head.slot, partition);
    const items = new Map(rows.flatMap((row) => row.items.map((item) => [item.id, item] as const)));
    for (const item of await this.#boughtAndRemoved(page, items)) items.set(item.id, item);
    const told = [...items.values()];
    const products = await this.#catalogue(told.map(({ product }) => product));
    return {
      rows: new Map(rows.map((row) => [row.id, row])),
      people: await reads.people(slots),
      items,
      products: new Map(told.map(({ id }, i) => [id, products[i]])),
      latest: new Map(page.map(({ id, event: { itemId = "" } }) => [itemId, id])),
    };
  }

  /** Items that left their lists when they were bought: that is told of them as they were. */
  async #boughtAndRemoved(
    page: readonly Told[],
    items: ReadonlyMap<string, ItemRecord>,
  ): Promise<ItemRecord[]> {
    const ids = page.flatMap(({ event: { type, itemId = "" } }) =>
      type === "wishlist.item.purchased" && !items.has(itemId) ? (parseItemId(itemId) ?? []) : [],
    );
    const removed = await Promise.all(
      ids.map(({ wishlist, number }) => this.#parts.reads.removedItem(wishlist, number)),
    );
    return removed.filter((item) => item?.purchased === true && item.purchasedAndRemoved) as ItemRecord[];
  }

  /** Wishlists that can be told of from now on; undefined where a change brings none. */
  #tellableAgain(
    { event, partition }: Told,
    { rows, people }: Found,
  ): (() => Promise<string[]> | string[]) | undefined {
    const { choice, reads } = this.#parts;
    const { visibility, consent, wishlistId = "" } = event;
    if (visibility === "public" && !choice.includePrivate && rows.get(wishlistId)?.record.isPrivate === false)
      return () => [wishlistId];
    const customer = people.get(slotOf(event));
    if (consent === "given" && choice.onlyConsenting && customer && hasConsented(customer))
      return () => reads.wishlistsOf(partition, slotOf(event));
    return undefined;
  }

  /** All wishes of wishlists but those whose own changes are still to be told. */
  async *#wishesOf({ place: at }: Told, ids: readonly string[]): AsyncGenerator<Step[]> {
    const { reads, scope, choice } = this.#parts;
    for await (const rows of wishlistParts(reads, scope, ids)) {
      yield await stepsOf(reads, rows, {
        choice,
        catalogue: this.#catalogue,
        upTo: this.#since,
        after: at === this.#start.at ? this.#start.item : undefined,
        placeOf: (item) => ({ at, item }),
      });
    }
    yield [{ place: { at, item: END } }];
  }

  #outcome(told: Told, found: Found): Outcome {
    const { type, consent, visibility } = told.event;
    if (type in TOLD_AS) return this.#ofItem(told, found);
    if (type === "wishlist.item.removed") return this.#ofRemoved(told, found);
    if (type === "wishlist.deleted") return this.#ofDeletedWishlist(told, found);
    if (type === "customer.deleted") {
      const { customerId } = told.event;
      const who = customerId === undefined ? {} : { customerId };
      return deletion(told, { what: "customer", reason: "removed", ...who });
    }
    if (visibility === "private") return this.#ofPrivate(told, found);
    return consent === "withdrawn" ? this.#ofWithdrawn(told, found) : NOTHING;
  }

  #isWanted({ type }: Event): boolean {
    return wantsType({ events: this.#parts.choice.events ?? [] }, type);
  }

  /** The wishlist of a change and its customer, or why it is not told; undefined where it is none of the export's. */
  #around(
    { event: { wishlistId = "" } }: Told,
    { rows, people }: Found,
  ): { row: WishlistRow; customer: CustomerRecord | undefined; skipped: Step["skipped"] } | undefined {
    const { choice } = this.#parts;
    const row = rows.get(wishlistId);
    if (!row || !isChosen(choice, row)) return undefined;
    const customer = people.get(row.head.slot ?? "");
    return { row, customer, skipped: skipReason(choice, row, customer) };
  }

  #ofItem(told: Told, found: Found): Outcome {
    const { type, itemId = "", time } = told.event;
    const around = this.#around(told, found);
    const item = found.items.get(itemId);
    // One that has changed since is told by its later change; one that is gone, by its removal.
    if (!item || item.modifiedTime > time || found.latest.get(itemId) !== told.id) return NOTHING;
    if (!around || !this.#isWanted(told.event)) return NOTHING;
    const { row, customer, skipped } = around;
    if (skipped || !customer) return { skipped: skipped ?? "deleted" };
    const surroundings = { customer: exportedCustomer(customer), wishlist: exportedWishlist(row.record) };
    const change = TOLD_AS[type] ?? "updated";
    return { record: exportedItem(change, surroundings, item, found.products.get(itemId)) };
  }

  #ofRemoved(told: Told, found: Found): Outcome {
    const around = this.#around(told, found);
    const { itemId, product: { productRef, selectedVariantRef } = {} } = told.event;
    if (!around || itemId === undefined || !this.#isWanted(told.event)) return NOTHING;
    const { row, customer, skipped } = around;
    if (skipped || !customer) return { skipped: skipped ?? "deleted" };
    return deletion(told, {
      what: "item",
      reason: "removed",
      ...person(customer),
      wishlistId: row.id,
      itemId,
      product: {
        ...(productRef === undefined ? {} : { productRef }),
        ...(selectedVariantRef === undefined ? {} : { selectedVariantRef }),
      },
    });
  }

  #ofDeletedWishlist(told: Told, { rows }: Found): Outcome {
    const { wishlistId = "" } = told.event;
    const { includePrivate } = this.#parts.choice;
    if (rows.get(wishlistId)?.record.isPrivate && !includePrivate) return { skipped: "private" };
    return deletion(told, { what: "wishlist", reason: "removed", wishlistId });
  }

  #ofPrivate(told: Told, found: Found): Outcome {
    const around = this.#around(told, found);
    if (around?.skipped !== "private") return NOTHING;
    const { row, customer } = around;
    if (!customer) return { skipped: "deleted" };
    if (this.#parts.choice.onlyConsenting && !hasConsented(customer)) return { skipped: "noConsent" };
    return deletion(told, {
      what: "wishlist",
      reason: "withdrawn",
      ...person(customer),
      wishlistId: row.id,
    });
  }

  #ofWithdrawn(told: Told, { people }: Found): Outcome {
    const customer = people.get(slotOf(told.event));
    if (!this.#parts.choice.onlyConsenting || !customer || hasConsented(customer)) return NOTHING;
    return deletion(told, { what: "customer", reason: "withdrawn", ...person(customer) });
  }
}

const person = (customer: CustomerRecord) => ({
  customerId: customer.svc_customer_id,
  customer: exportedCustomer(customer),
});

const deletion = (
  { id, event: { time } }: Told,
  about: Omit<ExportedDeletion, "type" | "id" | "time">,
): Outcome => ({ record: { type: "deleted", id, time, ...about } });
