import type { Logger } from "pino";
import { boundedCache } from "../../store/bounded-cache.ts";

/** How long a value that was read is used, in milliseconds. */
const REUSE_MS = 2000;
const MAX_TENANTS = 10_000;

/**
 * Recent use of a resource by tenants. No request waits for it: the first request after {@link REUSE_MS} starts to read
 * the use of all recently active tenants again, in the background.
 */
export class RecentUse {
  readonly #read: (tenants: readonly string[]) => Promise<number[]>;
  readonly #log: Logger;
  readonly #known = boundedCache<number>(MAX_TENANTS);
  readonly #asking = new Set<string>();
  #readAt = -Infinity;
  #isReading = false;

  /** `read` resolves to the use of each tenant, in their order. */
  constructor(read: (tenants: readonly string[]) => Promise<number[]>, log: Logger) {
    this.#read = read;
    this.#log = log;
  }

  /** What a tenant uses; 0 until it is known. */
  of(tenant: string): number {
    this.#asking.add(tenant);
    if (!this.#isReading && performance.now() - this.#readAt >= REUSE_MS) void this.#refresh();
    return this.#known.get(tenant) ?? 0;
  }

  /** Waits until something is known of a tenant. */
  async ensureKnown(tenant: string): Promise<void> {
    this.#asking.add(tenant);
    if (!this.#known.has(tenant)) await this.#refresh();
  }

  async #refresh(): Promise<void> {
    this.#isReading = true;
    this.#readAt = performance.now();
    const tenants = [...this.#asking];
    this.#asking.clear();
    try {
      const uses = await this.#read(tenants);
      for (const [i, tenant] of tenants.entries()) this.#known.set(tenant, uses[i] ?? 0);
    } catch (err) {
      this.#log.warn({ err }, "cannot read the usage of tenants");
    } finally {
      this.#isReading = false;
    }
  }
}
