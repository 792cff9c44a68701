import { Releases } from "./newest-first.ts";

const shared = new Releases();

/** Registers a release for the end of all test files of this process. */
export const atProcessEnd = shared.after;

/** Releases the parts that test files share, the newest first; `scripts/test.ts` calls it. */
export const releaseShared = shared.releaseAll;
