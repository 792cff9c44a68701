import { Releases } from "./newest-first.ts";

const shared = new Releases();

/** Keeps a release until all test files of this process are over. */
export const atProcessEnd = shared.after;

/** Releases what test files share, the newest first; `scripts/test.ts` calls it. */
export const releaseShared = shared.releaseAll;
