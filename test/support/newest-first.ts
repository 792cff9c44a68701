import type { Cleanup } from "./redis.ts";

/** Cleans up at the end of a test, the newest first; by itself a test releases the oldest first. */
export function newestFirst(t: Cleanup): Cleanup {
  const releases: (() => Promise<void> | void)[] = [];
  t.after(async () => {
    for (const release of releases.reverse()) await release();
  });
  return { after: (release) => void releases.push(release) };
}
