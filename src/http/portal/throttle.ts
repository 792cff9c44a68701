import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../../ingest/problem.ts";
import type { Keys } from "../../store/keys.ts";
import { normalEmail } from "../../store/owners/owners.ts";
import { digestOf } from "../key-claims.ts";

const WINDOW_S = 15 * 60;
/** Refused sign-ins in a window: of one e-mail address from one address, from one address, of one e-mail address. */
const LIMITS = { pair: 5, address: 50, email: 100 } as const;
/** Refused sign-ins per second of a process: to compare a password takes a sixth of a second of a core. */
const REFUSED_PER_S = 10;

const ALL = "all";

const tooMany = (ms: number) =>
  new Problem("RateLimited", {
    detail: "Too many sign-ins were refused. Wait a few minutes, and try again.",
    headers: { "Retry-After": Math.max(1, Math.ceil(ms / 1000)).toString() },
  });

type Limit = keyof typeof LIMITS;

/**
 * Slows down who tries passwords. Refused sign-ins are counted in the store, so that all processes know of them; their
 * number, and so that of the counters, is bounded by {@link REFUSED_PER_S}.
 */
export class SignInThrottle {
  readonly #limiters: [Limit, RateLimiterRedis][];
  readonly #refused = new RateLimiterMemory({ points: REFUSED_PER_S, duration: 1 });

  constructor(redis: Redis, keys: Keys) {
    this.#limiters = (["pair", "address", "email"] as const).map((name) => {
      const limit = { points: LIMITS[name], duration: WINDOW_S };
      const insuranceLimiter = new RateLimiterMemory(limit);
      const keyPrefix = `${keys.signInFailures}:${name}`;
      return [name, new RateLimiterRedis({ ...limit, storeClient: redis, keyPrefix, insuranceLimiter })];
    });
  }

  #keyOf(name: Limit, email: string, address: string): string {
    const who = { pair: [email, address], address: [address], email: [email] }[name];
    return digestOf(...who);
  }

  /** Throws `RateLimited` where too many sign-ins were refused before. */
  async check(email: string, address: string): Promise<void> {
    for (const [name, limiter] of this.#limiters) {
      const state = await limiter.get(this.#keyOf(name, normalEmail(email), address));
      if (state && state.consumedPoints >= limiter.points) throw tooMany(state.msBeforeNext);
    }
    const state = await this.#refused.get(ALL);
    if (state && state.consumedPoints >= REFUSED_PER_S) throw tooMany(state.msBeforeNext);
  }

  /** Counts a refused sign-in. */
  async count(email: string, address: string): Promise<void> {
    const counted = this.#limiters.map(([name, limiter]) =>
      limiter.consume(this.#keyOf(name, normalEmail(email), address)),
    );
    for (const outcome of await Promise.allSettled([...counted, this.#refused.consume(ALL)])) {
      // At the limit already: the next sign-in is refused.
      if (outcome.status === "rejected" && !(outcome.reason instanceof RateLimiterRes)) throw outcome.reason;
    }
  }
}
