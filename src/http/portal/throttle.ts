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
/** Refused sign-ins in a window: of one e-mail address from one address, from one address, of one e-mail address. */
const LIMITS = { pair: 5, address: 50, email: 100 } as const;
/** Refused sign-ins of a process in a second: to compare a password takes a sixth of a second of a core. */
const REFUSED = 10;
/** Those of them that may be of one address: the others are left to everybody else. */
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
 * Slows down who tries passwords. A sign-in counts from before its password is compared until it succeeds, so that many
 * at once are no way around a limit. The store counts for all processes; the limits of addresses bound how many counters
 * there can be.
 */
export class SignInThrottle {
  readonly #ofAddress: RateLimiterMemory;
  readonly #ofProcess: RateLimiterMemory;
  readonly #limiters: [Limit, RateLimiterRedis][];

  /** @param duration seconds for which the limits of the process count what was refused */
  constructor(redis: Redis, keys: Keys, duration = 1) {
    this.#ofAddress = new RateLimiterMemory({ points: OF_ADDRESS, duration });
    this.#ofProcess = new RateLimiterMemory({ points: REFUSED, duration });
    // The pair is last: only sign-ins that all other limits let in make a counter for it.
    this.#limiters = (["address", "email", "pair"] as const).map((name) => {
      const limit = { points: LIMITS[name], duration: WINDOW_S };
      const insuranceLimiter = new RateLimiterMemory(limit);
      const keyPrefix = `${keys.signInFailures}:${name}`;
      return [name, new RateLimiterRedis({ ...limit, storeClient: redis, keyPrefix, insuranceLimiter })];
    });
  }

  /** The limits of a sign-in, those of the process first: what they refuse costs the store nothing. */
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
   * Counts a sign-in that begins. Throws `RateLimited` where too many were refused before, or are under way: no password
   * is compared then, so it counts only for its address, which must not ask the store without a limit.
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

  /** Takes back the count of a sign-in that has succeeded. */
  async succeed(email: string, address: string): Promise<void> {
    await takeBack(this.#limitsOf(email, address));
  }
}
