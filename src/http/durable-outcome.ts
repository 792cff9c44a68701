import { Unavailable } from "../actors/runtime/unavailable.ts";
import { NotDurable } from "../store/redis/failures.ts";

/**
 * Does what waits until a write is durable.
 * @throws {Unavailable} with an unknown outcome where it is not known to be
 */
export async function withDurableOutcome<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof NotDurable)) throw cause;
    throw new Unavailable("whether the write is durable is unknown", { isUnknown: true, cause });
  }
}
