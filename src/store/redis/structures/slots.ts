import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { loadScript } from "../script.ts";

const takeSlotScript = loadScript("structures/take-slot");

/** How long a slot is held without a renewal, and how often it is renewed, in milliseconds. */
const LIFETIME_MS = 30_000;
const RENEW_MS = 10_000;

/** Counts the held slots of a key, for display. A slot of a failed process counts for up to half a minute. */
export const slotsInUse = (redis: Redis, key: string): Promise<number> => redis.zcard(key);

/**
 * Runs `work` in one of the `limit` slots of a key, which all processes share. A slot of a failed process becomes
 * free after half a minute. Resolves to undefined, without running `work`, if no slot is free.
 */
export async function inSlot<T>(
  redis: Redis,
  key: string,
  limit: number,
  work: () => Promise<T>,
): Promise<{ result: T } | undefined> {
  const id = randomBytes(9).toString("base64url");
  const take = () => takeSlotScript.run(redis, [key], [id, limit.toString(), LIFETIME_MS.toString()]);
  if ((await take()) !== 1) return undefined;
  // A lost renewal is followed by the next one.
  const timer = setInterval(() => void take().catch(() => undefined), RENEW_MS);
  try {
    return { result: await work() };
  } finally {
    clearInterval(timer);
    await redis.zrem(key, id).catch(() => undefined);
  }
}
