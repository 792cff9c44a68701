import { hasConsented } from "../../../actors/customer/consent.ts";
import type { WishlistRow } from "../../../store/exports/export-reads.ts";
import type { Position } from "../../../store/exports/export-run.ts";
import type { WindowMarks } from "../../../store/exports/window-marks.ts";
import { timeOfVersion } from "../../../store/ids/entry-id.ts";
import { timeOf } from "../../../store/ids/ids.ts";
import type { CustomerRecord } from "../../../store/records/records.ts";
import { partitionTimes } from "../../../store/redis/clock.ts";
import { type RelayedParts, waitUntilRelayed } from "../relayed-time.ts";
import type { ChangePagesParts } from "./change-pages.ts";
import { type ExportableRows, type ReadRows, type RowsAtEnd, unchangedRows } from "./exportable-rows.ts";
import { markChanges, markLeftOut, type Marks, readMarks } from "./marks.ts";
import { CURSOR_END } from "./source.ts";

interface WindowEndParts extends ChangePagesParts, RelayedParts {
  marks: WindowMarks;
  exportId: string;
  /** Called after each page of changes that is read; may throw. */
  onPage: () => void;
}

/** A customer with the slot of its address. */
type Person = readonly [slot: string, record: CustomerRecord];

/**
 * When the rows were changed last, in milliseconds since 1970. The metadata of a wishlist also change with its items,
 * which matters only if all of them are exported.
 */
const lastChangeOf = ({ rows, people }: ReadRows, allItems: boolean): number =>
  [
    ...[...people.values()].map(({ changedMs }) => changedMs),
    ...rows.map(({ meta, record }) =>
      allItems ? timeOfVersion(meta.version) : Date.parse(record.modifiedTime),
    ),
  ].reduce((newest, ms) => Math.max(newest, ms), 0);

/** Whether a wishlist is private only since the end of the window. */
const isHiddenLater = ({ id, record }: WishlistRow, later: Marks): boolean =>
  later.firstVisibility(id)?.what === "private" && record.isPrivate;

/** Whether a customer has no consent only since the end of the window. */
const hasWithdrawnLater = ([slot, record]: Person, later: Marks): boolean =>
  later.firstConsent(slot)?.what === "withdrawn" && !hasConsented(record);

/** Returns a wishlist with the items that it had, private if it was. */
const wishlistAtEnd = (row: WishlistRow, later: Marks): WishlistRow => ({
  ...row,
  items: row.items.filter(({ id }) => later.arrival(id) === undefined),
  ...(later.firstVisibility(row.id)?.what === "public" ? { record: { ...row.record, isPrivate: true } } : {}),
});

/** Returns a customer, without a consent that was given later. */
const personAtEnd = ([slot, record]: Person, later: Marks): CustomerRecord =>
  later.firstConsent(slot)?.what === "given" ? { ...record, accepts_marketing: false } : record;

/**
 * The end of a window. Records are read later, when a customer or a wishlist may have changed again. The next run takes
 * for granted that everything is exported that could be exported at the end of the window, and nothing else. A record
 * is therefore exported only if that was allowed at the end of the window, and still is. What is left out only because
 * of a later change is recorded for the next run.
 *
 * The later changes are found in the change feed. It is read only if a customer or wishlist has changed since the end.
 */
export class WindowEnd implements RowsAtEnd {
  readonly #parts: WindowEndParts;
  readonly #upTo: string;
  readonly #next: string;
  readonly #endMs: number;
  /** Changes up to this time are marked, in milliseconds since 1970. */
  #markedMs: number;

  constructor(parts: WindowEndParts, { upTo = "", next = "0-0" }: Pick<Position, "upTo" | "next">) {
    this.#parts = parts;
    this.#upTo = upTo;
    this.#next = next;
    this.#endMs = Date.parse(upTo);
    this.#markedMs = this.#endMs;
  }

  get #nextWindow() {
    const { storeKey, exportId } = this.#parts;
    return { storeKey, exportId, since: this.#upTo };
  }

  /**
   * Returns what may be exported of the rows: a wishlist is private if it was private at the end of the window or is
   * now, and a customer has consented who had consented then and still does. With `allItems`, items that came from
   * another wishlist since are left out.
   */
  async apply(read: ReadRows, { allItems } = { allItems: false }): Promise<ExportableRows> {
    const changed = lastChangeOf(read, allItems);
    if (changed <= this.#endMs) return unchangedRows(read);
    if (changed > this.#markedMs) await this.#markLater();
    const { rows, people } = read;
    const later = await readMarks(this.#parts.marks, this.#nextWindow, {
      slots: people.keys(),
      wishlists: rows.map(({ id }) => id),
      items: allItems ? rows.flatMap((row) => row.items.map(({ id }) => id)) : [],
    });
    const known = [...people]
      .map(([slot, { record }]) => [slot, record] as const)
      .filter(([slot, record]) => !later.creation(slot) && timeOf(record.svc_customer_id) <= this.#endMs);
    const leftOut = {
      slots: known.filter((each) => hasWithdrawnLater(each, later)).map(([slot]) => slot),
      wishlists: rows.filter((row) => isHiddenLater(row, later)).map(({ id }) => id),
    };
    await markLeftOut(this.#parts.marks, this.#nextWindow, leftOut);
    return {
      rows: rows.map((row) => wishlistAtEnd(row, later)),
      people: new Map(known.map(([slot, record]) => [slot, personAtEnd([slot, record], later)])),
    };
  }

  /** Marks the changes after the window, up to now. The next window has these marks too. */
  async #markLater(): Promise<void> {
    const { changes, storeKey, redis, keys, partitions, onPage } = this.#parts;
    // A change of this millisecond may still follow. The clocks of the servers may differ.
    const ms = Math.min(...(await partitionTimes(redis, keys, partitions))) - 1;
    await waitUntilRelayed(this.#parts);
    const later: Position = {
      reads: "changes",
      place: { at: this.#next, item: CURSOR_END },
      since: this.#upTo,
      // Later than any time.
      upTo: CURSOR_END,
      until: await changes.end(storeKey),
    };
    for await (const _ of markChanges(this.#parts, later)) onPage();
    this.#markedMs = ms;
  }
}
