import { addressOf } from "../redis.ts";

/** Whether the tests' Redis is a cluster (`npm run test:cluster`). */
export const isOnCluster = (): boolean => addressOf().kind === "cluster";

/**
 * Returns the options of a test or suite about a single Redis server. On a cluster it is skipped, and the runner prints
 * the reason. All other tests pass on a cluster unchanged.
 */
export const onOneServer = (reason: string): { skip: string | false } => ({
  skip: isOnCluster() && reason,
});
