import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { AppContext } from "./context/context.ts";

/** Creates the counter of refused token requests. It counts in Redis, or in this process while Redis is unreachable. */
export function tokenFailures({ config, redis, keys }: AppContext): RateLimiterRedis {
  const limit = { points: config.TOKEN_FAILURES, duration: 60 };
  return new RateLimiterRedis({
    ...limit,
    storeClient: redis,
    keyPrefix: keys.tokenFailures,
    insuranceLimiter: new RateLimiterMemory(limit),
  });
}
