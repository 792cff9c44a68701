import { LimitReached } from "../store/redis/limited-hash.ts";
import { Problem } from "./problem.ts";

/**
 * Runs a creation that the store limits. Where the limit is reached the answer is LimitExceeded, and says of what there
 * are so many.
 */
export async function withinLimit<T>(what: string, create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (cause) {
    if (!(cause instanceof LimitReached)) throw cause;
    throw new Problem("LimitExceeded", { detail: `A store has at most ${cause.limit} ${what}.`, cause });
  }
}
