import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { Claim } from "../../store/records/records.ts";

/** Returns the state key of the outcome of a claim. Each claim has its own state key. */
export function claimStateKey(claim: Claim): StateKey<"claim"> {
  const { reference, storeKey, value, holder } = claim;
  return { kind: "claim", id: holder, field: `${reference} ${storeKey} ${value}`, claim };
}
