import type { LineOutcome, UnmatchedCode } from "../../store/records/orders.ts";

const TAKEN: ReadonlySet<UnmatchedCode> = new Set<UnmatchedCode>(["bought_before", "no_wish"]);

/** Whether a line may go without a wish because another order had it. One that is not noted yet may be just about to. */
export const mayTakeWhatIsFree = (outcome: LineOutcome | undefined): boolean =>
  outcome === undefined || ("code" in outcome && TAKEN.has(outcome.code));
