import { defined } from "../../../collections/defined.ts";
import type { ExportReads, WishlistRow } from "../../../store/exports/export-reads.ts";
import type { Cursor } from "../../../store/exports/export-run.ts";
import {
  type RecordChoice,
  exportedCustomer,
  exportedItem,
  exportedWishlist,
  isChosen,
  skipReason,
} from "../records.ts";
import { type RowsAtEnd, unchangedRows } from "./exportable-rows.ts";
import type { Step } from "./source.ts";

/**
 * Number of items that are read with their wishlist, and number of further items that are read at once if it has more.
 */
const FIRST_ITEMS = 24;
const MORE_ITEMS = 1000;

type Catalogue = ReturnType<ExportReads["catalogue"]>;

const numbersAfter = (number: number, count: number) =>
  Array.from({ length: count }, (_, i) => number + 1 + i);

/**
 * Reads wishlists with all their items, in pages of limited size. The items of the first wishlist begin after the
 * number `after`.
 */
export async function* wishlistParts(
  reads: ExportReads,
  storeKey: string,
  ids: readonly string[],
  after = 0,
): AsyncGenerator<WishlistRow[]> {
  const rows = await reads.wishlists(
    storeKey,
    ids.map((id, i) => ({ id, numbers: numbersAfter(i === 0 ? after : 0, FIRST_ITEMS) })),
  );
  let page: WishlistRow[] = [];
  for (const [i, row] of rows.entries()) {
    if (!row || row.meta.deleted) continue;
    page.push(row);
    let read = (i === 0 ? after : 0) + FIRST_ITEMS;
    for (; read < row.meta.lastNumber; read += MORE_ITEMS) {
      yield page;
      const [more] = await reads.wishlists(storeKey, [
        { id: row.id, numbers: numbersAfter(read, MORE_ITEMS) },
      ]);
      page = more ? [more] : [];
    }
  }
  if (page.length > 0) yield page;
}

interface PublishOptions {
  choice: RecordChoice;
  end: RowsAtEnd | undefined;
  catalogue: Catalogue;
  /** Wishes that were created later are omitted, because their changes export them. ISO 8601. */
  upTo?: string | undefined;
  /** Distinguishes these records from earlier records of the same wishes that were withdrawn. */
  repeat?: string | undefined;
  /** Includes only wishes after this one. */
  after?: string | undefined;
  cursorOf: (itemId: string) => Cursor;
}

/** Returns a step for each item of the wishlists, in its current state. */
export async function stepsOf(
  reads: ExportReads,
  rows: readonly WishlistRow[],
  { choice, end, catalogue, upTo, after, cursorOf, repeat }: PublishOptions,
): Promise<Step[]> {
  const wanted = rows.filter((row) => isChosen(choice, row));
  const slots = new Map(
    wanted.flatMap(({ meta, partition }) => (meta.slot === null ? [] : [[meta.slot, partition] as const])),
  );
  const read = { rows: wanted, people: await reads.people(slots) };
  const { rows: chosen, people } = (await end?.apply(read, { allItems: true })) ?? unchangedRows(read);
  const wishes = chosen.flatMap((row) => {
    const customer = people.get(row.meta.slot ?? "");
    const skipped = skipReason(choice, row, customer);
    const context =
      customer && !skipped
        ? { customer: exportedCustomer(customer), wishlist: exportedWishlist(row.record) }
        : undefined;
    return row.items
      .filter(
        ({ id, createdTime }) =>
          (upTo === undefined || createdTime <= upTo) && (after === undefined || id > after),
      )
      .map((item) => ({ item, context, skipped, cursor: cursorOf(item.id) }));
  });
  const exported = wishes.filter(({ context }) => context);
  const products = (await catalogue(exported.map(({ item }) => item.product))).values();
  return wishes.map(({ item, context, skipped, cursor }) => {
    if (!context) return { cursor, ...defined({ skipped }) };
    return { cursor, record: exportedItem("added", context, item, products.next().value, repeat) };
  });
}
