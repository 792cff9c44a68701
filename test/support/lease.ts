import type { Redis } from "ioredis";
import type { Keys } from "../../src/store/keys/keys.ts";
import { acquireLease, type Lease } from "../../src/store/redis/structures/leases.ts";

/** Acquires a lease that is free, or whose holder is `dead`. */
export async function leaseOf(
  redis: Redis,
  keys: Keys,
  partition: number,
  options: { worker: string; dead?: Lease | undefined },
): Promise<Lease> {
  const { worker, dead } = options;
  const lease = await acquireLease(redis, keys, partition, { worker, dead: dead?.fence });
  if ("heldBy" in lease) throw new Error(`${partition} is held by ${lease.heldBy}`);
  return lease;
}
