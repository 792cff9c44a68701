import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import { fieldOf, type StreamEntry } from "../partition/streams.ts";
import type { ChangeFeedEntry } from "./feed-entry.ts";
import { storedTextOf, type TextField, textOfStored } from "./stored-text.ts";

/** Returns the keys of a store's change feed, which are in one partition. */
export function feedKeys(keys: Keys, layout: Layout, storeKey: string) {
  const partition = layout.partitionOf(`changes ${storeKey}`);
  return {
    feed: keys.changes(partition, storeKey),
    positions: keys.changesPositions(partition, storeKey),
    segments: keys.changeSegments(partition, storeKey),
  };
}

/** Returns the fields of an entry in a store's feed. The script `append-changes` writes the same fields. */
export const fieldsOfChange = (
  storeKey: string,
  { id, text }: Pick<ChangeFeedEntry, "id" | "text">,
): string[] => ["i", id, ...storedTextOf({ id, storeKey, text })];

/** Reads an entry of a store's feed. */
export function entryOf(storeKey: string, entry: StreamEntry): ChangeFeedEntry {
  const id = fieldOf(entry, "i");
  const short = fieldOf(entry, "s");
  const [field, text]: [TextField, string] = short === "" ? ["e", fieldOf(entry, "e")] : ["s", short];
  return { id, entryId: entry[0], text: textOfStored(field, { id, storeKey, text }) };
}
