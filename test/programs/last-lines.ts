// Writes some last lines to its log when its standard input ends, and ends with code 3.
import { createLogger } from "../../src/logger.ts";

const log = createLogger("info");
process.stdin.resume().on("end", () => {
  for (let i = 0; i < 3; i++) log.info("a line");
  process.exit(3);
});
