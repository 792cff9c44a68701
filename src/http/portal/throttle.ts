import type { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { Problem } from "../../ingest/problem.ts";
import type { Keys } from "../../store/keys/keys.ts";
import { normalEmail } from "../../store/owners/owners.ts";
import { digestOf } from "../idempotency/digest.ts";

const WINDOW_S = 15 * 60;
/**
 * Maximum refused sign-ins in a window: for one e-mail address from one IP address, from one IP address, and for one
 * e-mail address.
 */
const LIMITS = { pair: 5, address: 50, email: 100 } as const;
/** Maximum refused sign-ins of a process in a second: the check of a password takes a sixth of a second of CPU time. */
const REFUSED = 10;
/** Maximum share of them from one IP address; the rest is for other addresses. */
const OF_ADDRESS = 8;

const ALL = "all";

const tooMany = (ms: number) =>
  new Problem("RateLimited", {
    detail: "Too many sign-ins were refused. Wait a few minutes, and try again.",
    headers: { "Retry-After": Math.max(1, Math.ceil(ms / 1000)).toString() },
  });

type Limit = keyof typeof LIMITS;
type LimitOfKey = [limiter: RateLimiterAbstract, key: string];

const takeBack = (counted: readonly LimitOfKey[]) =>
  Promise.all(counted.map(([limiter, key]) => limiter.reward(key)));

/**
 * Slows down attempts to guess passwords. A sign-in counts before its password is checked and until it succeeds, so
 * that concurrent attempts cannot exceed a limit. Redis counts for all processes. The limits of IP addresses also limit
 * the number of counters.
 */
export class SignInThrottle {
  readonly #ofAddress: RateLimiterMemory;
  readonly #ofProcess: RateLimiterMemory;
  readonly #limiters: [Limit, RateLimiterRedis][];

  /** @param duration window of the limits of the process, in seconds */
  constructor(redis: Redis, keys: Keys, duration = 1) {
    this.#ofAddress = new RateLimiterMemory({ points: OF_ADDRESS, duration });
    this.#ofProcess = new RateLimiterMemory({ points: REFUSED, duration });
    // The pair is last, so that only sign-ins within all other limits create a counter for it.
    this.#limiters = (["address", "email", "pair"] as const).map((name) => {
      const limit = { points: LIMITS[name], duration: WINDOW_S };
      const insuranceLimiter = new RateLimiterMemory(limit);
      const keyPrefix = `${keys.signInFailures}:${name}`;
      return [name, new RateLimiterRedis({ ...limit, storeClient: redis, keyPrefix, insuranceLimiter })];
    });
  }

  /** Returns the limits of a sign-in. Those of the process are first, because their refusals cost Redis nothing. */
  #limitsOf(email: string, address: string): LimitOfKey[] {
    const normal = normalEmail(email);
    const keys = { pair: [normal, address], address: [address], email: [normal] };
    return [
      [this.#ofAddress, address],
      [this.#ofProcess, ALL],
      ...this.#limiters.map(([name, limiter]): [RateLimiterRedis, string] => [
        limiter,
        digestOf(...keys[name]),
      ]),
    ];
  }

  /**
   * Counts a sign-in that begins. Throws `RateLimited` if too many sign-ins were refused or are running. Such a sign-in
   * does not check the password, so it counts only for its IP address, which must not send requests to Redis without a
   * limit.
   */
  async begin(email: string, address: string): Promise<void> {
    const counted: LimitOfKey[] = [];
    for (const [limiter, key] of this.#limitsOf(email, address)) {
      try {
        await limiter.consume(key);
        counted.push([limiter, key]);
      } catch (err) {
        await takeBack(counted.filter(([each]) => each !== this.#ofAddress));
        throw err instanceof RateLimiterRes ? tooMany(err.msBeforeNext) : err;
      }
    }
  }

  /** Removes the counts of a sign-in that has succeeded. */
  async succeed(email: string, address: string): Promise<void> {
    await takeBack(this.#limitsOf(email, address));
  }
}
