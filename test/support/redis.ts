import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { after } from "node:test";
import type { Redis } from "ioredis";
import { Keys } from "../../src/store/keys/keys.ts";
import { type RedisAddress, redisAddress } from "../../src/store/redis/connection/address.ts";
import { mastersOf } from "../../src/store/redis/connection/cluster/cluster-connection.ts";
import { openStore } from "../../src/store/redis/connection/connect.ts";
import { ready } from "../../src/store/redis/connection/ready.ts";
import type { ServerOptions } from "../../src/store/redis/connection/server-connection.ts";
import { repliesOf } from "../../src/store/redis/replies.ts";
import { newestFirst } from "./runner/newest-first.ts";

/** How long a connection may take, in milliseconds. */
const CONNECTION_MS = 60_000;

/** Registers functions that clean up at the end of a test or a file. */
export interface Cleanup {
  after: (release: () => Promise<void> | void) => void;
}

/** Cleans up at the end of the file, the newest first. Call it outside of hooks. */
export const atEnd = (): Cleanup => newestFirst({ after });

export function redisUrl(): string {
  const url = process.env["TEST_REDIS_URL"];
  if (!url) throw new Error("run the tests with npm test");
  return url;
}

/** Returns the address of a Redis; the default is the tests' Redis. */
export const addressOf = (url = redisUrl()): RedisAddress => redisAddress("REDIS_URL", url);

/** A URL of Redis with other hosts, each with its port, separated by commas. */
export const withHosts = (url: string, hosts: string): string =>
  url.replace(/(:\/\/(?:[^/]*@)?)[^/]+/, (_, before: string) => `${before}${hosts}`);

/** A URL of Redis for another user. */
export const withLogin = (url: string, username: string, password: string): string =>
  url.replace(
    /:\/\/(?:[^/]*@)?/,
    () => `://${encodeURIComponent(username)}:${encodeURIComponent(password)}@`,
  );

/** The key with which processes and tools of a test seal secrets. */
export const SEALING_KEY = Buffer.alloc(32, "test").toString("base64");

/** Returns a key prefix that no other test uses. */
export const newPrefix = () => `t${randomBytes(6).toString("hex")}:`;

/** Returns the connections to all servers of a store, each with its own keys, when they are ready. */
export async function serversOf(redis: Redis): Promise<Redis[]> {
  await ready(redis, AbortSignal.timeout(CONNECTION_MS));
  return mastersOf(redis);
}

/** Returns all keys that match a pattern of Redis, on all servers. */
export async function keysLike(redis: Redis, match: string): Promise<string[]> {
  const keys: string[] = [];
  for (const server of await serversOf(redis))
    for await (const found of server.scanStream({ match, count: 1000 })) keys.push(...(found as string[]));
  return keys.sort();
}

/** Returns all keys with a prefix. */
export const keysWith = (redis: Redis, prefix: string): Promise<string[]> => keysLike(redis, `${prefix}*`);

/** Returns the number of keys that exist, on all servers. */
export async function existing(redis: Redis, keys: readonly string[]): Promise<number> {
  const found = await Promise.all(keys.map((key) => redis.exists(key)));
  return found.reduce((sum, count) => sum + count, 0);
}

/** Removes all keys with a prefix. */
export async function removeKeys(redis: Redis, prefix: string): Promise<void> {
  const removing = redis.pipeline();
  for (const key of await keysWith(redis, prefix)) removing.unlink(key);
  await repliesOf(removing);
}

/** Opens a connection to the tests' Redis, or to another one, which is closed at the end. */
export function openRedis(t: Cleanup, options: ServerOptions = {}, url = redisUrl()): Redis {
  const redis = openStore(addressOf(url), options);
  t.after(() => redis.disconnect());
  return redis;
}

/** Drops a connection to each server of a store. Resolves when it is open again. */
export async function reconnect(redis: Redis): Promise<void> {
  for (const server of await serversOf(redis)) {
    const closed = once(server, "close");
    server.disconnect(true);
    await closed;
    await ready(server, AbortSignal.timeout(CONNECTION_MS));
  }
}

/** The default number of partitions in tests. */
export const PARTITIONS = 16;

/** Opens a connection with a new key prefix. At the end, the connection is closed and the keys are deleted. */
export function withRedis(t: Cleanup): { redis: Redis; prefix: string; keys: Keys } {
  const redis = openStore(addressOf(), {});
  const prefix = newPrefix();
  t.after(async () => {
    await removeKeys(redis, prefix);
    redis.disconnect();
  });
  return { redis, prefix, keys: new Keys(prefix, PARTITIONS) };
}

/** Returns the value of a key of any type as text. Members without an order are sorted. */
export async function dump(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  const read: Record<string, () => Promise<unknown>> = {
    string: () => redis.get(key),
    hash: async () => Object.entries(await redis.hgetall(key)).sort(),
    set: async () => (await redis.smembers(key)).sort(),
    zset: () => redis.zrange(key, 0, "-1", "WITHSCORES"),
    stream: () => redis.xrange(key, "-", "+"),
  };
  // A key that has expired in the meantime has no type.
  return JSON.stringify((await read[type]?.()) ?? null);
}
