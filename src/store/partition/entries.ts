import { fieldOf, type StreamEntry } from "./streams.ts";

// The fields of entries in a partition's streams. Scripts write some of them too; the tests of these scripts compare
// both.

/** Returns the fields and values of a command's entry. */
export const commandFields = (payload: string): string[] => ["c", payload];

/** Returns the payload of a command's entry. */
export const payloadIn = (entry: StreamEntry): string => fieldOf(entry, "c");

/** Returns the JSON of an event's entry. */
export const eventIn = (entry: StreamEntry): string => fieldOf(entry, "e");

/** Returns the fields and values of a reply's entry. */
export const replyFields = (requestId: string, text: string): string[] => ["i", requestId, "r", text];

/** Returns the reply of an entry as JSON, and the id of its request. */
export const replyIn = (entry: StreamEntry): { requestId: string; text: string } => ({
  requestId: fieldOf(entry, "i"),
  text: fieldOf(entry, "r"),
});
