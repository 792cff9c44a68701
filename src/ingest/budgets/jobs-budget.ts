import type { Logger } from "pino";
import type { Tenant } from "../../store/tenants/tenant.ts";
import { refusal } from "./budgets.ts";
import { RecentUse } from "./recent-use.ts";

/** Retry delay for requests that wait for background work. */
const RETRY_S = 30;

/** The budget of a tenant's waiting jobs. It uses a recent count: {@link RecentUse}. */
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

  /**
   * Checks a request that creates jobs.
   *
   * @throws {Problem} if the maximum number of jobs is waiting
   */
  check({ id, budgets }: Tenant): void {
    const limit = budgets.jobs ?? this.#defaultLimit;
    if (limit === undefined || this.#use.of(id) < limit) return;
    const detail = `The tenant has used up its budget "jobs": ${limit} of its jobs wait. Reads and deletions are still accepted.`;
    throw refusal("jobs", "BudgetExceeded", detail, RETRY_S);
  }

  /** Waits for the end of the work in the background. */
  close(): Promise<void> {
    return this.#use.close();
  }
}
