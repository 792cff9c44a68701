import type { OrderRecord } from "../../store/orders.ts";

/** What became of a line. */
type Outcome = OrderRecord["matches"][string];

/** Whether a line may find its wish once the catalogue knows its variant. */
export const isStillWaiting = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && "reason" in outcome && outcome.reason === "the variant is not known";
