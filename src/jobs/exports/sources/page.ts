import type { EventOf } from "../../../actors/events/event.ts";
import type { CatalogueRow, ExportReads, WishlistRow } from "../../../store/exports/export-reads.ts";
import type { WindowMarks } from "../../../store/exports/window-marks.ts";
import { parseItemId } from "../../../store/ids/ids.ts";
import { slotName } from "../../../store/keys/slots.ts";
import type { CustomerRecord, ItemRecord, RemovedItemRecord } from "../../../store/records/records.ts";
import type { ExportedItem } from "../connector.ts";
import { type RecordChoice, wantsEvent } from "../records.ts";
import type { ReadChange } from "./change-pages.ts";
import { type RowsAtEnd, unchangedRows } from "./exportable-rows.ts";
import { type Marks, readMarks, slotOf } from "./marks.ts";

type ItemChange = ExportedItem["change"];

/** The types of events about an item whose state is exported. */
type ExportedType =
  | "wishlist.item.added"
  | "wishlist.item.updated"
  | "wishlist.item.purchased"
  | "wishlist.item.purchase_reverted";

/** The exported change of each of these types. */
export const CHANGES: Readonly<Record<ExportedType, ItemChange>> = {
  "wishlist.item.added": "added",
  "wishlist.item.updated": "updated",
  "wishlist.item.purchased": "purchased",
  "wishlist.item.purchase_reverted": "updated",
};

/** A change after which an item is exported. */
export type ReadItemChange = ReadChange<EventOf<ExportedType>>;

/** Whether an item is exported after a change. */
export const isItemChange = (change: ReadChange): change is ReadItemChange =>
  Object.hasOwn(CHANGES, change.event.type);

/**
 * The window of time whose changes are exported. Everything that existed and could be exported at its start is already
 * exported. A wish that was created within the window is therefore exported as added, even if it changed since, and a
 * wish that was added and removed within the window is not exported.
 */
export interface ChangeWindow {
  choice: RecordChoice;
  /** When it begins and when it ends, ISO 8601. */
  since: string;
  upTo: string;
}

/** The records of a page of changes, in their current state. */
export interface Page {
  window: ChangeWindow;
  rows: ReadonlyMap<string, WishlistRow>;
  people: ReadonlyMap<string, CustomerRecord>;
  items: ReadonlyMap<string, ItemRecord>;
  /** Items that were removed from their list. */
  removed: ReadonlyMap<string, RemovedItemRecord>;
  products: ReadonlyMap<string, CatalogueRow | undefined>;
  marks: Marks;
  /** Returns the entry id of an item's last change of a kind within the page. */
  last: (itemId: string, kind: ItemChange) => string | undefined;
}

interface PageRequest {
  reads: ExportReads;
  catalogue: ReturnType<ExportReads["catalogue"]>;
  marks: WindowMarks;
  storeKey: string;
  exportId: string;
  end?: RowsAtEnd | undefined;
  window: ChangeWindow;
}

/** Reads the records of changes. */
export async function readPage(
  { reads, catalogue, marks, storeKey, exportId, end, window }: PageRequest,
  changes: readonly ReadChange[],
): Promise<Page> {
  const { choice, since } = window;
  const found = await wishlistsOf(reads, storeKey, changes);
  const slots = new Map<string, number>();
  for (const { event, partition } of changes) {
    if ("customerKey" in event) slots.set(slotOf(event), partition);
    if ("ownerKey" in event) slots.set(slotName(storeKey, event.ownerKey), partition);
  }
  for (const { meta, partition } of found) if (meta.slot !== null) slots.set(meta.slot, partition);
  const read = { rows: found, people: await reads.people(slots) };
  const { rows, people } = (await end?.apply(read)) ?? unchangedRows(read);
  const items = new Map(rows.flatMap((row) => row.items.map((item) => [item.id, item] as const)));
  const removed = await removedItems(reads, changes, items);
  const exported = [...items.values(), ...removed.values()];
  const products = await catalogue(exported.map(({ product }) => product));
  const last = new Map<string, string>();
  for (const { entryId, event } of changes.filter(isItemChange))
    if (wantsEvent(choice, event.type)) last.set(`${CHANGES[event.type]} ${event.itemId}`, entryId);
  const itemIds = changes.flatMap(({ event }) => ("itemId" in event ? event.itemId : []));
  return {
    window,
    rows: new Map(rows.map((row) => [row.id, row])),
    people,
    items,
    removed,
    products: new Map(exported.map(({ id }, i) => [id, products[i]])),
    marks: await readMarks(
      marks,
      { storeKey, exportId, since },
      {
        slots: slots.keys(),
        wishlists: rows.map(({ id }) => id),
        items: itemIds,
        updated: choice.events === undefined ? [] : itemIds,
      },
    ),
    last: (itemId, kind) => last.get(`${kind} ${itemId}`),
  };
}

/** Reads the wishlists of changes, with the changed items. */
async function wishlistsOf(
  reads: ExportReads,
  storeKey: string,
  changes: readonly ReadChange[],
): Promise<WishlistRow[]> {
  const numbers = new Map<string, Set<number>>();
  for (const { event } of changes) {
    if (!("wishlistId" in event)) continue;
    const { wishlistId } = event;
    const itemNumbers = numbers.get(wishlistId) ?? new Set();
    numbers.set(wishlistId, itemNumbers);
    const address = "itemId" in event ? parseItemId(event.itemId) : undefined;
    if (address) itemNumbers.add(address.number);
  }
  const wanted = [...numbers].map(([id, itemNumbers]) => ({ id, numbers: [...itemNumbers] }));
  return (await reads.wishlists(storeKey, wanted)).filter((row) => row !== undefined);
}

async function removedItems(
  reads: ExportReads,
  changes: readonly ReadChange[],
  items: ReadonlyMap<string, ItemRecord>,
): Promise<Map<string, RemovedItemRecord>> {
  const ids = new Set(changes.flatMap(({ event }) => ("itemId" in event ? event.itemId : [])));
  const addresses = [...ids].flatMap((id) => (items.has(id) ? [] : (parseItemId(id) ?? [])));
  const found = await reads.removedItems(addresses);
  return new Map(found.map((item) => [item.id, item]));
}
