// Records which process of a run has taken which test files: one file per unit, in a folder that the processes share.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Takes a unit of test files for a process; false if another process has it. */
export function take(folder: string, [first = ""]: readonly string[], name: string): boolean {
  try {
    writeFileSync(join(folder, encodeURIComponent(first)), name, { flag: "wx" });
    return true;
  } catch (err) {
    if (err instanceof Error && "code" in err && err.code === "EEXIST") return false;
    throw err;
  }
}

/** First file of each unit that was taken, with the process that took it. */
export function readTaken(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder).map((name) => [decodeURIComponent(name), readFileSync(join(folder, name), "utf8")]),
  );
}
