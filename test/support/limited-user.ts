import { readFileSync } from "node:fs";
import { type Cleanup, redisUrl, withRedis } from "./redis.ts";

const GUIDE = new URL("../../docs/operations.md", import.meta.url);
const RULE = /^ACL SETUSER wishlist on '>password' (.*)$/m;
const DOCUMENTED_PREFIX = "wl:";

/** A user of the tests' Redis that has the documented rights on a part of the key space, and no others. */
export interface LimitedUser {
  prefix: string;
  /** Address for the user. */
  url: string;
  /** What it was refused: commands and keys, from the log of Redis. */
  denied: () => Promise<string[]>;
}

/** Makes a user by the rule of docs/operations.md; it goes when the test ends. */
export async function newLimitedUser(t: Cleanup): Promise<LimitedUser> {
  const { redis, prefix } = withRedis(t);
  const rule = RULE.exec(readFileSync(GUIDE, "utf8"))?.[1];
  if (rule === undefined) throw new Error("docs/operations.md has no ACL rule");
  const name = `user-of-${prefix.slice(0, -1)}`;
  const rights = rule.replace(`~${DOCUMENTED_PREFIX}*`, `~${prefix}*`).split(" ");
  await redis.call("ACL", "SETUSER", name, "on", ">password", ...rights);
  t.after(() => redis.call("ACL", "DELUSER", name).then(() => undefined));
  const url = new URL(redisUrl());
  [url.username, url.password] = [name, "password"];
  return {
    prefix,
    url: url.href,
    async denied() {
      const log = (await redis.call("ACL", "LOG", "128")) as string[][];
      const valueOf = (entry: string[], field: string) => entry[entry.indexOf(field) + 1] ?? "";
      return log
        .filter((entry) => valueOf(entry, "username") === name)
        .map((entry) => `${valueOf(entry, "reason")} ${valueOf(entry, "object")}`);
    },
  };
}
