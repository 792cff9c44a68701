import { Unavailable } from "../actors/runtime/unavailable.ts";
import { Problem } from "../ingest/problem.ts";
import { Effects } from "../store/redis/connection/effects.ts";
import { watched } from "../store/redis/connection/sends.ts";
import { isRedisAway } from "../store/redis/failures.ts";

const DETAIL = "Read before you repeat the write: it may have been applied completely or in part.";

/** Whether the answer to an error would say that nothing was changed. */
const saysNothingApplied = (err: unknown) => (err instanceof Unavailable ? !err.isUnknown : isRedisAway(err));

/**
 * Runs the work of a request that is not a single commit of an actor. Its errors are passed on.
 *
 * @throws {Problem} `OutcomeUnknown` if Redis failed after something was written, or if the reply to a write was lost
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

/** The record that a request has written is gone. */
export class RecordGone extends Problem {
  constructor() {
    super("OutcomeUnknown", { detail: DETAIL });
  }
}

/**
 * Returns the record that a request has written and read back for its answer.
 *
 * @throws {RecordGone} if there is no record: a failover of Redis has lost it, or it was deleted in the
 *   meantime
 */
export function readBack<T>(found: T | undefined): T {
  if (found === undefined) throw new RecordGone();
  return found;
}
