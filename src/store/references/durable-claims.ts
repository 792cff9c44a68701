import type { DatedClaim } from "../records/records.ts";
import type { DurableWaits } from "../redis/durability/durable-waits.ts";
import type { References } from "./references.ts";

/**
 * Claims references like {@link References.tryClaims}, and waits until the granted claims are durable. A claim that may
 * not be durable has failed; its holder may claim again. `references` must use the connection of `waits`.
 */
export async function claimDurably(
  references: References,
  waits: DurableWaits,
  claims: readonly DatedClaim[],
): Promise<PromiseSettledResult<"granted" | "taken">[]> {
  const written = claims.map((claim) => {
    const key = references.hashOf(claim);
    return { key, path: waits.pathOf(key) };
  });
  const outcomes = await references.tryClaims(claims);
  const isGranted = (i: number) => {
    const outcome = outcomes[i];
    return outcome?.status === "fulfilled" && outcome.value === "granted";
  };
  const granted = [...claims.keys()].filter(isGranted);
  // A claim that its holder already had may have been written over another connection.
  const faults = await waits.confirm(
    granted.flatMap((i) => written[i] ?? []),
    { isShared: true },
  );
  for (const [n, i] of granted.entries())
    if (faults[n]) outcomes[i] = { status: "rejected", reason: faults[n] };
  return outcomes;
}
