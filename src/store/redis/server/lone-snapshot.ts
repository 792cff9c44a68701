import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Maximum size of a base file without keys: it has a header and a checksum, about a hundred bytes. */
const EMPTY_BASE_BYTES = 200;

/** The files of a server. */
interface DataFiles {
  dir: string;
  /** Name of the snapshot. */
  snapshot?: string;
  /** Name of the folder of the append-only file. */
  log?: string;
  /** Name of the append-only file. */
  file?: string;
}

/**
 * Finds a snapshot next to an empty append-only file: with `appendonly yes`, a server reads only the latter, and starts
 * empty although the data is in the snapshot. The size of the base file counts, because a base file without keys has
 * some bytes too, and comes with an incremental file. Returns the path of the snapshot; undefined if there is none.
 * https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/
 */
export function findLoneSnapshot({
  dir,
  snapshot = "dump.rdb",
  log = "appendonlydir",
  file = "appendonly.aof",
}: DataFiles): string | undefined {
  const path = join(dir, snapshot);
  if (!existsSync(path)) return undefined;
  const folder = join(dir, log);
  const sizes = (existsSync(folder) ? readdirSync(folder) : []).map(
    (name) => [name, statSync(join(folder, name)).size] as const,
  );
  const hasIncrements = sizes.some(([name, size]) => name.endsWith(".aof") && size > 0);
  const hasBase = sizes.some(([name, size]) => name.endsWith(".rdb") && size > EMPTY_BASE_BYTES);
  // Versions before 7 have a single file, which newer versions take over.
  const hasOld = existsSync(join(dir, file));
  return hasIncrements || hasBase || hasOld ? undefined : path;
}
