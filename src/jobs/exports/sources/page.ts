import type { Event } from "../../../actors/events/event.ts";
import type { ChangeFeedEntry } from "../../../store/changes/feed-entry.ts";
import type { CatalogueRow, ExportReads, WishlistRow } from "../../../store/exports/export-reads.ts";
import type { FirstChanges, MarkedChange, Span } from "../../../store/exports/first-changes.ts";
import { parseItemId } from "../../../store/ids.ts";
import { slotName } from "../../../store/keys/slots.ts";
import type { CustomerRecord, ItemRecord, RemovedItemRecord } from "../../../store/records/records.ts";
import type { ExportedItem } from "../connector.ts";

/** A change with its decoded event. */
export interface ReadChange extends ChangeFeedEntry {
  event: Event;
  partition: number;
}

type ItemChange = ExportedItem["change"];

/** The exported change of each type of event about an item. */
export const CHANGES: Partial<Record<Event["type"], ItemChange>> = {
  "wishlist.item.added": "added",
  "wishlist.item.updated": "updated",
  "wishlist.item.purchased": "purchased",
  "wishlist.item.purchase_reverted": "updated",
};

/** Returns the slot of an event's customer. */
export const slotOf = ({ storeKey, customerKey, ownerKey }: Event): string =>
  slotName(storeKey, customerKey ?? ownerKey ?? "");

const consentOf = (slot: string) => `c ${slot}`;
const visibilityOf = (wishlistId: string) => `v ${wishlistId}`;

/** The records of a page of changes, in their current state. */
export interface Page {
  rows: ReadonlyMap<string, WishlistRow>;
  people: ReadonlyMap<string, CustomerRecord>;
  items: ReadonlyMap<string, ItemRecord>;
  /** Items that were removed from their list. */
  removed: ReadonlyMap<string, RemovedItemRecord>;
  products: ReadonlyMap<string, CatalogueRow | undefined>;
  /** Returns a customer's first change of consent since the start of the span. */
  firstConsent: (slot: string) => MarkedChange | undefined;
  firstVisibility: (wishlistId: string) => MarkedChange | undefined;
  /** Returns the entry id of an item's last change of a kind within the page. */
  last: (itemId: string, kind: ItemChange) => string | undefined;
}

interface Parts {
  reads: ExportReads;
  catalogue: ReturnType<ExportReads["catalogue"]>;
  firsts: FirstChanges;
  span: Span;
}

/** Reads the records of changes. `isWanted` decides which changes are exported. */
export async function readPage(
  { reads, catalogue, firsts, span }: Parts,
  changes: readonly ReadChange[],
  isWanted: (event: Event) => boolean,
): Promise<Page> {
  const { storeKey } = span;
  const marked = changes.flatMap(markedOf);
  await firsts.add(span, marked);
  const rows = await wishlistsOf(reads, storeKey, changes);
  const slots = new Map<string, number>();
  for (const { event, partition } of changes)
    if (event.customerKey ?? event.ownerKey) slots.set(slotOf(event), partition);
  for (const { meta, partition } of rows.values()) if (meta.slot !== null) slots.set(meta.slot, partition);
  const items = new Map(
    [...rows.values()].flatMap((row) => row.items.map((item) => [item.id, item] as const)),
  );
  const removed = await removedItems(reads, changes, items);
  const exported = [...items.values(), ...removed.values()];
  const products = await catalogue(exported.map(({ product }) => product));
  const first = await firsts.find(span, [
    ...[...slots.keys()].map(consentOf),
    ...[...rows.keys()].map(visibilityOf),
  ]);
  const last = new Map<string, string>();
  for (const { entryId, event } of changes) {
    const kind = CHANGES[event.type];
    if (kind && isWanted(event)) last.set(`${kind} ${event.itemId ?? ""}`, entryId);
  }
  return {
    rows,
    people: await reads.people(slots),
    items,
    removed,
    products: new Map(exported.map(({ id }, i) => [id, products[i]])),
    firstConsent: (slot) => first.get(consentOf(slot)),
    firstVisibility: (wishlistId) => first.get(visibilityOf(wishlistId)),
    last: (itemId, kind) => last.get(`${kind} ${itemId}`),
  };
}

function markedOf({ entryId, event }: ReadChange): MarkedChange[] {
  const { consent, visibility, wishlistId = "" } = event;
  if (consent) return [{ name: consentOf(slotOf(event)), entryId, what: consent }];
  return visibility ? [{ name: visibilityOf(wishlistId), entryId, what: visibility }] : [];
}

/** Reads the wishlists of changes, with the changed items. */
async function wishlistsOf(
  reads: ExportReads,
  storeKey: string,
  changes: readonly ReadChange[],
): Promise<Map<string, WishlistRow>> {
  const numbers = new Map<string, Set<number>>();
  for (const { event } of changes) {
    const { wishlistId, itemId } = event;
    if (wishlistId === undefined) continue;
    const itemNumbers = numbers.get(wishlistId) ?? new Set();
    numbers.set(wishlistId, itemNumbers);
    const address = itemId === undefined ? undefined : parseItemId(itemId);
    if (address) itemNumbers.add(address.number);
  }
  const wanted = [...numbers].map(([id, itemNumbers]) => ({ id, numbers: [...itemNumbers] }));
  const rows = (await reads.wishlists(storeKey, wanted)).filter((row) => row !== undefined);
  return new Map(rows.map((row) => [row.id, row]));
}

async function removedItems(
  reads: ExportReads,
  changes: readonly ReadChange[],
  items: ReadonlyMap<string, ItemRecord>,
): Promise<Map<string, RemovedItemRecord>> {
  const ids = new Set(changes.flatMap(({ event: { itemId } }) => (itemId === undefined ? [] : [itemId])));
  const addresses = [...ids].flatMap((id) => (items.has(id) ? [] : (parseItemId(id) ?? [])));
  const found = await reads.removedItems(addresses);
  return new Map(found.map((item) => [item.id, item]));
}
