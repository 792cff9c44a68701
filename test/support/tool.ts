import { Readable } from "node:stream";
import { runTool } from "../../scripts/cli/tool.ts";
import type { Ended } from "./programs.ts";
import { SEALING_KEY } from "./redis.ts";

/** Runs a command of the operator's tool, with `input` as its standard input, in this process: a process of its own for each would take minutes. */
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
