import type { EntryId } from "./ids.ts";

/** Events that one command may cause; leaves room for them between the ids of two commands. */
const EVENTS_PER_COMMAND = 2 ** 20;

/** Id of an event in its outbox: made from the command's place and the event's number, so a replay makes the same. */
export function eventId(at: EntryId, number: number): string {
  return `${at.ms}-${at.seq * EVENTS_PER_COMMAND + number}`;
}
