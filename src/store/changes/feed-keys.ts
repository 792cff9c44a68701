import type { Keys } from "../keys.ts";
import type { Layout } from "../layout.ts";
import { fieldOf, type StreamEntry } from "../partition/streams.ts";
import type { ChangeFeedEntry } from "./feed-entry.ts";

/** The keys of a store's change feed; they are in one partition. */
export function feedKeys(keys: Keys, layout: Layout, storeKey: string) {
  const partition = layout.partitionOf(`changes ${storeKey}`);
  return {
    feed: keys.changes(partition, storeKey),
    positions: keys.changesPositions(partition, storeKey),
    segments: keys.changeSegments(partition, storeKey),
  };
}

/** The fields of an entry in the feed's stream, as `append-changes` writes them too. */
export const fieldsOfChange = ({ id, text }: Pick<ChangeFeedEntry, "id" | "text">): string[] => [
  "i",
  id,
  "e",
  text,
];

/** An entry of the feed's stream. */
export const entryOf = (entry: StreamEntry): ChangeFeedEntry => ({
  id: fieldOf(entry, "i"),
  entryId: entry[0],
  text: fieldOf(entry, "e"),
});
