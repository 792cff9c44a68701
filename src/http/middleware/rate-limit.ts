import type { Context } from "koa";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../../ingest/problem.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";

const WINDOW_S = 1;

/**
 * A tenant's requests per second. Each process counts separately and takes its share of the limit, so that requests
 * cost the store nothing; the share follows the number of living HTTP processes.
 */
export class TenantLimits {
  readonly #default: number | undefined;
  readonly #share: () => number;
  readonly #limiters = new Map<number, RateLimiterMemory>();

  /** `perSecond` holds for tenants without a limit of their own; undefined switches all limits off. */
  constructor(perSecond: number | undefined, processes: () => number) {
    this.#default = perSecond;
    this.#share = processes;
  }

  /** Counts a request. Throws a problem when the tenant has had its share of this second. */
  async count(ctx: Context, tenant: Tenant): Promise<void> {
    if (this.#default === undefined) return;
    const limit = tenant.rateLimit ?? this.#default;
    const points = Math.max(1, Math.ceil(limit / this.#share()));
    let limiter = this.#limiters.get(points);
    if (!limiter)
      this.#limiters.set(points, (limiter = new RateLimiterMemory({ points, duration: WINDOW_S })));
    let state: RateLimiterRes;
    try {
      state = await limiter.consume(tenant.id);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      setHeaders(ctx, points, refused);
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new Problem("RateLimited", {
        detail: `The tenant may make ${limit} requests per second.`,
        headers: { "Retry-After": seconds.toString() },
      });
    }
    setHeaders(ctx, points, state);
  }
}

/** `RateLimit` and `RateLimit-Policy` of the IETF draft (draft-ietf-httpapi-ratelimit-headers-10). */
function setHeaders(ctx: Context, points: number, { remainingPoints, msBeforeNext }: RateLimiterRes): void {
  const seconds = Math.ceil(msBeforeNext / 1000);
  ctx.res.setHeader("RateLimit-Policy", `"tenant";q=${points};w=${WINDOW_S}`);
  ctx.res.setHeader("RateLimit", `"tenant";r=${remainingPoints};t=${seconds}`);
}
