import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Redis } from "ioredis";
import type { ReadReply } from "./replies.ts";

/** A Lua script of `src/store/lua`, called by digest; its text is sent only to a server that does not know it yet. */
interface Script<T = unknown> {
  /** Runs the script. The header of its file describes the reply. */
  run(redis: Redis, keys: readonly string[], args: readonly string[]): Promise<T>;
}

const isUnknownScript = (err: unknown) => err instanceof Error && err.message.startsWith("NOSCRIPT");

const INCLUDE = /^-- include ([a-z-]+)\n/gm;

const readLua = (path: string) => readFileSync(new URL(`../lua/${path}.lua`, import.meta.url), "utf8");

/**
 * Returns the text of a script, with its includes from `lua/includes`. Its name has its folder and file, such as
 * `read/read-page`.
 */
export const scriptSource = (name: string): string =>
  readLua(name).replace(INCLUDE, (_, part: string) => readLua(`includes/${part}`));

/** Form of the texts in a reply: strings, or with `callBuffer` bytes. */
type Call = "call" | "callBuffer";

/** Loads a script by its name. `read` gives its reply a type. See {@link loadScript}. */
export function loadTypedScript<T>(name: string, read: ReadReply<T>, call: Call = "call"): Script<T> {
  const source = scriptSource(name);
  const digest = createHash("sha1").update(source).digest("hex");
  return {
    async run(redis, keys, args) {
      // One array, never spread: a large batch has more arguments than a call stack holds.
      const keysAndArgs = [keys.length.toString()].concat(keys, args);
      try {
        return read(await redis[call]("EVALSHA", [digest].concat(keysAndArgs)));
      } catch (err) {
        if (!isUnknownScript(err)) throw err;
        return read(await redis[call]("EVAL", [source].concat(keysAndArgs)));
      }
    },
  };
}

/**
 * Loads a script by its name. If a server does not know the digest, nothing ran, so sending the text cannot run a write
 * twice.
 */
export const loadScript = (name: string): Script => loadTypedScript(name, (reply) => reply);
