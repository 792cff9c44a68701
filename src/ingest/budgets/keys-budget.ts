import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Keys } from "../../store/keys/keys.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import { Allowances } from "../../store/redis/structures/allowances.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import { DAY_MS } from "../../units/durations.ts";
import { refusal, secondsOf } from "./budgets.ts";

/** How long uses are added up before they are counted in Redis, in milliseconds. */
const COUNT_MS = 1000;

type Spender = Pick<Tenant, "id" | "budgets">;

/**
 * The budget of a tenant's Idempotency-Keys per day. The keys of a request are counted one second later, together with
 * those of other requests, so no request waits for the count. A tenant can exceed the budget by the keys of that
 * second.
 */
export class KeysBudget {
  readonly #allowances: Allowances;
  readonly #defaultLimit: number | undefined;
  readonly #reportFailure: (err: unknown) => void;
  /** Keys that are not counted in Redis yet, by tenant. */
  #uncounted = new Map<string, { keys: number; limit: number }>();
  /** When a tenant that has used up its budget may use the next key, by the clock of `performance.now`, and the budget. */
  readonly #next = new Map<string, { at: number; limit: number }>();

  /** `defaultLimit` is undefined for no limit. */
  constructor(redis: Redis, keys: Keys, defaultLimit: number | undefined, log: Logger) {
    this.#allowances = new Allowances(redis, keys);
    this.#defaultLimit = defaultLimit;
    this.#reportFailure = onceAMinute((err) => log.warn({ err }, "cannot count Idempotency-Keys"));
  }

  /** @throws {Problem} `BudgetExceeded` if the tenant has used up its budget */
  check(tenant: Spender): void {
    const waitMs = this.#waitOf(tenant);
    if (waitMs <= 0) return;
    const detail = `The tenant has used up its budget "keys": ${this.#limitOf(tenant)} Idempotency-Keys per day. Requests without a new key are still accepted.`;
    throw refusal("keys", "BudgetExceeded", detail, secondsOf(waitMs));
  }

  /** Whether the tenant has used up its budget. */
  isSpent(tenant: Spender): boolean {
    return this.#waitOf(tenant) > 0;
  }

  /** Returns the milliseconds until the tenant may use the next key; 0 while it is within its budget. */
  #waitOf(tenant: Spender): number {
    const next = this.#next.get(tenant.id);
    if (!next) return 0;
    const waitMs = next.at - performance.now();
    if (this.#limitOf(tenant) === next.limit && waitMs > 0) return waitMs;
    this.#next.delete(tenant.id);
    return 0;
  }

  /** Counts keys that are stored. */
  count(tenant: Spender, count = 1): void {
    const limit = this.#limitOf(tenant);
    if (limit === undefined) return;
    if (this.#uncounted.size === 0) setTimeout(() => void this.#store(), COUNT_MS).unref();
    const { keys = 0 } = this.#uncounted.get(tenant.id) ?? {};
    this.#uncounted.set(tenant.id, { keys: keys + count, limit });
  }

  #limitOf({ budgets }: Spender): number | undefined {
    return budgets.keys ?? this.#defaultLimit;
  }

  async #store(): Promise<void> {
    const uncounted = this.#uncounted;
    this.#uncounted = new Map();
    const counts = [...uncounted].map(async ([tenant, { keys, limit }]) => {
      const waitMs = await this.#allowances.takeAlways("keys", tenant, keys, { limit, periodMs: DAY_MS });
      // After a day, Redis has no key any more that was stored today.
      if (waitMs > 0) this.#next.set(tenant, { at: performance.now() + Math.min(waitMs, DAY_MS), limit });
    });
    await Promise.all(counts).catch(this.#reportFailure);
  }
}
