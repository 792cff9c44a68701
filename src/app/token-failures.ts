import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { AppContext } from "./context.ts";

/** Counts refused token requests in Redis; in this process while Redis is away. */
export function tokenFailures({ config, redis, keys }: AppContext): RateLimiterRedis {
  const limit = { points: config.TOKEN_FAILURES, duration: 60 };
  return new RateLimiterRedis({
    ...limit,
    storeClient: redis,
    keyPrefix: keys.tokenFailures,
    insuranceLimiter: new RateLimiterMemory(limit),
  });
}
