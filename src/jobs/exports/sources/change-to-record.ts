import { hasConsented } from "../../../actors/customer/consent.ts";
import { type Event, isRemovalByPurchase } from "../../../actors/event.ts";
import { defined } from "../../../store/defined.ts";
import type { ExportReads, WishlistRow } from "../../../store/exports/export-reads.ts";
import type { Cursor } from "../../../store/exports/export-run.ts";
import type { FirstChanges, Span } from "../../../store/exports/first-changes.ts";
import { partitionOfWishlist, timeOf } from "../../../store/ids.ts";
import type { CustomerRecord, ItemRecord, WishlistRecord } from "../../../store/records/records.ts";
import { isOfGuest } from "../../../store/records/wishlist-meta.ts";
import { wantsType } from "../../../store/webhooks/endpoints.ts";
import type { ExportedDeletion } from "../connector.ts";
import { exportedCustomer, exportedItem, exportedWishlist, isChosen, skipReason } from "../records.ts";
import { CHANGES, type Page, type ReadChange, readPage, slotOf } from "./page.ts";
import { END, type SourceParts, type Step } from "./source.ts";
import { stepsOf, wishlistParts } from "./wishlist-parts.ts";

/**
 * Whether a change can lead to a record: a wish changes, or wishes may now be exported, or may no longer be. If a wish
 * was removed from its list because it was purchased, the purchase is exported instead.
 */
export const isRelevant = (event: Event): boolean => !isRemovalByPurchase(event) && isAboutWishes(event);

const isAboutWishes = ({ type, consent, visibility }: Event): boolean =>
  type in CHANGES ||
  type === "wishlist.item.removed" ||
  type === "wishlist.deleted" ||
  type === "customer.deleted" ||
  consent !== undefined ||
  visibility !== undefined;

type Outcome = Omit<Step, "cursor">;
const NO_RECORD: Outcome = {};

export interface PublisherParts extends SourceParts {
  firsts: FirstChanges;
  exportId: string;
}

/**
 * Converts a store's changes to records. Everything that existed and could be exported at the start of the window is
 * already exported. A wish that was created within the window is therefore exported as added, even if it changed since,
 * and a wish that was added and removed within the window is not exported.
 */
export class ChangePublisher {
  readonly #parts: PublisherParts;
  readonly #catalogue: ReturnType<ExportReads["catalogue"]>;
  readonly #span: Span;
  readonly #upTo: string;
  readonly #start: Cursor;

  /** The window is after `since`, until `upTo`. Reading begins at `start`. */
  constructor(parts: PublisherParts, { since, upTo, start }: { since: string; upTo: string; start: Cursor }) {
    this.#parts = parts;
    this.#catalogue = parts.reads.catalogue(parts.storeKey);
    this.#span = { storeKey: parts.storeKey, exportId: parts.exportId, since };
    this.#upTo = upTo;
    this.#start = start;
  }

  /** Yields the steps of a page of changes, in their order. */
  async *steps(changes: readonly ReadChange[]): AsyncGenerator<Step[]> {
    const parts = { ...this.#parts, catalogue: this.#catalogue, span: this.#span };
    const page = await readPage(parts, changes, (event) => this.#isWanted(event.type));
    let steps: Step[] = [];
    for (const change of changes) {
      const findWishlists = this.#newlyExportable(change, page);
      if (findWishlists) {
        if (steps.length > 0) yield steps;
        steps = [];
        yield* this.#stepsOfWishlists(change, await findWishlists());
        continue;
      }
      steps.push({ cursor: { at: change.entryId, item: END }, ...this.#outcome(change, page) });
    }
    if (steps.length > 0) yield steps;
  }

  #isWanted(type: Event["type"]): boolean {
    return wantsType({ events: this.#parts.choice.events ?? [] }, type);
  }

  /** Whether a record was created within the window, and therefore was not exported before. */
  #isNew({ createdTime }: Pick<WishlistRecord | ItemRecord, "createdTime">): boolean {
    return createdTime > this.#span.since;
  }

  /**
   * Whether a customer's wishlist could be exported at the start of the window, as far as visibility and consent are
   * known.
   */
  #isExportable({ id, record }: WishlistRow, slot: string, page: Page): boolean {
    const { includePrivate, onlyConsenting } = this.#parts.choice;
    const visibility = page.firstVisibility(id)?.what;
    const wasPrivate = visibility === undefined ? record.isPrivate : visibility === "public";
    const hadNoConsent = page.firstConsent(slot)?.what === "given";
    return !this.#isNew(record) && (includePrivate || !wasPrivate) && !(onlyConsenting && hadNoConsent);
  }

  /**
   * Returns a function that finds wishlists that may now be exported, but could not at the start of the window;
   * undefined if the change adds none.
   */
  #newlyExportable(
    { event, partition, entryId }: ReadChange,
    page: Page,
  ): (() => Promise<string[]> | string[]) | undefined {
    const { choice, reads } = this.#parts;
    const { type, visibility, consent, wishlistId = "" } = event;
    if (!this.#isWanted("wishlist.item.added")) return undefined;
    const row = page.rows.get(wishlistId);
    if (visibility === "public" && !choice.includePrivate && row?.record.isPrivate === false) {
      // If the customer's consent is also new, the change of consent adds all wishlists.
      const isAddedByConsent =
        choice.onlyConsenting && page.firstConsent(row.meta.slot ?? "")?.what === "given";
      return page.firstVisibility(wishlistId)?.entryId === entryId && !isAddedByConsent
        ? () => [wishlistId]
        : undefined;
    }
    const slot = slotOf(event);
    const customer = page.people.get(slot);
    const isFirst = page.firstConsent(slot)?.entryId === entryId || type === "customer.created";
    if (consent === "given" && choice.onlyConsenting && customer && hasConsented(customer) && isFirst)
      return () => reads.wishlistsOf(partition, slot);
    return undefined;
  }

  /** Yields all wishes of wishlists, except those whose addition has its own change. */
  async *#stepsOfWishlists({ entryId: at }: ReadChange, ids: readonly string[]): AsyncGenerator<Step[]> {
    const { reads, storeKey, choice } = this.#parts;
    const { since } = this.#span;
    for await (const rows of wishlistParts(reads, storeKey, ids)) {
      yield await stepsOf(reads, rows, {
        choice,
        catalogue: this.#catalogue,
        upTo: since,
        after: at === this.#start.at ? this.#start.item : undefined,
        cursorOf: (item) => ({ at, item }),
        repeat: Date.parse(since).toString(36),
      });
    }
    yield [{ cursor: { at, item: END } }];
  }

  #outcome(change: ReadChange, page: Page): Outcome {
    const { type, consent, visibility } = change.event;
    if (type in CHANGES) return this.#forItem(change, page);
    if (type === "wishlist.item.removed") return this.#forRemovedItem(change, page);
    if (type === "wishlist.deleted") return this.#forDeletedWishlist(change, page);
    if (type === "customer.deleted") {
      const { customerId } = change.event;
      const who = customerId === undefined ? {} : { customerId };
      return deletion(change, { what: "customer", reason: "removed", ...who });
    }
    if (visibility === "private") return this.#forMadePrivate(change, page);
    return consent === "withdrawn" ? this.#forWithdrawnConsent(change, page) : NO_RECORD;
  }

  /**
   * Returns the wishlist of a change with its customer, or why it is skipped; undefined if the export does not contain
   * it.
   */
  #context(
    { event: { wishlistId = "" } }: ReadChange,
    { rows, people }: Page,
  ): { row: WishlistRow; customer: CustomerRecord | undefined; skipped: Step["skipped"] } | undefined {
    const { choice } = this.#parts;
    const row = rows.get(wishlistId);
    if (!row || !isChosen(choice, row)) return undefined;
    const customer = people.get(row.meta.slot ?? "");
    return { row, customer, skipped: skipReason(choice, row, customer) };
  }

  #forItem(change: ReadChange, page: Page): Outcome {
    const { type, itemId = "" } = change.event;
    const kind = CHANGES[type] ?? "updated";
    const item = page.items.get(itemId) ?? purchasedAndRemoved(page, itemId);
    const context = this.#context(change, page);
    // If a wish has several changes of a kind, the last one exports it. The removal exports a removed wish.
    if (!item || !context || page.last(itemId, kind) !== change.entryId) return NO_RECORD;
    if (kind === "purchased" && !item.purchased) return NO_RECORD;
    const { row, customer, skipped } = context;
    if (kind === "updated" && this.#isPublishedElsewhere(change, item, row, page)) return NO_RECORD;
    if (skipped || !customer) return { skipped: skipped ?? "deleted" };
    const holder = { customer: exportedCustomer(customer), wishlist: exportedWishlist(row.record) };
    return { record: exportedItem(kind, holder, item, page.products.get(itemId)) };
  }

  /** Whether another change of the window exports the state of an updated wish. */
  #isPublishedElsewhere({ event }: ReadChange, item: ItemRecord, row: WishlistRow, page: Page): boolean {
    if (page.removed.has(item.id)) return true;
    const isAdded = this.#isNew(item) || !this.#isExportable(row, row.meta.slot ?? "", page);
    if (isAdded && this.#isWanted("wishlist.item.added")) return true;
    if (item.purchased && page.last(item.id, "purchased") !== undefined) return true;
    // If the export has no choice of events, any later change of the window exports it.
    const isLaterChange = event.time < item.modifiedTime && item.modifiedTime <= this.#upTo;
    return isLaterChange && this.#parts.choice.events === undefined;
  }

  #forRemovedItem(change: ReadChange, page: Page): Outcome {
    const context = this.#context(change, page);
    const { itemId, product: { productRef, selectedVariantRef } = {} } = change.event;
    if (!context || itemId === undefined || !this.#isWanted(change.event.type)) return NO_RECORD;
    const { row, customer, skipped } = context;
    if (skipped || !customer) return { skipped: skipped ?? "deleted" };
    const removed = page.removed.get(itemId);
    const isPublished =
      removed && this.#isNew(removed)
        ? purchasedAndRemoved(page, itemId) !== undefined
        : this.#isExportable(row, row.meta.slot ?? "", page);
    if (!isPublished) return NO_RECORD;
    return deletion(change, {
      what: "item",
      reason: "removed",
      ...person(customer),
      wishlistId: row.id,
      itemId,
      product: {
        ...defined({ productRef, selectedVariantRef }),
      },
    });
  }

  #forDeletedWishlist(change: ReadChange, page: Page): Outcome {
    const { wishlistId = "", ownerKey } = change.event;
    const { includePrivate, onlyConsenting, lists } = this.#parts.choice;
    const row = page.rows.get(wishlistId);
    if (row && isOfGuest(row.meta)) return NO_RECORD;
    // The reference of a deleted wishlist is no longer known: an export that chooses by references may have contained
    // it.
    const isChosenById = lists?.includes(wishlistId) ?? true;
    if (!isChosenById && lists?.every((name) => partitionOfWishlist(name) !== undefined)) return NO_RECORD;
    const slot = slotOf(change.event);
    if (row && !this.#isExportable(row, slot, page))
      return !includePrivate && row.record.isPrivate ? { skipped: "private" } : NO_RECORD;
    const customer = ownerKey === undefined ? undefined : page.people.get(slot);
    if (customer && onlyConsenting && !hasConsented(customer)) return { skipped: "noConsent" };
    const who = customer && isChosenById ? person(customer) : {};
    return deletion(change, { what: "wishlist", reason: "removed", ...who, wishlistId });
  }

  #forMadePrivate(change: ReadChange, page: Page): Outcome {
    const context = this.#context(change, page);
    if (context?.skipped !== "private") return NO_RECORD;
    const { row, customer } = context;
    if (!customer) return { skipped: "deleted" };
    const isFirst = page.firstVisibility(row.id)?.entryId === change.entryId;
    if (!isFirst || !this.#isExportable(row, row.meta.slot ?? "", page)) return NO_RECORD;
    if (this.#parts.choice.onlyConsenting && !hasConsented(customer)) return { skipped: "noConsent" };
    return deletion(change, {
      what: "wishlist",
      reason: "withdrawn",
      ...person(customer),
      wishlistId: row.id,
    });
  }

  #forWithdrawnConsent(change: ReadChange, page: Page): Outcome {
    const slot = slotOf(change.event);
    const customer = page.people.get(slot);
    const isFirst = page.firstConsent(slot)?.entryId === change.entryId;
    if (!this.#parts.choice.onlyConsenting || !customer || hasConsented(customer) || !isFirst)
      return NO_RECORD;
    // No data of a new customer was exported, and none will be.
    if (timeOf(customer.svc_customer_id) > Date.parse(this.#span.since)) return NO_RECORD;
    return deletion(change, { what: "customer", reason: "withdrawn", ...person(customer) });
  }
}

/**
 * Returns an item that was removed from its list because it was purchased: its purchase is exported with the item's
 * last state.
 */
function purchasedAndRemoved({ removed }: Page, itemId: string): ItemRecord | undefined {
  const item = removed.get(itemId);
  return item?.purchased && item.purchasedAndRemoved ? item : undefined;
}

const person = (customer: CustomerRecord) => ({
  customerId: customer.svc_customer_id,
  customer: exportedCustomer(customer),
});

const deletion = (
  { id, event: { time } }: ReadChange,
  about: Omit<ExportedDeletion, "type" | "id" | "time">,
): Outcome => ({ record: { type: "deleted", id, time, ...about } });
