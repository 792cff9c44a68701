import type { EntryId } from "../../store/ids/entry-id.ts";
import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { Claim, DatedClaim } from "../../store/records/records.ts";

/** Returns the unique name of the reference that a claim is for. Claims of several holders have the same name. */
export const referenceName = ({ reference, storeKey, value }: Claim): string =>
  `${reference} ${storeKey} ${value}`;

/** Returns the state key of the outcome of a claim. Each claim has its own state key. */
export function claimStateKey(claim: Claim): StateKey<"claim"> {
  return { kind: "claim", id: claim.holder, field: referenceName(claim), claim };
}

/** Returns a claim, or its release, with the time of its command. */
export const datedClaim = (claim: Claim, { ms, seq }: EntryId): DatedClaim => ({ ...claim, at: ms, seq });
