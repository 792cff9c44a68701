import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { Draft } from "./draft.ts";

/** Data about an update that a platform sends without a request. Updates may arrive late and in any order. */
export interface PlatformUpdate {
  /** When the platform made the change, ISO 8601. */
  time?: string;
  /** Whether the platform has created the entity rather than changed it. */
  isCreation: boolean;
}

/**
 * Returns the state key of the deletion time of the entity of a slot. It is kept for 30 days, which is longer than
 * platforms repeat an update.
 */
export const tombstoneOf = (slot: string): StateKey<"tombstone"> => ({ kind: "tombstone", id: slot });

/** Returns the state key of the time of a customer's newest platform update. */
export const updateTimeOf = (slot: string): StateKey<"updateTime"> => ({ kind: "updateTime", id: slot });

/** Whether `time` is known, and before `known`. */
export const isBefore = (time: string | undefined, known: string | undefined): boolean =>
  time !== undefined && known !== undefined && Date.parse(time) < Date.parse(known);

/** Whether a deleted entity stays deleted: only an update from after the deletion restores it. */
export function staysDeleted(draft: Draft, slot: string, time: string | undefined): boolean {
  const deleted = draft.get(tombstoneOf(slot))?.time;
  return deleted !== undefined && !isBefore(deleted, time);
}
