import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { ClusterConnection, mastersOf } from "../connection/cluster/cluster-connection.ts";
import { isPrimary, replicationIdOf } from "../server-info.ts";

/** Length of a history's name, in characters. */
const LENGTH = 16;

/**
 * Returns the names of the data histories of all masters that a connection leads to, in the order of
 * {@link mastersOf}. A name changes when a master is replaced by its replica or restarted, because the last writes may
 * be lost then. Rejects while a master is unavailable, or if it is no longer a master.
 */
export const historiesOf = (redis: Redis): Promise<string[]> =>
  Promise.all(
    mastersOf(redis).map(async (master) => {
      const info = await master.info("replication");
      if (!isPrimary(info)) throw new Error("a Redis server is a replica now");
      return replicationIdOf(info);
    }),
  );

/** Returns one name for all {@link historiesOf} a connection, in any order. Rejects as they do. */
export async function historyOf(redis: Redis): Promise<string> {
  const ids = await historiesOf(redis);
  return createHash("sha1").update(ids.toSorted().join()).digest("base64url").slice(0, LENGTH);
}

/**
 * Closes a connection permanently as soon as it would lead to another server, or would reconnect to the same one. So
 * nothing is written to a server that may have lost writes before {@link historyOf} is called again.
 */
export function closeOnReplacement(redis: Redis): void {
  const end = () => redis.disconnect();
  for (const master of mastersOf(redis)) master.once("close", end);
  if (redis instanceof ClusterConnection) redis.once("master", end);
}
