import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Redis } from "ioredis";
import type { ReadReply } from "./replies.ts";

/** A Lua script of `src/store/lua`, called by digest; its text is sent only to a server that does not know it yet. */
interface Script<T = unknown> {
  /** Runs the script. The reply is what the file's header says. */
  run(redis: Redis, keys: readonly string[], args: readonly string[]): Promise<T>;
}

const isUnknownScript = (err: unknown) => err instanceof Error && err.message.startsWith("NOSCRIPT");

const INCLUDE = /^-- include ([a-z-]+)\n/gm;

const read = (path: string) => readFileSync(new URL(`../lua/${path}.lua`, import.meta.url), "utf8");

/** The text of a script, with what it includes from `lua/includes`; its name is its room and file, `read/read-page`. */
export const scriptSource = (name: string): string =>
  read(name).replace(INCLUDE, (_, part: string) => read(`includes/${part}`));

/** Loads the script of this name, with `read` to give its reply a type; see {@link loadScript}. */
export function loadTypedScript<T>(name: string, read: ReadReply<T>): Script<T> {
  const source = scriptSource(name);
  const digest = createHash("sha1").update(source).digest("hex");
  return {
    async run(redis, keys, args) {
      // One array, never spread: a large batch has more arguments than a call stack holds.
      const rest = [keys.length.toString()].concat(keys, args);
      try {
        return read(await redis.call("EVALSHA", [digest].concat(rest)));
      } catch (err) {
        if (!isUnknownScript(err)) throw err;
        return read(await redis.call("EVAL", [source].concat(rest)));
      }
    },
  };
}

/** Loads the script of this name. A refused digest ran nothing, so sending the text then can not run a write twice. */
export const loadScript = (name: string): Script => loadTypedScript(name, (reply) => reply);
