import type { StateKey } from "../../store/partition/state/state-keys.ts";
import { FAR_AHEAD, isFarAhead } from "../../store/records/far-ahead.ts";
import { refuse, type Rejection } from "../reply.ts";
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
export const tombstoneStateKey = (slot: string): StateKey<"tombstone"> => ({ kind: "tombstone", id: slot });

/** Returns the state key of the time of a customer's newest update by a platform or a row. */
export const updateTimeStateKey = (slot: string): StateKey<"updateTime"> => ({
  kind: "updateTime",
  id: slot,
});

/**
 * Returns a stored time of a sender, unless it is far ahead of `now`: earlier versions accepted such a time, and it
 * must not outdate every later row.
 */
export const credible = (known: string | undefined, now: string): string | undefined =>
  known === undefined || isFarAhead(known, now) ? undefined : known;

/** Whether `time` is known, and before the stored time `known`, if that is {@link credible}. */
export function isBefore(time: string | undefined, known: string | undefined, now: string): boolean {
  const newest = credible(known, now);
  return time !== undefined && newest !== undefined && Date.parse(time) < Date.parse(newest);
}

/** Times of a version of an order or a product. */
interface VersionTimes {
  /** When the sender made it, ISO 8601. */
  updatedTime?: string | null | undefined;
  /** When it arrived, ISO 8601. A stored version has this time only if its sender gave none. */
  arrivedTime?: string | undefined;
}

/** Returns the time of the whole second: platforms give times in seconds. */
export const wholeSecondOf = (time: string): string =>
  new Date(Math.floor(Date.parse(time) / 1000) * 1000).toISOString();

/** Whether a version is older than the stored one. A version without a time of its sender is as old as its arrival. */
export function isOlderVersion(
  { updatedTime, arrivedTime }: VersionTimes,
  known: VersionTimes,
  now: string,
): boolean {
  const knownArrival =
    updatedTime && known.arrivedTime ? wholeSecondOf(known.arrivedTime) : known.arrivedTime;
  const time = updatedTime ?? arrivedTime;
  return isBefore(time, known.updatedTime ?? undefined, now) || isBefore(time, knownArrival, now);
}

/**
 * Refuses a sender's time that is far ahead of `now`. Returns undefined if there is no time, or if it may be stored.
 *
 * @param path JSON Pointer of the field with the time
 */
export const refuseFarAhead = (
  time: string | null | undefined,
  path: string,
  now: string,
): Rejection | undefined =>
  typeof time === "string" && isFarAhead(time, now) ? refuse("InvalidInput", FAR_AHEAD, path) : undefined;

/** Whether a deleted entity stays deleted: only an update from after the deletion restores it. */
export function staysDeleted(draft: Draft, slot: string, time: string | undefined): boolean {
  const deleted = draft.get(tombstoneStateKey(slot))?.time;
  return deleted !== undefined && (time === undefined || Date.parse(deleted) >= Date.parse(time));
}
