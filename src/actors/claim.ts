import type { StateKey } from "../store/partition/state/state-keys.ts";
import type { Claim } from "../store/records/records.ts";

/** The state key that says whether a claim was granted. Each claim has its own. */
export function claimStateKey(claim: Claim): StateKey<"claim"> {
  const { reference, storeKey, value, holder } = claim;
  return { kind: "claim", id: holder, field: `${reference} ${storeKey} ${value}`, claim };
}
