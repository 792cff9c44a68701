import type { Logger } from "pino";
import type { StoredBytes } from "../../store/tenants/stored-bytes.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Problem } from "../problem.ts";
import { refusal } from "./budgets.ts";
import { RecentUse } from "./recent-use.ts";

/** When to retry where something must be deleted first. */
const RETRY_S = 10;
const MEGABYTE = 1_000_000;

/** Bytes that a record may still grow by where the budget is used up, and how far beyond the budget that goes. */
const SPARE_BYTES = 64;
const SPARE_SHARE = 1.05;

/** The refusal of what would add to the stored records of a tenant that has used up its budget. */
export const storedRefusal = (detail: string): Problem =>
  refusal("stored", "BudgetExceeded", detail, RETRY_S);

/** The budget of what a tenant stores, by what was known a moment ago: {@link RecentUse}. */
export class StoredBudget {
  readonly #use: RecentUse;
  readonly #defaultLimit: number | undefined;

  /** `defaultLimit` is in megabytes; undefined for no limit. */
  constructor(stored: StoredBytes, defaultLimit: number | undefined, log: Logger) {
    this.#use = new RecentUse((tenants) => stored.of(tenants), log);
    this.#defaultLimit = defaultLimit;
  }

  /** Bytes that each record of a write may grow by; undefined for any number, while the tenant is within its budget. */
  spareBytes({ id, budgets }: Tenant): number | undefined {
    const limit = budgets.stored ?? this.#defaultLimit;
    if (limit === undefined) return undefined;
    const used = this.#use.of(id) / (limit * MEGABYTE);
    if (used < 1) return undefined;
    return used < SPARE_SHARE ? SPARE_BYTES : 0;
  }

  /** The same for work in the background, which can wait until the use of a tenant is known. */
  async knownSpareBytes(tenant: Tenant): Promise<number | undefined> {
    await this.#use.ensureKnown(tenant.id);
    return this.spareBytes(tenant);
  }
}
