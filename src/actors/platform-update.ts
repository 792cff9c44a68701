import type { StateKey } from "../store/partition/state-keys.ts";
import type { Draft } from "./state.ts";

/** What a platform tells by itself, which may come late and in any order. */
export interface PlatformUpdate {
  /** When the platform changed what it tells of, ISO 8601. */
  time?: string;
  /** Tells that something is new to the platform, rather than changed. */
  isCreation: boolean;
}

/** When what had a slot was deleted; kept for a month, longer than any platform sends its news again. */
export const tombstoneOf = (slot: string): StateKey<"tombstone"> => ({ kind: "tombstone", owner: slot });

/** The time of the newest news of a customer. */
export const updateTimeOf = (slot: string): StateKey<"updateTime"> => ({ kind: "updateTime", owner: slot });

/** Whether `time` is known, and before `known`. */
export const isBefore = (time: string | undefined, known: string | undefined): boolean =>
  time !== undefined && known !== undefined && Date.parse(time) < Date.parse(known);

/** Whether something that was deleted stays so: only news of after the deletion brings it back. */
export function staysDeleted(draft: Draft, slot: string, time: string | undefined): boolean {
  const deleted = draft.get(tombstoneOf(slot))?.time;
  return deleted !== undefined && !isBefore(deleted, time);
}
