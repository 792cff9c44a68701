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
import { markChanges, markLeftOut, readMarks } from "./marks.ts";
import { END } from "./source.ts";

interface WindowEndParts extends ChangePagesParts, RelayedParts {
  marks: WindowMarks;
  exportId: string;
  /** Called after each page of changes that is read; may throw. */
  onPage: () => void;
}

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

  get #span() {
    const { storeKey, exportId } = this.#parts;
    return { storeKey, exportId, since: this.#upTo };
  }

  /**
   * Returns what may be exported of the rows: a wishlist is private if it was private at the end of the window or is
   * now, and a customer has consented who had consented then and still does. With `allItems`, items that came from
   * another wishlist since are left out.
   */
  async apply({ rows, people }: ReadRows, { allItems } = { allItems: false }): Promise<ExportableRows> {
    const changed = [
      ...[...people.values()].map(({ changedMs }) => changedMs),
      ...rows.map(({ meta, record }) =>
        allItems ? timeOfVersion(meta.version) : Date.parse(record.modifiedTime),
      ),
    ].reduce((newest, ms) => Math.max(newest, ms), 0);
    if (changed <= this.#endMs) return unchangedRows({ rows, people });
    if (changed > this.#markedMs) await this.#markLater();
    const items = allItems ? rows.flatMap((row) => row.items.map(({ id }) => id)) : [];
    const wishlists = rows.map(({ id }) => id);
    const later = await readMarks(this.#parts.marks, this.#span, { slots: people.keys(), wishlists, items });
    const leftOut: { slots: string[]; wishlists: string[] } = { slots: [], wishlists: [] };

    const rowAtEnd = (row: WishlistRow): WishlistRow => {
      const visibility = later.firstVisibility(row.id)?.what;
      if (visibility === "private" && row.record.isPrivate) leftOut.wishlists.push(row.id);
      return {
        ...row,
        items: row.items.filter(({ id }) => later.arrival(id) === undefined),
        ...(visibility === "public" ? { record: { ...row.record, isPrivate: true } } : {}),
      };
    };
    const personAtEnd = (slot: string, record: CustomerRecord): CustomerRecord | undefined => {
      if (later.creation(slot) || timeOf(record.svc_customer_id) > this.#endMs) return undefined;
      const consent = later.firstConsent(slot)?.what;
      if (consent === "withdrawn" && !hasConsented(record)) leftOut.slots.push(slot);
      return consent === "given" ? { ...record, accepts_marketing: false } : record;
    };

    const atEnd = {
      rows: rows.map(rowAtEnd),
      people: new Map(
        [...people].flatMap(([slot, { record }]) => {
          const person = personAtEnd(slot, record);
          return person ? [[slot, person] as const] : [];
        }),
      ),
    };
    await markLeftOut(this.#parts.marks, this.#span, leftOut);
    return atEnd;
  }

  /** Marks the changes after the window, up to now. The next window has these marks too. */
  async #markLater(): Promise<void> {
    const { changes, storeKey, redis, keys, partitions, onPage } = this.#parts;
    // A change of this millisecond may still follow. The clocks of the servers may differ.
    const ms = Math.min(...(await partitionTimes(redis, keys, partitions))) - 1;
    await waitUntilRelayed(this.#parts);
    const later: Position = {
      reads: "changes",
      place: { at: this.#next, item: END },
      since: this.#upTo,
      // Later than any time.
      upTo: END,
      until: await changes.end(storeKey),
    };
    for await (const _ of markChanges(this.#parts, later)) onPage();
    this.#markedMs = ms;
  }
}
