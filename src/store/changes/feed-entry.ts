/** How long a change can be read, in milliseconds. */
export const KEPT_MS = 30 * 86_400_000;

export interface ChangeFeedEntry {
  /** Id of the event, the same in all representations. */
  id: string;
  /** Position in the feed. */
  entryId: string;
  /** The event's JSON. */
  text: string;
}

/** A text that sorts as the entry id does: both of its numbers may have 20 digits. */
export const sortableId = (entryId: string): string =>
  entryId
    .split("-")
    .map((number) => number.padStart(20, "0"))
    .join("-");
