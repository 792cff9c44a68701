import type { Cleanup } from "../redis.ts";

type Release = () => Promise<void> | void;

/** Releases at the end of a test. */
export class Releases implements Cleanup {
  readonly #kept: Release[] = [];

  readonly after = (release: Release) => void this.#kept.push(release);

  /** Releases everything, the newest first, also if some releases fail. Rejects with the failures. */
  readonly releaseAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let release = this.#kept.pop(); release; release = this.#kept.pop()) {
      try {
        await release();
      } catch (err) {
        failures.push(err);
      }
    }
    if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join("; "));
    if (failures.length === 1) throw failures[0];
  };
}

/** Cleans up at the end of a test, the newest first. Without this, a test releases the oldest first. */
export function newestFirst(t: Cleanup): Cleanup {
  const releases = new Releases();
  t.after(releases.releaseAll);
  return releases;
}

/** Does some work and then cleans up, the newest first. Rejects with the failures of both. */
export async function withCleanup<T>(work: (t: Cleanup) => Promise<T>): Promise<T> {
  const releases = new Releases();
  try {
    return await work(releases);
  } catch (err) {
    // So that this failure is reported first.
    releases.after(() => {
      throw err;
    });
    throw err;
  } finally {
    await releases.releaseAll();
  }
}
