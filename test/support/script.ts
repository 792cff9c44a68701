import { loadScript } from "../../src/store/redis/script.ts";
import { type Cleanup, withRedis } from "./redis.ts";

/** A script under test: it runs on one key of the test's own, or on those that are named. */
export function script(name: string) {
  const loaded = loadScript(name);
  return (t: Cleanup) => {
    const { redis, prefix } = withRedis(t);
    const key = (part: string) => `${prefix}{0}:${part}`;
    const call = (args: string[], parts = ["key"]) => loaded.run(redis, parts.map(key), args);
    return { redis, key, call };
  };
}
