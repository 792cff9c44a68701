import type { Redis } from "ioredis";
import { readTexts } from "../replies.ts";
import { loadTypedScript } from "../script.ts";

const missingPermissions = loadTypedScript("server/missing-permissions", readTexts);

/** Stands for a key of the service in the calls below. */
const KEY = "<key>";

/** Commands that Redis can check with a key as the only argument, including those of the job queue's scripts. */
const ON_KEY = [
  ..."DEL EXISTS EXPIRE PERSIST PEXPIRE PEXPIREAT PTTL TYPE UNLINK".split(" "),
  ..."GET INCR INCRBY SET STRLEN".split(" "),
  ..."HDEL HEXISTS HGET HGETALL HINCRBY HKEYS HLEN HMGET HMSET HRANDFIELD HSCAN HSET HSETNX HSTRLEN HVALS".split(
    " ",
  ),
  ..."LINDEX LLEN LPOP LPOS LPUSH LRANGE LREM LSET LTRIM RPOP RPUSH".split(" "),
  ..."SADD SCARD SISMEMBER SMEMBERS SMISMEMBER SREM".split(" "),
  ..."XADD XDEL XLEN XRANGE XREVRANGE XTRIM".split(" "),
  ..."ZADD ZCARD ZCOUNT ZLEXCOUNT ZMSCORE ZPOPMIN ZRANGE ZRANGEBYLEX ZRANGEBYSCORE ZRANK ZREM".split(" "),
  ..."ZREMRANGEBYLEX ZREMRANGEBYRANK ZREMRANGEBYSCORE ZREVRANGE ZREVRANGEBYSCORE ZSCAN ZSCORE".split(" "),
];

/** Other calls, with the arguments that Redis needs to check them. */
const OTHER_CALLS = [
  ["RENAME", KEY, KEY],
  ["RPOPLPUSH", KEY, KEY],
  ["BZPOPMIN", KEY, "0"],
  ["EVAL", "return 1", "1", KEY],
  ["EVALSHA", "0", "1", KEY],
  ["XREAD", "STREAMS", KEY, "0"],
  ...[["MULTI"], ["EXEC"], ["INFO"], ["PING"], ["SCAN", "0"], ["SELECT", "0"], ["TIME"]],
];

/** Further calls of connections to a cluster. */
const CLUSTER_CALLS = [
  ["CLUSTER", "SLOTS"],
  ["CLUSTER", "INFO"],
  ["CLIENT", "TRACKING", "ON"],
  ["SUBSCRIBE", "__redis__:invalidate"],
  ["ASKING"],
];

/** Calls of the restoration of a backup. */
const RESTORING_CALLS = [
  ["RESTORE", KEY, "0", "value"],
  ["GET", KEY],
  ["SET", KEY, "value"],
  ["HSET", KEY],
  ["DEL", KEY],
  ["UNLINK", KEY],
  ["SCAN", "0"],
];

/** Maximum number of commands that a sentence names. */
const SHOWN = 5;

const CALLS = [...ON_KEY.map((name) => [name, KEY]), ...OTHER_CALLS];

/** Names of all commands that the service and its job queues send, also from scripts. */
export const NEEDED_COMMANDS: readonly string[] = CALLS.flatMap(([name]) => name ?? []);

/** Names of the further commands that connections to a cluster send. Every user may run QUIT. */
export const CLUSTER_COMMANDS: readonly string[] = [...CLUSTER_CALLS.flatMap(([name]) => name ?? []), "QUIT"];

/** Finds the calls that the user of a connection may not make on keys with this prefix, as names of commands. */
const refusedOf = (redis: Redis, prefix: string, calls: readonly string[][]): Promise<string[]> =>
  missingPermissions.run(
    redis,
    [],
    calls.map((call) => JSON.stringify(call.map((part) => (part === KEY ? `${prefix}permissions` : part)))),
  );

/**
 * Finds the needed commands that the user of a connection may not run on keys with this prefix. A script that fails in
 * the middle would leave its work half done, so the permissions are checked in advance. Rejects with NOPERM if not even
 * scripts may run.
 */
export const findMissing = (redis: Redis, prefix: string, isCluster = false): Promise<string[]> =>
  refusedOf(redis, prefix, [...CALLS, ...(isCluster ? CLUSTER_CALLS : [])]);

/**
 * Finds the commands of the restoration of a backup that the user of a connection may not run on keys with this prefix.
 * Rejects as {@link findMissing} does.
 */
export const findMissingToRestore = (redis: Redis, prefix: string): Promise<string[]> =>
  refusedOf(redis, prefix, RESTORING_CALLS);

/** Returns a sentence about the commands that a user may not run on keys with this prefix. */
export function missingText(user: string, missing: readonly string[], prefix: string): string {
  const others = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : "";
  const names = missing.slice(0, SHOWN).join(", ") + others;
  return `${user} may not run ${names} on keys that start with ${prefix}; docs/redis.md has the required ACL rule`;
}
