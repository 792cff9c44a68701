import { LimitReached } from "../store/redis/limited-hash.ts";
import { Problem } from "./problem.ts";

/** Runs a creation that the store limits. At the limit the answer is LimitExceeded, and names the limited entities. */
export async function withinLimit<T>(what: string, create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (cause) {
    if (!(cause instanceof LimitReached)) throw cause;
    throw new Problem("LimitExceeded", { detail: `A store has at most ${cause.limit} ${what}.`, cause });
  }
}
