import type { Redis } from "ioredis";
import type { Keys } from "../../store/keys/keys.ts";
import { Allowances } from "../../store/redis/structures/allowances.ts";
import type { Budget, Budgets } from "../../store/redis/structures/budgets.ts";
import { inSlot } from "../../store/redis/structures/slots.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import { MINUTE_MS } from "../../units/durations.ts";
import { Problem, type ProblemCode } from "../problem.ts";

const SECOND_MS = 1000;
/** Retry delay for uploads, whose duration is unknown. */
const UPLOAD_RETRY_S = 10;

/** Returns the value of `Retry-After` for a time in milliseconds: at least one second. */
export const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** Returns the problem for a request that exceeds a tenant's budget. */
export function refusal(budget: Budget, code: ProblemCode, detail: string, seconds: number): Problem {
  return new Problem(code, { detail, headers: { "Retry-After": seconds.toString() }, budget });
}

/** Budgets of tenants that are counted in Redis: exactly, and for all processes together. */
export class TenantBudgets {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #allowances: Allowances;
  readonly #defaults: Budgets;

  constructor(redis: Redis, keys: Keys, defaults: Budgets) {
    this.#redis = redis;
    this.#keys = keys;
    this.#allowances = new Allowances(redis, keys);
    this.#defaults = defaults;
  }

  #limit(tenant: Tenant, name: Budget): number | undefined {
    return tenant.budgets[name] ?? this.#defaults[name];
  }

  /**
   * Counts the rows of a request.
   *
   * @throws {Problem} if the tenant is already over its budget by the rows of one second
   */
  async countRows(tenant: Tenant, rows: number): Promise<void> {
    const limit = this.#limit(tenant, "rows");
    if (limit === undefined) return;
    const waitMs = await this.#allowances.take("rows", tenant.id, rows, { limit, periodMs: SECOND_MS });
    if (waitMs === 0) return;
    throw refusal("rows", "RateLimited", `The tenant may send ${limit} rows per second.`, secondsOf(waitMs));
  }

  /** Counts rows that have been written. Resolves to the milliseconds to wait before the next rows. */
  async paceRows(tenant: Tenant, rows: number): Promise<number> {
    const limit = this.#limit(tenant, "rows");
    if (limit === undefined) return 0;
    return this.#allowances.takeAlways("rows", tenant.id, rows, { limit, periodMs: SECOND_MS });
  }

  /**
   * Counts an access token.
   *
   * @throws {Problem} if the tenant has already used its tokens of this minute
   */
  async countToken(tenant: Tenant): Promise<void> {
    const limit = this.#limit(tenant, "tokens");
    if (limit === undefined) return;
    const waitMs = await this.#allowances.take("tokens", tenant.id, 1, { limit, periodMs: MINUTE_MS });
    if (waitMs === 0) return;
    throw refusal(
      "tokens",
      "RateLimited",
      `The tenant may get ${limit} tokens per minute.`,
      secondsOf(waitMs),
    );
  }

  /**
   * Runs an upload.
   *
   * @throws {Problem} if the tenant already has the maximum number of open uploads
   */
  async upload<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
    const limit = this.#limit(tenant, "uploads");
    if (limit === undefined) return work();
    const done = await inSlot(this.#redis, this.#keys.openUploads(tenant.id), limit, work);
    if (done) return done.result;
    const detail = `The tenant may have ${limit} open uploads at the same time.`;
    throw refusal("uploads", "BudgetExceeded", detail, UPLOAD_RETRY_S);
  }
}
