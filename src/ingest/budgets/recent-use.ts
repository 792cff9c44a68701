import type { Logger } from "pino";
import { boundedCache } from "../../collections/bounded-cache.ts";
import { atMost } from "../../store/redis/at-most.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";

/** How long a reading is reused, in milliseconds. */
const REUSE_MS = 2000;
/** How long {@link RecentUse.close} waits, in milliseconds. */
const CLOSE_MS = 1000;
const MAX_TENANTS = 10_000;

/**
 * The recent use of a resource by tenants. No request waits for it: the first request after {@link REUSE_MS} starts a
 * reading for all recently active tenants in the background.
 */
export class RecentUse {
  readonly #read: (tenants: readonly string[]) => Promise<number[]>;
  readonly #reportFailure: (err: unknown) => void;
  readonly #known = boundedCache<number>(MAX_TENANTS);
  readonly #asking = new Set<string>();
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  /** `read` resolves to the use of each given tenant, in the same order. */
  constructor(read: (tenants: readonly string[]) => Promise<number[]>, log: Logger) {
    this.#read = read;
    this.#reportFailure = onceAMinute((err) =>
      log.warn({ err }, "cannot read how much of their budgets tenants have used"),
    );
  }

  get #isRecent(): boolean {
    return performance.now() - this.#readAt < REUSE_MS;
  }

  /** Returns the use of a tenant; 0 until it is known. */
  of(tenant: string): number {
    this.#asking.add(tenant);
    if (!this.#reading && !this.#isRecent) void this.#refresh();
    return this.#known.get(tenant) ?? 0;
  }

  /** Resolves to the use of a tenant, after the reading that it needs. */
  async known(tenant: string): Promise<number> {
    this.#asking.add(tenant);
    // A reading that has begun may not include the tenant.
    await this.#reading;
    if (!this.#known.has(tenant) || !this.#isRecent) await this.#refresh();
    return this.#known.get(tenant) ?? 0;
  }

  /** Waits some time for the end of a reading, which needs its connection. Without Redis, it may never end. */
  close(): Promise<void> {
    return atMost(CLOSE_MS, this.#reading);
  }

  /** Starts a reading for all tenants that were asked for, or returns the one that has begun. */
  #refresh(): Promise<void> {
    return (this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    }));
  }

  async #readAll(): Promise<void> {
    this.#readAt = performance.now();
    const tenants = [...this.#asking];
    this.#asking.clear();
    try {
      const uses = await this.#read(tenants);
      for (const [i, tenant] of tenants.entries()) this.#known.set(tenant, uses[i] ?? 0);
    } catch (err) {
      this.#reportFailure(err);
    }
  }
}
