import { batchesOf } from "../../collections/batches.ts";
/** Number of tenants whose values are read together. */
const BATCH_SIZE = 500;
/** Maximum number of tenants that one metric names. */
export const TOP_TENANTS = 10;

/** Returns the tenants with the highest values, the highest first. A metric must not have many labels. */
export async function topTenants(
  ids: readonly string[],
  read: (tenants: readonly string[]) => Promise<number[]>,
): Promise<[tenant: string, value: number][]> {
  const values: [string, number][] = [];
  for (const some of batchesOf(ids, BATCH_SIZE)) {
    const found = await read(some);
    for (const [i, id] of some.entries()) values.push([id, found[i] ?? 0]);
  }
  return values
    .filter(([, value]) => value > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, TOP_TENANTS);
}
