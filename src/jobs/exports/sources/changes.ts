import { decodeEvent } from "../../../actors/events/event.ts";
import { partitionOfEvent } from "../../../actors/events/public-event.ts";
import type { ChangeFeed } from "../../../store/changes/change-feed.ts";
import type { Position } from "../../../store/exports/export-run.ts";
import { decodeOrSkip, type OnUndecodable } from "../../../store/records/undecodable.ts";
import { ChangeSteps, type ChangeStepsParts, isRelevant } from "./change-steps.ts";
import type { ReadChange } from "./page.ts";
import { END, isAfterCursor, type Source } from "./source.ts";

/** Number of changes that are read at once. */
const CHANGE_BATCH_SIZE = 1000;

interface ChangesParts extends ChangeStepsParts {
  changes: ChangeFeed;
  onUndecodable: OnUndecodable;
}

const msOf = (entryId: string) => Number.parseInt(entryId, 10);

/** Returns the entry id immediately before another one. */
function beforeOf(entryId: string): string {
  const [ms = "0", seq = "0"] = entryId.split("-");
  return seq === "0" ? `${Number(ms) - 1}-${Number.MAX_SAFE_INTEGER}` : `${ms}-${Number(seq) - 1}`;
}

/**
 * Reads the records of a store's changes in a time window. The cursor is the change, and the item if a change leads to
 * several records.
 */
export async function* changesSource(
  { changes, onUndecodable, ...parts }: ChangesParts,
  { place, since = "", upTo = "", until = "0-0" }: Position,
): Source {
  const { storeKey } = parts;
  const end = { at: until, item: END };
  const steps = new ChangeSteps(parts, { since, upTo, start: place });
  const wholeMs = Math.max(1, msOf(until) - msOf(place.at));
  let after = place.item === END ? place.at : beforeOf(place.at);
  for (let isMore = true; isMore;) {
    const page = await changes.after(storeKey, after, CHANGE_BATCH_SIZE);
    const within = page.filter((change) => !isAfterCursor({ at: change.entryId, item: END }, end));
    const published = within
      .flatMap((change): ReadChange[] => {
        const partition = partitionOfEvent(change.id);
        const label = () => ({ storeKey, partition, id: change.id });
        const event = decodeOrSkip(decodeEvent, change.text, label, onUndecodable);
        return event ? [{ ...change, event, partition }] : [];
      })
      .filter(({ event }) => isRelevant(event) && event.time > since && event.time <= upTo);
    yield* steps.of(published);
    isMore = within.length > 0 && within.length === page.length;
    const last = within.at(-1)?.entryId ?? after;
    yield [{ cursor: { at: last, item: END }, share: (msOf(last) - msOf(after)) / wholeMs }];
    after = last;
  }
}
