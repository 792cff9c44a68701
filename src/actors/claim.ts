import type { Cell } from "../store/partition/cells.ts";
import type { Claim } from "../store/records/records.ts";

/** The cell that tells whether a claim was granted. No two claims share one. */
export function claimCell(claim: Claim): Cell<"claim"> {
  const { reference, storeKey, value, holder } = claim;
  return { kind: "claim", of: holder, field: `${reference} ${storeKey} ${value}`, claim };
}
