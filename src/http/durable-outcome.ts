import { Unavailable } from "../actors/runtime/unavailable.ts";
import type { DurableWaits } from "../store/redis/durability/durable-waits.ts";
import type { Operation } from "../store/redis/durability/operation.ts";
import { NotDurable } from "../store/redis/failures.ts";
import { watched } from "../store/redis/sends.ts";

/**
 * Waits until what an operation wrote is durable, for up to `patienceMs`.
 * @throws {Unavailable} with an unknown outcome where it is not known to be
 */
export async function confirmDurable(
  waits: DurableWaits,
  operation: Operation,
  patienceMs: number,
): Promise<void> {
  try {
    await waits.confirmAll(operation, patienceMs);
  } catch (cause) {
    if (!(cause instanceof NotDurable)) throw cause;
    throw new Unavailable("whether the write is durable is unknown", { isUnknown: true, cause });
  }
}

/** Does some work. Resolves once what it wrote without a command is durable; rejects as {@link confirmDurable} does. */
export async function durably<T>(
  waits: DurableWaits,
  patienceMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const operation = waits.newOperation();
  const result = await watched(operation, work);
  await confirmDurable(waits, operation, patienceMs);
  return result;
}
