import { defined } from "../../../store/defined.ts";
import type { ExportReads, WishlistRow } from "../../../store/exports/export-reads.ts";
import type { Cursor } from "../../../store/exports/export-run.ts";
import {
  type Choice,
  exportedCustomer,
  exportedItem,
  exportedWishlist,
  isChosen,
  skipReason,
} from "../records.ts";
import type { Step } from "./source.ts";

/** Items of a wishlist that are read with it; of a longer one the others follow, many at once. */
const FIRST_ITEMS = 24;
const MORE_ITEMS = 1000;

type Catalogue = ReturnType<ExportReads["catalogue"]>;

const numbersAfter = (number: number, count: number) =>
  Array.from({ length: count }, (_, i) => number + 1 + i);

/**
 * Wishlists with all their items, in pages of limited size. `after` is the item number to continue after, in the first
 * one.
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
  choice: Choice;
  catalogue: Catalogue;
  /** Wishes that were made later are left to the changes that made them, ISO 8601. */
  upTo?: string | undefined;
  /** Distinguishes these records from earlier ones of the same wishes, which were withdrawn since. */
  repeat?: string | undefined;
  /** Only wishes after this one. */
  after?: string | undefined;
  cursorOf: (itemId: string) => Cursor;
}

/** A step for each item of the wishlists, all in their current state. */
export async function stepsOf(
  reads: ExportReads,
  rows: readonly WishlistRow[],
  { choice, catalogue, upTo, after, cursorOf, repeat }: PublishOptions,
): Promise<Step[]> {
  const chosen = rows.filter((row) => isChosen(choice, row));
  const slots = new Map(
    chosen.flatMap(({ meta, partition }) => (meta.slot === null ? [] : [[meta.slot, partition] as const])),
  );
  const people = await reads.people(slots);
  const wishes = chosen.flatMap((row) => {
    const customer = people.get(row.meta.slot ?? "");
    const skipped = skipReason(choice, row, customer);
    const around =
      customer && !skipped
        ? { customer: exportedCustomer(customer), wishlist: exportedWishlist(row.record) }
        : undefined;
    return row.items
      .filter(
        ({ id, createdTime }) =>
          (upTo === undefined || createdTime <= upTo) && (after === undefined || id > after),
      )
      .map((item) => ({ item, around, skipped, cursor: cursorOf(item.id) }));
  });
  const exported = wishes.filter(({ around }) => around);
  const products = (await catalogue(exported.map(({ item }) => item.product))).values();
  return wishes.map(({ item, around, skipped, cursor }) => {
    if (!around) return { cursor, ...defined({ skipped }) };
    return { cursor, record: exportedItem("added", around, item, products.next().value, repeat) };
  });
}
