import type { LineOutcome, UnmatchedCode } from "../../store/records/orders.ts";

const TAKEN: ReadonlySet<UnmatchedCode> = new Set<UnmatchedCode>(["bought_before", "no_wish"]);

/** Whether a line may lack a wish because another order had it. A line without an outcome may be about to lack it. */
export const mayTakeWhatIsFree = (outcome: LineOutcome | undefined): boolean =>
  outcome === undefined || ("code" in outcome && TAKEN.has(outcome.code));
