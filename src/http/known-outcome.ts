import { Unavailable } from "../actors/runtime/unavailable.ts";
import { Problem } from "../ingest/problem.ts";
import { Effects } from "../store/redis/effects.ts";
import { isStoreAway } from "../store/redis/failures.ts";
import { watched } from "../store/redis/sends.ts";

const DETAIL = "Read before you repeat the write: it may have been carried out, or a part of it.";

/** Whether an error would be answered as if nothing had been applied. */
const saysNothingApplied = (err: unknown) => (err instanceof Unavailable ? !err.isUnknown : isStoreAway(err));

/**
 * Does the work of a request that is not one commit of an actor. Its errors are passed on.
 *
 * @throws {Problem} `OutcomeUnknown` if the store failed after something was written, or lost the reply to a write
 */
export async function withKnownOutcome<T>(work: () => Promise<T>): Promise<T> {
  const effects = new Effects();
  try {
    return await watched(effects, work);
  } catch (cause) {
    if (!effects.areAny || !saysNothingApplied(cause)) throw cause;
    throw new Problem("OutcomeUnknown", { detail: DETAIL, cause });
  }
}

/**
 * What a request has written, as it is read back for the answer.
 * @throws {Problem} `OutcomeUnknown` where it is not there: a failover of the store has lost it, or it was deleted since
 */
export function readBack<T>(found: T | undefined): T {
  if (found === undefined) throw new Problem("OutcomeUnknown", { detail: DETAIL });
  return found;
}
