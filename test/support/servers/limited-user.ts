import { readFileSync } from "node:fs";
import type { Redis } from "ioredis";
import { isOnCluster } from "../connections/one-server.ts";
import { type Cleanup, redisUrl, serversOf, withLogin, withRedis } from "../redis.ts";

const GUIDE = new URL("../../../docs/redis.md", import.meta.url);
const RULE = /^ACL SETUSER wishlist on '>password' (.*)$/m;
const ON_CLUSTER = /^- Redis Cluster: `([^`]+)`$/m;
const DOCUMENTED_PREFIX = "wl:";

/** A user of the tests' Redis that has only the documented rights on a key prefix. */
export interface LimitedUser {
  prefix: string;
  /** Address of Redis with the user's name. */
  url: string;
  /** Returns the commands and keys that it was refused, from the log of Redis. */
  denied: () => Promise<string[]>;
}

/**
 * Creates a user of the tests' Redis with the password `password`. It is deleted when the test ends. Resolves to its
 * address.
 */
export async function newUser(
  t: Cleanup,
  redis: Redis,
  { name, rights }: { name: string; rights: readonly string[] },
): Promise<string> {
  const servers = await serversOf(redis);
  const onAll = (...words: string[]) => Promise.all(servers.map((server) => server.call("ACL", ...words)));
  await onAll("SETUSER", name, "on", ">password", ...rights);
  t.after(() => onAll("DELUSER", name).then(() => undefined));
  return withLogin(redisUrl(), name, "password");
}

/** Returns the rights that docs/redis.md grants a user, on a key prefix. */
export function documentedRights(prefix: string): string[] {
  const guide = readFileSync(GUIDE, "utf8");
  const rights = (isOnCluster() ? [RULE, ON_CLUSTER] : [RULE]).flatMap((pattern) => {
    const found = pattern.exec(guide)?.[1];
    if (found === undefined) throw new Error(`docs/redis.md has no ACL rule like ${pattern.source}`);
    return found.split(" ");
  });
  return rights.map((right) => (right === `~${DOCUMENTED_PREFIX}*` ? `~${prefix}*` : right));
}

/** Creates a user with the rights in docs/redis.md. It is deleted when the test ends. */
export async function newLimitedUser(t: Cleanup): Promise<LimitedUser> {
  const { redis, prefix } = withRedis(t);
  const name = `user-of-${prefix.slice(0, -1)}`;
  const url = await newUser(t, redis, { name, rights: documentedRights(prefix) });
  return {
    prefix,
    url,
    async denied() {
      const servers = await serversOf(redis);
      const logs = await Promise.all(servers.map((server) => server.call("ACL", "LOG", "128")));
      const valueOf = (entry: string[], field: string) => entry[entry.indexOf(field) + 1] ?? "";
      return (logs as string[][][])
        .flat()
        .filter((entry) => valueOf(entry, "username") === name)
        .map((entry) => `${valueOf(entry, "reason")} ${valueOf(entry, "object")}`);
    },
  };
}
