import type { Context } from "koa";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { defined } from "../../collections/defined.ts";
import { Problem } from "../../ingest/problem.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import { retryAfter } from "../retry-after.ts";

const WINDOW_S = 1;

/** A limit, as the rate limit headers describe it. */
interface Policy {
  name: string;
  points: number;
  /** The budget that refusals are counted for; absent for limits of addresses and shoppers. */
  budget?: string;
}

/**
 * Limits the requests per second of tenants. Each process counts separately and has a share of the limit, so that
 * requests cost Redis nothing. The share depends on the number of running HTTP processes.
 */
export class TenantLimits {
  readonly #default: number | undefined;
  readonly #share: () => number;
  readonly #limiters = new Map<number, RateLimiterMemory>();

  /** `perSecond` is the limit of tenants without a limit of their own; undefined switches all limits off. */
  constructor(perSecond: number | undefined, processes: () => number) {
    this.#default = perSecond;
    this.#share = processes;
  }

  /**
   * Counts a request.
   *
   * @throws {Problem} if the tenant has used up its share of this second
   */
  async count(ctx: Context, tenant: Tenant): Promise<void> {
    if (this.#default === undefined) return;
    const limit = tenant.rateLimit ?? this.#default;
    const points = Math.max(1, Math.ceil(limit / this.#share()));
    let limiter = this.#limiters.get(points);
    if (!limiter)
      this.#limiters.set(points, (limiter = new RateLimiterMemory({ points, duration: WINDOW_S })));
    const policy = { name: "tenant", points, budget: "requests" };
    await consume(ctx, limiter, tenant.id, policy, `The tenant may make ${limit} requests per second.`);
  }
}

/** Limits the requests per second of each key, such as an address. Each process counts separately. */
export class KeyLimits {
  readonly #limiter: RateLimiterMemory | undefined;
  readonly #policy: Policy;
  readonly #refusal: string;

  /** `who` is the subject of the refusal. If `perSecond` is undefined, the limit is off. */
  constructor(name: string, who: string, perSecond: number | undefined) {
    this.#policy = { name, points: perSecond ?? 0 };
    this.#refusal = `${who} may make ${perSecond ?? 0} requests per second.`;
    this.#limiter =
      perSecond === undefined ? undefined : new RateLimiterMemory({ points: perSecond, duration: WINDOW_S });
  }

  /**
   * Counts a request.
   *
   * @throws {Problem} if the key has reached its limit of this second
   */
  async count(ctx: Context, key: string): Promise<void> {
    if (this.#limiter) await consume(ctx, this.#limiter, key, this.#policy, this.#refusal);
  }
}

async function consume(
  ctx: Context,
  limiter: RateLimiterMemory,
  key: string,
  policy: Policy,
  refusal: string,
): Promise<void> {
  try {
    setHeaders(ctx, policy, await limiter.consume(key));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    setHeaders(ctx, policy, refused);
    const headers = retryAfter(refused.msBeforeNext);
    throw new Problem("RateLimited", { detail: refusal, headers, ...defined({ budget: policy.budget }) });
  }
}

/** Sets `RateLimit` and `RateLimit-Policy` as in draft-ietf-httpapi-ratelimit-headers-10. */
function setHeaders(
  ctx: Context,
  { name, points }: Policy,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): void {
  const seconds = Math.ceil(msBeforeNext / 1000);
  ctx.res.setHeader("RateLimit-Policy", `"${name}";q=${points};w=${WINDOW_S}`);
  ctx.res.setHeader("RateLimit", `"${name}";r=${remainingPoints};t=${seconds}`);
}
