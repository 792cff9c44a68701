import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Redis } from "ioredis";

/** A Lua script of `lua/`, called by digest; its text is sent only to a server that does not know it yet. */
export interface Script {
  /** Runs the script. The reply's shape is what the file's header says. */
  run(redis: Redis, keys: readonly string[], args: readonly string[]): Promise<unknown>;
}

const isUnknownScript = (err: unknown) => err instanceof Error && err.message.startsWith("NOSCRIPT");

const INCLUDE = /^-- include ([a-z-]+)\n/gm;

const read = (path: string) => readFileSync(new URL(`../lua/${path}.lua`, import.meta.url), "utf8");

/** The text of `lua/<name>.lua`, with what it includes from `lua/includes`. */
export const scriptSource = (name: string): string =>
  read(name).replace(INCLUDE, (_, part: string) => read(`includes/${part}`));

/** Loads `lua/<name>.lua`. A refused digest ran nothing, so sending the text then can not run a write twice. */
export function loadScript(name: string): Script {
  const source = scriptSource(name);
  const digest = createHash("sha1").update(source).digest("hex");
  return {
    async run(redis, keys, args) {
      // One array, never spread: a large batch has more arguments than a call stack holds.
      const rest = [keys.length.toString()].concat(keys, args);
      try {
        return await redis.call("EVALSHA", [digest].concat(rest));
      } catch (err) {
        if (!isUnknownScript(err)) throw err;
        return redis.call("EVAL", [source].concat(rest));
      }
    },
  };
}
