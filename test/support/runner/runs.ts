/** How often a random test of many steps runs, as a multiple of its usual number of runs. */
const FACTOR = Number(process.env["TEST_RUNS"] ?? 1);

/** Returns the parameters of a random test that takes seconds. `TEST_RUNS=10` runs it ten times as often. */
export const runs = (usual: number) => ({ numRuns: Math.ceil(usual * FACTOR) });
