import { DAY_MS } from "../../units/durations.ts";

/** How long a change can be read, in milliseconds. */
export const KEPT_MS = 30 * DAY_MS;

/** An entry of a change feed. */
export interface ChangeFeedEntry {
  /** Id of the event, the same in all representations. */
  id: string;
  /** Position in the feed. */
  entryId: string;
  /** The event's JSON. */
  text: string;
}
