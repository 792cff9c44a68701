import type { Run } from "../api/types.ts";

/** The state of an export run as the portal shows it: that of the API, or what the platform did with the records. */
export type RunOutcome = Run["status"] | "nothing to send" | "nothing accepted" | "partly accepted";

/** Counts the records that were read but not to be sent, such as wishes of customers without consent. */
export const skippedOf = ({ counts: { skipped } }: Pick<Run, "counts">): number =>
  Object.values(skipped).reduce((all, count) => all + count, 0);

/** Counts the records that the platform should accept. */
export const wantedOf = (run: Pick<Run, "counts">): number => run.counts.read - skippedOf(run);

/**
 * Returns the outcome of a run. For the API, a run has succeeded when all records were sent, even if the platform
 * rejected them.
 */
export function outcomeOf(run: Pick<Run, "status" | "counts">): RunOutcome {
  const { status, counts } = run;
  if (status !== "succeeded") return status;
  const wanted = wantedOf(run);
  if (wanted <= 0) return "nothing to send";
  if (counts.accepted === 0) return "nothing accepted";
  return counts.failed > 0 || counts.accepted < wanted ? "partly accepted" : "succeeded";
}
