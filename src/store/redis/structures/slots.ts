import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { loadScript } from "../script.ts";

const takeSlotScript = loadScript("structures/take-slot");

/** How long a slot is held without a sign of life, and how often there is one. */
const LIFETIME_MS = 30_000;
const RENEW_MS = 10_000;

/** How many slots of a key are held, to be shown: one of a vanished process counts until half a minute has passed. */
export const slotsInUse = (redis: Redis, key: string): Promise<number> => redis.zcard(key);

/**
 * Runs `work` in one of `most` slots that a key has, for all processes together; a vanished process gives its slots
 * back after half a minute. Resolves to undefined, with nothing done, where no slot is free.
 */
export async function inSlot<T>(
  redis: Redis,
  key: string,
  most: number,
  work: () => Promise<T>,
): Promise<{ result: T } | undefined> {
  const id = randomBytes(9).toString("base64url");
  const take = () => takeSlotScript.run(redis, [key], [id, most.toString(), LIFETIME_MS.toString()]);
  if ((await take()) !== 1) return undefined;
  // A sign of life that is lost is followed by the next one.
  const timer = setInterval(() => void take().catch(() => undefined), RENEW_MS);
  try {
    return { result: await work() };
  } finally {
    clearInterval(timer);
    await redis.zrem(key, id).catch(() => undefined);
  }
}
