import type { OrderRecord } from "../../store/records/orders.ts";

/** What became of a line. */
type Outcome = OrderRecord["matches"][string];

const TAKEN = new Set(["bought before", "no wish for this variant"]);

/** Whether a line may go without a wish because another order had it. One that is not noted yet may be just about to. */
export const mayTakeWhatIsFree = (outcome: Outcome | undefined): boolean =>
  outcome === undefined || ("reason" in outcome && TAKEN.has(outcome.reason));
