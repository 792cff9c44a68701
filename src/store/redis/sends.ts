import { AsyncLocalStorage } from "node:async_hooks";
import type { Command, Redis } from "ioredis";

/** Who wants to know what some work, such as a request, sends to the store. */
export interface SendWatcher {
  /**
   * Called for each command that is given to the connection with a server: several times where a cluster redirects it.
   * `isForReading`: nothing is written over the connection, not even by its scripts.
   */
  noteSent(server: Redis, command: Command, isForReading: boolean): void;
  /** Called when what others have sent for the work was carried out. */
  noteApplied?(): void;
}

const current = new AsyncLocalStorage<readonly SendWatcher[]>();
let running = 0;

/** Who watches what is sent here; undefined for nobody. */
export const watchersHere = (): readonly SendWatcher[] | undefined => current.getStore();

/** Does some work, whatever it awaits or begins included, while one more watches what it sends. */
export async function watched<T>(watcher: SendWatcher, work: () => Promise<T>): Promise<T> {
  running++;
  try {
    return await current.run([...(current.getStore() ?? []), watcher], work);
  } finally {
    // While it is in use, each promise of the process costs a little more: most requests do without.
    if (--running === 0) current.disable();
  }
}

/** Goes on with some work for those who watched it before. */
export const watchedBy = <T>(watchers: readonly SendWatcher[] | undefined, work: () => T): T =>
  watchers ? current.run(watchers, work) : work();

/** Does some work that is for many, though one has begun it: nobody watches what it sends. */
export const unwatched = <T>(work: () => T): T => current.exit(work);
