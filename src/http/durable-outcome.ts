import { Unavailable } from "../actors/runtime/unavailable.ts";
import { NotDurable } from "../store/redis/failures.ts";

/**
 * Runs work that waits until a write is durable.
 *
 * @throws {Unavailable} with an unknown outcome if it is not known whether the write is durable
 */
export async function withDurableOutcome<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof NotDurable)) throw cause;
    throw new Unavailable("it is unknown whether the write is durable", { isUnknown: true, cause });
  }
}
