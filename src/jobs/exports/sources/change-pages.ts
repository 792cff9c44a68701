import { decodeEvent, type Event, type EventOf } from "../../../actors/events/event.ts";
import { partitionOfEvent } from "../../../actors/events/public-event.ts";
import type { ChangeFeed } from "../../../store/changes/change-feed.ts";
import type { ChangeFeedEntry } from "../../../store/changes/feed-entry.ts";
import type { Position } from "../../../store/exports/export-run.ts";
import { compareEntryIds } from "../../../store/ids/entry-id.ts";
import { decodeOrSkip, type OnUndecodable } from "../../../store/records/undecodable.ts";

/** Number of changes that are read at once. */
const PAGE_SIZE = 1000;

/** A change with its decoded event. */
export interface ReadChange<E extends Event = Event> extends ChangeFeedEntry {
  event: E;
  partition: number;
}

/** Whether the event of a change has one of these types. */
export const isChangeOf = <T extends Event["type"]>(
  change: ReadChange,
  ...types: readonly T[]
): change is ReadChange<EventOf<T>> => types.some((type) => type === change.event.type);

export interface ChangePagesParts {
  changes: ChangeFeed;
  storeKey: string;
  onUndecodable: OnUndecodable;
}

/**
 * Reads the changes of a store in a time window, page by page, after the entry id `start`. Each page has the entry id
 * of its last change.
 */
export async function* changePages(
  { changes, storeKey, onUndecodable }: ChangePagesParts,
  { since = "", upTo = "", until = "0-0" }: Pick<Position, "since" | "upTo" | "until">,
  start: string,
): AsyncGenerator<{ published: ReadChange[]; last: string }> {
  let after = start;
  let isMore = true;
  while (isMore) {
    const page = await changes.after(storeKey, after, PAGE_SIZE);
    const within = page.filter(({ entryId }) => compareEntryIds(entryId, until) <= 0);
    const read = within.flatMap((change): ReadChange[] => {
      const partition = partitionOfEvent(change.id);
      const label = () => ({ storeKey, partition, id: change.id });
      const event = decodeOrSkip(decodeEvent, change.text, label, onUndecodable);
      return event ? [{ ...change, event, partition }] : [];
    });
    isMore = within.length > 0 && within.length === page.length;
    after = within.at(-1)?.entryId ?? after;
    yield { published: read.filter(({ event: { time } }) => time > since && time <= upTo), last: after };
  }
}
