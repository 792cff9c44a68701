import type { EventOf } from "../../../actors/events/event.ts";
import type { ExportReads } from "../../../store/exports/export-reads.ts";
import type { Cursor } from "../../../store/exports/export-run.ts";
import type { WindowMarks } from "../../../store/exports/window-marks.ts";
import { type RecordChoice, mayExportPerson, wantsEvent } from "../records.ts";
import { isChangeOf, type ReadChange } from "./change-pages.ts";
import { recordOfChange } from "./change-to-record.ts";
import { exportedUntil, isNewPerson, isWithdrawnList, listExportedUntil } from "./change-window.ts";
import { slotOf } from "./marks.ts";
import { CHANGES, type ChangeWindow, isItemChange, type Page, readPage } from "./page.ts";
import { CURSOR_END, type SourceParts, type Step } from "./source.ts";
import { stepsOf, wishlistParts } from "./wishlist-parts.ts";

/**
 * Whether a change is an update of which the last one of its item is marked. Without a choice of events, the time of
 * the item's last change shows which one it is.
 */
export const isMarkedUpdate =
  (choice: RecordChoice) =>
  (change: ReadChange): boolean =>
    choice.events !== undefined &&
    isItemChange(change) &&
    CHANGES[change.event.type] === "updated" &&
    wantsEvent(choice, change.event.type);

/**
 * Whether a change can lead to a record: a wish changes, or wishes may now be exported, or may no longer be. If a wish
 * was removed from its list because it was purchased, the purchase is exported instead.
 */
export function isRelevant(change: ReadChange): boolean {
  const { event } = change;
  switch (event.type) {
    case "wishlist.item.removed":
      return !("orderKey" in event);
    case "wishlist.updated":
      return event.visibility !== undefined;
    case "customer.created":
      return event.isRecreated !== undefined || event.consent !== undefined;
    case "customer.updated":
      return event.consent !== undefined;
    case "wishlist.deleted":
    case "customer.deleted":
      return true;
    default:
      return isItemChange(change);
  }
}

/** Wishlists that may now be exported, and until when their wishes were made, ISO 8601. */
interface NewlyExportable {
  ids: string[];
  upTo: string;
}

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
    const request = { ...this.#parts, catalogue: this.#catalogue, window: this.#window };
    const page = await readPage(request, changes);
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
        cursor: { at: change.entryId, item: CURSOR_END },
        ...recordOfChange(page, change),
      });
    }
    if (steps.length > 0) yield steps;
  }

  /**
   * Finds wishlists that may now be exported, but could not at the start of the window, and until when their wishes
   * were made that the change exports; undefined if the change adds none.
   */
  async #newlyExportable(change: ReadChange, page: Page): Promise<NewlyExportable | undefined> {
    if (!wantsEvent(this.#window.choice, "wishlist.item.added")) return undefined;
    if (isChangeOf(change, "wishlist.updated")) return this.#shown(change, page);
    if (isChangeOf(change, "customer.created", "customer.updated")) return this.#granted(change, page);
    return undefined;
  }

  /** Like {@link #newlyExportable}, for a wishlist that has become public. */
  #shown(
    { event: { wishlistId, visibility }, entryId }: ReadChange<EventOf<"wishlist.updated">>,
    page: Page,
  ): NewlyExportable | undefined {
    const row = page.rows.get(wishlistId);
    const isShown = visibility === "public" && row?.record.isPrivate === false;
    if (!isShown || this.#window.choice.includePrivate) return undefined;
    const person = row.meta.slot ?? "";
    const { firstVisibility, lastShowing } = page.marks;
    const adding = isWithdrawnList(page, wishlistId) ? lastShowing : firstVisibility;
    // If the customer is also new, the change about the customer adds all wishlists.
    if (adding(wishlistId)?.entryId !== entryId || isNewPerson(page, person)) return undefined;
    return { ids: [wishlistId], upTo: listExportedUntil(page, row, person) };
  }

  /** Like {@link #newlyExportable}, for a customer who was created again, or has consented. */
  async #granted(
    { event, partition, entryId }: ReadChange<EventOf<"customer.created" | "customer.updated">>,
    page: Page,
  ): Promise<NewlyExportable | undefined> {
    const { choice, reads } = this.#parts;
    const slot = slotOf(event);
    const isGrant = event.consent === "given" || ("isRecreated" in event && !choice.onlyConsenting);
    if (!isGrant || !isNewPerson(page, slot)) return undefined;
    const customer = page.people.get(slot);
    if (!customer || !mayExportPerson(choice, customer)) return undefined;
    if (page.marks.lastGrant(slot)?.entryId !== entryId) return undefined;
    return {
      ids: await reads.wishlistsOf(partition, slot),
      upTo: exportedUntil(page, slot),
    };
  }

  /** Yields all wishes of wishlists, except those whose addition has its own change. */
  async *#stepsOfWishlists(
    { entryId: at }: ReadChange,
    { ids, upTo }: NewlyExportable,
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
    yield [{ cursor: { at, item: CURSOR_END } }];
  }
}
