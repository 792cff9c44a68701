import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";

/** Whether a tenant is suspended at this moment; false if it does not exist. */
export const isSuspended = async (
  redis: Redis,
  keys: Pick<Keys, "tenant">,
  tenant: string,
): Promise<boolean> => (await redis.hget(keys.tenant(tenant), "state")) === "suspended";
