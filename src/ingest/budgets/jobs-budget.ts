import type { Logger } from "pino";
import type { Tenant } from "../../store/tenants/tenant.ts";
import { refusal } from "./budgets.ts";
import { RecentUse } from "./recent-use.ts";

/** When to retry where work in the background must be done first. */
const RETRY_S = 30;

/** The budget of a tenant's jobs that wait, by what was known a moment ago: {@link RecentUse}. */
export class JobsBudget {
  readonly #use: RecentUse;
  readonly #defaultLimit: number | undefined;

  /** `waitingOf` resolves to the waiting jobs of each tenant; `defaultLimit` is undefined for no limit. */
  constructor(
    waitingOf: (tenants: readonly string[]) => Promise<number[]>,
    defaultLimit: number | undefined,
    log: Logger,
  ) {
    this.#use = new RecentUse(waitingOf, log);
    this.#defaultLimit = defaultLimit;
  }

  /** Refuses a request that creates jobs. Throws a problem if the maximum number of jobs waits. */
  check({ id, budgets }: Tenant): void {
    const limit = budgets.jobs ?? this.#defaultLimit;
    if (limit === undefined || this.#use.of(id) < limit) return;
    const detail = `The tenant has used up its budget "jobs": ${limit} of its jobs wait. Reads and deletions are still accepted.`;
    throw refusal("jobs", "BudgetExceeded", detail, RETRY_S);
  }
}
