import { type Event, isRemovalByPurchase } from "../../../actors/events/event.ts";
import type { ExportReads } from "../../../store/exports/export-reads.ts";
import type { Cursor } from "../../../store/exports/export-run.ts";
import type { WindowMarks } from "../../../store/exports/window-marks.ts";
import { type Choice, mayExportPerson } from "../records.ts";
import type { ReadChange } from "./change-pages.ts";
import { recordOfChange } from "./change-to-record.ts";
import {
  type ChangeWindow,
  exportedUntil,
  isNewPerson,
  isWanted,
  isWithdrawnList,
  listExportedUntil,
} from "./change-window.ts";
import { slotOf } from "./marks.ts";
import { CHANGES, type Page, readPage } from "./page.ts";
import { END, type SourceParts, type Step } from "./source.ts";
import { stepsOf, wishlistParts } from "./wishlist-parts.ts";

/**
 * Whether a change is an update of which the last one of its item is marked. Without a choice of events, the time of the
 * item's last change shows which one it is.
 */
export const isMarkedUpdate =
  (choice: Choice) =>
  ({ type }: Event): boolean =>
    choice.events !== undefined && CHANGES[type] === "updated" && isWanted({ choice }, type);

/**
 * Whether a change can lead to a record: a wish changes, or wishes may now be exported, or may no longer be. If a wish
 * was removed from its list because it was purchased, the purchase is exported instead.
 */
export const isRelevant = (event: Event): boolean => !isRemovalByPurchase(event) && isAboutWishes(event);

const isAboutWishes = ({ type, consent, isRecreated, visibility }: Event): boolean =>
  type in CHANGES ||
  type === "wishlist.item.removed" ||
  type === "wishlist.deleted" ||
  type === "customer.deleted" ||
  isRecreated !== undefined ||
  consent !== undefined ||
  visibility !== undefined;

export interface ChangeStepsParts extends SourceParts {
  marks: WindowMarks;
  exportId: string;
}

/** Converts the changes of a window to steps. */
export class ChangeSteps {
  readonly #parts: ChangeStepsParts;
  readonly #catalogue: ReturnType<ExportReads["catalogue"]>;
  readonly #window: ChangeWindow;
  readonly #start: Cursor;

  /** The window is after `since`, until `upTo`. Reading begins at `start`. */
  constructor(
    parts: ChangeStepsParts,
    { since, upTo, start }: { since: string; upTo: string; start: Cursor },
  ) {
    this.#parts = parts;
    this.#catalogue = parts.reads.catalogue(parts.storeKey);
    this.#window = { choice: parts.choice, since, upTo };
    this.#start = start;
  }

  /** Yields the steps of a page of changes, in their order. */
  async *of(changes: readonly ReadChange[]): AsyncGenerator<Step[]> {
    const { storeKey, exportId } = this.#parts;
    const span = { storeKey, exportId, since: this.#window.since };
    const isChosen = this.#window.choice.events !== undefined;
    const parts = { ...this.#parts, catalogue: this.#catalogue, span, isChosen };
    const page = await readPage(parts, changes, (event) => isWanted(this.#window, event.type));
    let steps: Step[] = [];
    for (const change of changes) {
      const found = await this.#newlyExportable(change, page);
      if (found) {
        if (steps.length > 0) yield steps;
        steps = [];
        yield* this.#stepsOfWishlists(change, found);
        continue;
      }
      steps.push({
        cursor: { at: change.entryId, item: END },
        ...recordOfChange(this.#window, change, page),
      });
    }
    if (steps.length > 0) yield steps;
  }

  /**
   * Finds wishlists that may now be exported, but could not at the start of the window, and until when their wishes were
   * made that the change exports; undefined if the change adds none.
   */
  async #newlyExportable(
    { event, partition, entryId }: ReadChange,
    page: Page,
  ): Promise<{ ids: string[]; upTo: string } | undefined> {
    const { choice, reads } = this.#parts;
    const { visibility, consent, isRecreated, wishlistId = "" } = event;
    if (!isWanted(this.#window, "wishlist.item.added")) return undefined;
    const row = page.rows.get(wishlistId);
    if (visibility === "public" && !choice.includePrivate && row?.record.isPrivate === false) {
      const person = row.meta.slot ?? "";
      const { firstVisibility, lastShowing } = page.marks;
      const adding = isWithdrawnList(this.#window, wishlistId, page) ? lastShowing : firstVisibility;
      // If the customer is also new, the change about the customer adds all wishlists.
      if (adding(wishlistId)?.entryId !== entryId || isNewPerson(this.#window, person, page))
        return undefined;
      return { ids: [wishlistId], upTo: listExportedUntil(this.#window, row, person, page) };
    }
    const slot = slotOf(event);
    const isGrant = consent === "given" || (isRecreated && !choice.onlyConsenting);
    if (!isGrant || !isNewPerson(this.#window, slot, page)) return undefined;
    const customer = page.people.get(slot);
    if (!customer || !mayExportPerson(choice, customer)) return undefined;
    if (page.marks.lastGrant(slot)?.entryId !== entryId) return undefined;
    return {
      ids: await reads.wishlistsOf(partition, slot),
      upTo: exportedUntil(this.#window, slot, page),
    };
  }

  /** Yields all wishes of wishlists, except those whose addition has its own change. */
  async *#stepsOfWishlists(
    { entryId: at }: ReadChange,
    { ids, upTo }: { ids: string[]; upTo: string },
  ): AsyncGenerator<Step[]> {
    const { reads, storeKey, choice, end } = this.#parts;
    for await (const rows of wishlistParts(reads, storeKey, ids)) {
      yield await stepsOf(reads, rows, {
        choice,
        end,
        catalogue: this.#catalogue,
        upTo,
        after: at === this.#start.at ? this.#start.item : undefined,
        cursorOf: (item) => ({ at, item }),
        repeat: Date.parse(this.#window.since).toString(36),
      });
    }
    yield [{ cursor: { at, item: END } }];
  }
}
