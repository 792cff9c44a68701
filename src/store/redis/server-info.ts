/** Facts about a server from its INFO. */

const OLDEST_REDIS = [7, 0] as const;
const OLDEST_VALKEY = [8, 0] as const;
const WITH_WAITAOF = [7, 2] as const;

const fieldOf = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1];

function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}

/**
 * Returns why a version is too old; undefined if it is not. Valkey also reports the Redis version that it corresponds
 * to.
 */
function versionFaultOf(info: string, at: string): string | undefined {
  const valkey = fieldOf(info, "valkey_version");
  const [name, version, oldest] =
    valkey === undefined
      ? (["Redis", redisVersionOf(info), OLDEST_REDIS] as const)
      : (["Valkey", valkey, OLDEST_VALKEY] as const);
  if (!isOlder(version, oldest)) return undefined;
  return `${at} is ${name} ${version}, and ${oldest.join(".")} or newer is required`;
}

/**
 * Returns why the service cannot use a server, from its INFO; undefined if it can. `at` is the server's address.
 * `isCluster` means that it must be a node of a cluster.
 */
export function faultOf(info: string, at: string, isCluster = false): string | undefined {
  // Redis and Valkey use different names.
  const mode = fieldOf(info, "redis_mode") ?? fieldOf(info, "server_mode");
  if (mode === "sentinel")
    return `${at} is a Sentinel: the URL must start with redis+sentinel:// and end with the name of the primary`;
  if (mode === "cluster" && !isCluster)
    return `${at} belongs to a Redis Cluster: the URL must start with redis+cluster://`;
  const policy = fieldOf(info, "maxmemory_policy") ?? "noeviction";
  if (policy !== "noeviction")
    return `${at} has maxmemory-policy ${policy}, which deletes data when memory is short: it must be noeviction`;
  return versionFaultOf(info, at);
}

/**
 * Whether a server has the command WAITAOF, which came with Redis 7.2. Valkey 8, the oldest supported version, has it.
 */
export const hasWaitAof = (info: string): boolean =>
  fieldOf(info, "valkey_version") !== undefined || !isOlder(redisVersionOf(info), WITH_WAITAOF);

/** Returns the version of Redis that a server is, or corresponds to. */
export const redisVersionOf = (info: string): string => fieldOf(info, "redis_version") ?? "0";

/** Whether a server loses acknowledged writes when it stops, because it has no append-only file. */
export const isVolatile = (info: string) => fieldOf(info, "aof_enabled") === "0";

/** Whether a server is a primary. */
export const isPrimary = (info: string) => (fieldOf(info, "role") ?? "master") === "master";

/** Returns the name of a server's data history. The name changes when the server is promoted, and at each start. */
export const replicationIdOf = (info: string): string => fieldOf(info, "master_replid") ?? "";

/** Whether a server has no keys. */
export const isEmpty = (info: string) => !/^db\d+:keys=/m.test(info);

/** Returns the number of replicas that are connected to a primary. */
export const connectedReplicas = (info: string): number => Number(fieldOf(info, "connected_slaves") ?? 0);

/** Whether a primary still accepts writes when it has lost its replicas. */
export const acceptsWritesAlone = (info: string) => fieldOf(info, "min_slaves_good_slaves") === undefined;
