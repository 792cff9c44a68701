import type { LineOutcome, UnmatchedCode } from "../../store/records/orders.ts";

const TAKEN: ReadonlySet<UnmatchedCode> = new Set<UnmatchedCode>(["bought_before", "no_wish"]);

/** Whether a line may have no wish because another order took it. A line without an outcome may end like that. */
export const mayTakeFreedWish = (outcome: LineOutcome | undefined): boolean =>
  outcome === undefined || ("code" in outcome && TAKEN.has(outcome.code));
