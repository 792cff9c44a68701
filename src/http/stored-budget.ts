import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { StoredBytes } from "../store/stored-bytes.ts";
import type { Tenant } from "../store/tenants.ts";
import { refusal } from "./budgets.ts";

/** How long what was read serves, in milliseconds. */
const REUSE_MS = 2000;
const MOST_TENANTS = 10_000;
/** When to come again where something must be deleted first. */
const RETRY_S = 10;
const MEGABYTE = 1_000_000;

/**
 * The budget of what a tenant stores, by what was known a moment ago. No write waits for it: the first one after
 * {@link REUSE_MS} has the use of all tenants that have written since read anew, in the background.
 */
export class StoredBudget {
  readonly #stored: StoredBytes;
  readonly #defaultLimit: number | undefined;
  readonly #log: Logger;
  readonly #known = new LRUCache<string, number>({ max: MOST_TENANTS });
  readonly #writing = new Set<string>();
  #readAt = -Infinity;
  #isReading = false;

  /** `defaultLimit` is in megabytes; undefined for no limit. */
  constructor(stored: StoredBytes, defaultLimit: number | undefined, log: Logger) {
    this.#stored = stored;
    this.#defaultLimit = defaultLimit;
    this.#log = log;
  }

  /** Throws a problem when the tenant has stored as much as it may. */
  check({ id, budgets }: Tenant): void {
    const limit = budgets.stored ?? this.#defaultLimit;
    if (limit === undefined || this.#bytesOf(id) < limit * MEGABYTE) return;
    const detail = `The tenant has used up its budget "stored" of ${limit} MB. It may go on to delete and to read.`;
    throw refusal("BudgetExceeded", detail, RETRY_S);
  }

  /** Bytes that a tenant, which is about to write, has stored; 0 until they are known. */
  #bytesOf(tenant: string): number {
    this.#writing.add(tenant);
    if (!this.#isReading && performance.now() - this.#readAt >= REUSE_MS) void this.#read();
    return this.#known.get(tenant) ?? 0;
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    this.#readAt = performance.now();
    const tenants = [...this.#writing];
    this.#writing.clear();
    try {
      const sums = await this.#stored.of(tenants);
      for (const [i, tenant] of tenants.entries()) this.#known.set(tenant, sums[i] ?? 0);
    } catch (err) {
      this.#log.warn({ err }, "can not read what tenants have stored");
    } finally {
      this.#isReading = false;
    }
  }
}
