import { addressOf } from "./redis.ts";

/** Whether the tests' Redis is a cluster: `npm run test:cluster`. */
export const isOnCluster = (): boolean => addressOf().kind === "cluster";

/**
 * Options of a test or suite that is about one Redis server by its nature: on a cluster it is left out, and the runner
 * prints its reason. Anything else passes on a cluster as it stands.
 */
export const onOneServer = (reason: string): { skip: string | false } => ({
  skip: isOnCluster() && reason,
});
