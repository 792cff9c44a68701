// A process of the service that dies while it moves older changes to files: it has written a segment that nothing
// names yet.
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** Segments that it moves before it dies. */
export const MOVED = 2;

if (process.argv.includes("--role")) {
  const { rename } = fs;
  let written = 0;
  fs.rename = async (from, to) => {
    await rename(from, to);
    if (String(to).endsWith(".ndjson.gz") && ++written > MOVED) process.kill(process.pid, "SIGKILL");
  };
  syncBuiltinESMExports();
  void import("../../src/main.ts");
}
