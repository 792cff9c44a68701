import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { runTool } from "../../scripts/cli/tool.ts";
import type { Ended } from "./programs.ts";
import { redisUrl, SEALING_KEY } from "./redis.ts";
import type { Json } from "./service.ts";

/** The settings with which the operator's tool finds the data of a service. */
export const toolEnv = ({ prefix }: { prefix: string }): Record<string, string> => ({
  REDIS_URL: redisUrl(),
  REDIS_PREFIX: prefix,
});

/**
 * Runs a command of the operator's tool, with `input` as its standard input. It runs in this process, because a process
 * for each command would take minutes.
 */
export async function tool(
  words: string[],
  env: Record<string, string>,
  input: string[] = [],
): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  const code = await runTool(words, {
    setting: (name) => ({ CREDENTIALS_KEYS: SEALING_KEY, ...env })[name],
    input: () => Readable.from(input),
    print: (text) => (stdout += `${text}\n`),
    printError: (text) => (stderr += `${text}\n`),
  });
  return { code, signal: null, stdout, stderr };
}

/** Runs a command that must succeed without messages, and returns its output. */
export async function toolText(words: string[], env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await tool(words, env);
  assert.deepEqual([code, stderr], [0, ""], words.join(" "));
  return stdout;
}

/** Runs a command that must succeed without messages, and returns its output as JSON. */
export const toolJson = async (words: string[], env: Record<string, string>): Promise<Json> =>
  JSON.parse(await toolText([...words, "--json"], env));

/** Runs `verify` with more arguments, and returns the inconsistencies that it found. It fails if one is left. */
export async function inconsistencies(env: Record<string, string>, ...words: string[]): Promise<Json[]> {
  const { code, stdout, stderr } = await tool(["verify", ...words, "--json"], env);
  const found = JSON.parse(stdout).inconsistencies as Json[];
  assert.deepEqual([code, stderr], [found.every(({ repaired }) => repaired) ? 0 : 1, ""]);
  return found;
}

/** Asserts that a command was refused: with nothing on standard output, and a short message without a stack. */
export function assertRefused({ code, stdout, stderr }: Ended, pattern: RegExp, what: string): void {
  assert.notEqual(code, 0, what);
  assert.equal(stdout, "", what);
  assert.match(stderr, pattern, what);
  assert.doesNotMatch(stderr, /^\s+at |node:internal|\.ts:\d/m, what);
}
