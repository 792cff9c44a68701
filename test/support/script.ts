import { loadScript } from "../../src/store/redis/script.ts";
import { type Cleanup, withRedis } from "./redis.ts";

/** Returns a function that runs a script on a key of the test, or on the given keys. */
export function script(name: string) {
  const loaded = loadScript(name);
  return (t: Cleanup) => {
    const { redis, prefix } = withRedis(t);
    const key = (part: string) => `${prefix}{0}:${part}`;
    const call = (args: string[], parts = ["key"]) => loaded.run(redis, parts.map(key), args);
    return { redis, key, call };
  };
}
