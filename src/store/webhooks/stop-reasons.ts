import { defined } from "../../collections/defined.ts";

/**
 * Why the service disabled an endpoint. The codes are stored and a part of the API, so they must keep their meaning.
 */
export const DISABLED_REASONS = ["receiver_gone", "attempts_failed"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Why a replay stopped early. The codes are stored and a part of the API, so they must keep their meaning. */
export const REPLAY_REASONS = [
  "endpoint_disabled",
  "events_lost",
  "nothing_accepted",
  "limit_reached",
  "given_up",
] as const;
export type ReplayReason = (typeof REPLAY_REASONS)[number];

/** What is stored about a disabled endpoint; earlier versions stored the reason as a sentence. */
interface StoredReason {
  reason?: string;
  failingSince?: string;
}

/** A {@link StoredReason} of this version. */
export interface DisabledBecause {
  reason?: DisabledReason;
  /** Since when every attempt has failed, ISO 8601. */
  failingSince?: string;
}

/** The sentences that earlier versions stored instead of codes. They must not change. */
const GONE = "the receiver answered 410";
const FAILED = "every attempt has failed since ";
const REPLAY_CODES: ReadonlyMap<string, ReplayReason> = new Map([
  ["the endpoint is disabled", "endpoint_disabled"],
  ["the next events are lost", "events_lost"],
  ["the receiver accepted no event of a batch", "nothing_accepted"],
  ["the receiver took no event of a batch", "nothing_accepted"],
  ["10000 events were sent", "limit_reached"],
  ["the service stopped or failed during the replay too often", "given_up"],
]);

/** Reads why an endpoint was disabled from a record that may be of an earlier version. */
export function readDisabled({ reason: text, failingSince }: StoredReason): DisabledBecause {
  const code =
    DISABLED_REASONS.find((each) => each === text) ?? (text === GONE ? "receiver_gone" : undefined);
  if (code === undefined && text?.startsWith(FAILED))
    return { reason: "attempts_failed", failingSince: failingSince ?? text.slice(FAILED.length) };
  return defined({ reason: code, failingSince });
}

/** Reads why a replay stopped from a record that may be of an earlier version; undefined if it does not say. */
export const readReplayReason = (text: string | undefined): ReplayReason | undefined =>
  text === undefined ? undefined : (REPLAY_REASONS.find((code) => code === text) ?? REPLAY_CODES.get(text));
