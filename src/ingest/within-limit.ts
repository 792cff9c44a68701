import { LimitReached } from "../store/redis/structures/limited-hash.ts";
import { Problem } from "./problem.ts";

/**
 * Runs a creation that has a limit. If the limit is reached, throws the problem LimitExceeded, which names the limited
 * entities.
 */
export async function withinLimit<T>(what: string, create: () => Promise<T>, of = "store"): Promise<T> {
  try {
    return await create();
  } catch (cause) {
    if (!(cause instanceof LimitReached)) throw cause;
    const detail = `A ${of} has at most ${cause.limit} ${cause.what ?? what}.`;
    throw new Problem("LimitExceeded", { detail, cause });
  }
}
