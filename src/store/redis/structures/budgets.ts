/**
 * Budgets of a tenant: rows of feeds per second, access tokens per minute, uploads of files that are open at the same
 * time, megabytes of stored records, jobs that wait, stores, Idempotency-Keys per day, and changes in Redis.
 */
export const BUDGETS = ["rows", "tokens", "uploads", "stored", "jobs", "stores", "keys", "changes"] as const;
export type Budget = (typeof BUDGETS)[number];

/** The operator's defaults; undefined for no limit. */
export type Budgets = Readonly<Partial<Record<Budget, number | undefined>>>;

const PREFIX = "budget:";

/** Encodes a tenant's own budgets as fields of its hash; 0 resets a budget to the default. */
export function budgetFields(budgets: Partial<Record<Budget, number>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(budgets).map(([name, value]) => [PREFIX + name, value === 0 ? "" : value.toString()]),
  );
}

/** Decodes the fields of {@link budgetFields}. A missing budget has the default. */
export function readBudgets(fields: Readonly<Record<string, string>>): Partial<Record<Budget, number>> {
  return Object.fromEntries(
    BUDGETS.flatMap((name) => {
      const text = fields[PREFIX + name];
      return text ? [[name, Number(text)]] : [];
    }),
  );
}
