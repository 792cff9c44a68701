import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { ClusterConnection, mastersOf } from "../cluster/cluster-connection.ts";
import { isPrimary, replicationIdOf } from "../server-info.ts";

/** Characters of a history's name. */
const LENGTH = 16;

/**
 * Names the histories of data of all masters that a connection leads to. The name is another one after a master was
 * replaced by its replica, or started again: each may have lost the last writes. Rejects while a master is away, or is
 * none any more.
 */
export async function historyOf(redis: Redis): Promise<string> {
  const ids = await Promise.all(
    mastersOf(redis).map(async (master) => {
      const info = await master.info("replication");
      if (!isPrimary(info)) throw new Error("a Redis server is a replica now");
      return replicationIdOf(info);
    }),
  );
  return createHash("sha1").update(ids.toSorted().join()).digest("base64url").slice(0, LENGTH);
}

/**
 * Closes a connection for good as soon as it would lead to another server, or again to one that it was cut off from.
 * So nothing is written to a server that may have lost something before {@link historyOf} was asked again.
 */
export function endWithServers(redis: Redis): void {
  const end = () => redis.disconnect();
  for (const master of mastersOf(redis)) master.once("close", end);
  if (redis instanceof ClusterConnection) redis.once("master", end);
}
