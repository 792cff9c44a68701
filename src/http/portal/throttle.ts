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
import { networkOf } from "../middleware/sender-network.ts";
import { retryAfter } from "../retry-after.ts";

const WINDOW_S = 15 * 60;
/**
 * Maximum refused sign-ins in a window: for one e-mail address from one IP address, from one IP address, for one e-mail
 * address, and for one e-mail address in a browser where the person has signed in before.
 */
const LIMITS = { pair: 5, address: 50, email: 100, browser: 5 } as const;
/** Maximum refused sign-ins of a process in a second: the check of a password takes a sixth of a second of CPU time. */
const REFUSED = 10;
/** Maximum share of them from one sender; the rest is for other senders. */
const OF_SENDER = 8;

const ALL = "all";

const tooMany = (ms: number) =>
  new Problem("RateLimited", {
    detail: "Too many sign-ins were refused.",
    headers: retryAfter(ms),
  });

/** A sign-in that somebody attempts. */
export interface SignInAttempt {
  email: string;
  /** IP address. */
  address: string;
  /** Id of the browser, if the owner whose password is compared has signed in there before. */
  browser?: string | undefined;
}

type Limit = keyof typeof LIMITS;
type LimitOfKey = [limiter: RateLimiterAbstract, key: string];

const takeBack = (counted: readonly LimitOfKey[]) =>
  Promise.all(counted.map(([limiter, key]) => limiter.reward(key)));

/**
 * Slows down attempts to guess passwords. A sign-in counts before its password is checked and until it succeeds, so
 * that concurrent attempts cannot exceed a limit. Redis counts for all processes. The limits of IP addresses also limit
 * the number of counters; an IPv6 address counts as its {@link networkOf network}. A browser where the person has
 * signed in before has limits of its own, so that nobody else can keep the person out with refused sign-ins.
 */
export class SignInThrottle {
  /** Counts the attempts of a known browser or of an IP address. */
  readonly #ofSender: RateLimiterMemory;
  readonly #ofProcess: RateLimiterMemory;
  readonly #limiters: Record<Limit, RateLimiterRedis>;

  /** @param duration window of the limits of the process, in seconds */
  constructor(redis: Redis, keys: Keys, duration = 1) {
    this.#ofSender = new RateLimiterMemory({ points: OF_SENDER, duration });
    this.#ofProcess = new RateLimiterMemory({ points: REFUSED, duration });
    const limiterOf = (name: Limit) => {
      const limit = { points: LIMITS[name], duration: WINDOW_S };
      const insuranceLimiter = new RateLimiterMemory(limit);
      const keyPrefix = `${keys.signInFailures}:${name}`;
      return new RateLimiterRedis({ ...limit, storeClient: redis, keyPrefix, insuranceLimiter });
    };
    this.#limiters = {
      address: limiterOf("address"),
      email: limiterOf("email"),
      pair: limiterOf("pair"),
      browser: limiterOf("browser"),
    };
  }

  /** Returns the limits of a sign-in. Those of the process are first, because their refusals cost Redis nothing. */
  #limitsOf({ email, address, browser }: SignInAttempt): LimitOfKey[] {
    const normal = normalEmail(email);
    const { address: ofAddress, email: ofEmail, pair, browser: ofBrowser } = this.#limiters;
    if (browser !== undefined)
      return [
        [this.#ofSender, browser],
        [ofBrowser, digestOf(normal, browser)],
      ];
    const network = networkOf(address);
    return [
      [this.#ofSender, network],
      [this.#ofProcess, ALL],
      [ofAddress, digestOf(network)],
      [ofEmail, digestOf(normal)],
      // The last one, so that only sign-ins within all other limits create a counter for it.
      [pair, digestOf(normal, network)],
    ];
  }

  /**
   * Counts a sign-in that begins. If it is refused, its password is not checked: then it counts only for its sender,
   * who must not cause requests to Redis without a limit.
   *
   * @throws `RateLimited` if too many sign-ins were refused or are running
   */
  async begin(attempt: SignInAttempt): Promise<void> {
    const counted: LimitOfKey[] = [];
    for (const [limiter, key] of this.#limitsOf(attempt)) {
      try {
        await limiter.consume(key);
        counted.push([limiter, key]);
      } catch (err) {
        await takeBack(counted.filter(([each]) => each !== this.#ofSender));
        throw err instanceof RateLimiterRes ? tooMany(err.msBeforeNext) : err;
      }
    }
  }

  /** Removes the counts of a sign-in that has succeeded. */
  async succeed(attempt: SignInAttempt): Promise<void> {
    await takeBack(this.#limitsOf(attempt));
  }
}
