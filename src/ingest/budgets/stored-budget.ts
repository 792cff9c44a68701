import type { Logger } from "pino";
import type { StoredBytes } from "../../store/tenants/stored-bytes.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import { MB } from "../../units/bytes.ts";
import type { Problem } from "../problem.ts";
import { refusal } from "./budgets.ts";
import { RecentUse } from "./recent-use.ts";

/** Retry delay for requests that need a deletion first. */
const RETRY_S = 10;

/**
 * Bytes that each changed record may still grow by after the budget is used up, and the share of the budget up to which
 * it may.
 */
const SPARE_BYTES = 64;
const SPARE_SHARE = 1.05;

/** Bytes that each changed record may still grow by; undefined while the tenant is within its budget. */
function spareOf(bytes: number, limit: number): number | undefined {
  const used = bytes / (limit * MB);
  if (used < 1) return undefined;
  return used < SPARE_SHARE ? SPARE_BYTES : 0;
}

/** Returns the problem for a write that would store more after the tenant has used up its budget. */
export const storedRefusal = (detail: string): Problem =>
  refusal("stored", "BudgetExceeded", detail, RETRY_S);

/** The budget of a tenant's stored bytes. It uses a recent count: {@link RecentUse}. */
export class StoredBudget {
  readonly #use: RecentUse;
  readonly #defaultLimit: number | undefined;

  /** `defaultLimit` is in megabytes; undefined for no limit. */
  constructor(stored: StoredBytes, defaultLimit: number | undefined, log: Logger) {
    this.#use = new RecentUse((tenants) => stored.of(tenants), log);
    this.#defaultLimit = defaultLimit;
  }

  /** Bytes that each changed record may still grow by; undefined while the tenant is within its budget. */
  spareBytes(tenant: Tenant): number | undefined {
    const limit = this.#limitOf(tenant);
    return limit === undefined ? undefined : spareOf(this.#use.of(tenant.id), limit);
  }

  /** Returns the same for background work, which can wait until the tenant's use is known. */
  async knownSpareBytes(tenant: Tenant): Promise<number | undefined> {
    const limit = this.#limitOf(tenant);
    return limit === undefined ? undefined : spareOf(await this.#use.known(tenant.id), limit);
  }

  #limitOf({ budgets }: Tenant): number | undefined {
    return budgets.stored ?? this.#defaultLimit;
  }

  /** Waits for the end of the work in the background. */
  close(): Promise<void> {
    return this.#use.close();
  }
}
