import { DAY_MS } from "../../units/durations.ts";

/** How long a change can be read, in milliseconds. */
export const CHANGES_KEPT_MS = 30 * DAY_MS;

/**
 * Matches the ids of all events in change feeds. They contain the time in milliseconds since 1970: ids of an outbox
 * (`<partition>-<time>-<number>`), and of endpoints that were disabled (`disabled-<endpoint>-<time>`). Test events have
 * no time, and are in no feed.
 */
export const EVENT_ID = /^(?:\d+-(\d{1,16})-\d+|disabled-.+-(\d{1,16}))$/;

/** An entry of a change feed. */
export interface ChangeFeedEntry {
  /** Id of the event, the same in all representations. */
  id: string;
  /** Position in the feed. */
  entryId: string;
  /** The event's JSON. */
  text: string;
}
