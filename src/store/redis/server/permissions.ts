import type { Redis } from "ioredis";
import { readTexts } from "../replies.ts";
import { loadTypedScript } from "../script.ts";

const missingPermissions = loadTypedScript("server/missing-permissions", readTexts);

/** A key of the service, in a call below. */
const KEY = "<key>";

/** Commands for which a key is enough to be judged. Those of the job queue's scripts are among them. */
const ON_KEY = [
  ..."DEL EXISTS EXPIRE PERSIST PEXPIRE PEXPIREAT PTTL TYPE UNLINK".split(" "),
  ..."GET INCR INCRBY SET".split(" "),
  ..."HDEL HEXISTS HGET HGETALL HINCRBY HKEYS HLEN HMGET HMSET HSCAN HSET HSETNX HSTRLEN HVALS".split(" "),
  ..."LINDEX LLEN LPOP LPOS LPUSH LRANGE LREM LSET LTRIM RPOP RPUSH".split(" "),
  ..."SADD SCARD SISMEMBER SMEMBERS SMISMEMBER SREM".split(" "),
  ..."XADD XDEL XLEN XRANGE XREVRANGE XTRIM".split(" "),
  ..."ZADD ZCARD ZCOUNT ZLEXCOUNT ZMSCORE ZPOPMIN ZRANGE ZRANGEBYLEX ZRANGEBYSCORE ZRANK ZREM".split(" "),
  ..."ZREMRANGEBYLEX ZREMRANGEBYRANK ZREMRANGEBYSCORE ZREVRANGE ZREVRANGEBYSCORE ZSCAN ZSCORE".split(" "),
];

/** Other calls, with what each needs to be judged. */
const OTHERS = [
  ["RENAME", KEY, KEY],
  ["RPOPLPUSH", KEY, KEY],
  ["BZPOPMIN", KEY, "0"],
  ["EVAL", "return 1", "1", KEY],
  ["EVALSHA", "0", "1", KEY],
  ["XREAD", "STREAMS", KEY, "0"],
  ...[["MULTI"], ["EXEC"], ["INFO"], ["PING"], ["SCAN", "0"], ["SELECT", "0"], ["TIME"]],
];

/** What the connections to a cluster need besides. */
const OF_CLUSTER = [
  ["CLUSTER", "SLOTS"],
  ["CLUSTER", "INFO"],
  ["CLIENT", "TRACKING", "ON"],
  ["SUBSCRIBE", "__redis__:invalidate"],
  ["ASKING"],
];

const CALLS = [...ON_KEY.map((name) => [name, KEY]), ...OTHERS];

/** Names of all commands that the service and its job queues send, also from scripts. */
export const NEEDED_COMMANDS: readonly string[] = CALLS.flatMap(([name]) => name ?? []);

/** Names of the commands that connections to a cluster send besides. Every user may run QUIT. */
export const CLUSTER_COMMANDS: readonly string[] = [...OF_CLUSTER.flatMap(([name]) => name ?? []), "QUIT"];

/**
 * Names of the needed commands that the user of a connection may not run on keys with this prefix. A script that fails
 * in the middle would leave half of its work, so the permissions are checked before. Rejects with NOPERM if not even
 * scripts may run.
 */
export async function findMissing(redis: Redis, prefix: string, isCluster = false): Promise<string[]> {
  const calls = [...CALLS, ...(isCluster ? OF_CLUSTER : [])].map((call) =>
    JSON.stringify(call.map((part) => (part === KEY ? `${prefix}permissions` : part))),
  );
  return missingPermissions.run(redis, [], calls);
}
