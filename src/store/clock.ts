import type { Redis } from "ioredis";

/** The time by the store's clock, in milliseconds since 1970: the one that all processes share. */
export async function storeTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}
