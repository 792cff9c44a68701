import { existsSync } from "node:fs";

/** The program that starts all programs of the repository. */
const START = "scripts/bootstrap.mjs";

/**
 * Returns the command line that runs a command of the operator's tool, for messages: with npm in the repository, and
 * otherwise, as in the image, with Node.js.
 *
 * @param words the command with its arguments
 * @param url the address of this file, in the sources or as compiled
 */
export function toolCall(words = "", url = import.meta.url): string {
  const root = url.endsWith(".ts") ? "../../" : "../../../";
  const hasNpm = existsSync(new URL(`${root}${START}`, url));
  const call = hasNpm ? "npm run -s wishlist --" : "node dist/scripts/wishlist.js";
  return words === "" ? call : `${call} ${words}`;
}
