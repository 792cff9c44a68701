const releases: (() => Promise<void> | void)[] = [];

/** Keeps a release until all test files of this process are over. */
export function atProcessEnd(release: () => Promise<void> | void): void {
  releases.push(release);
}

/** Releases what test files share, the newest first; `scripts/test.ts` calls it. */
export async function releaseShared(): Promise<void> {
  for (const release of releases.reverse()) await release();
}
