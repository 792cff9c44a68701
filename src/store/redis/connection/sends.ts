import { AsyncLocalStorage } from "node:async_hooks";
import type { Command, Redis } from "ioredis";

/** Watches what some work, such as a request, sends to the store. */
export interface SendWatcher {
  /**
   * Called for each command that is passed to the connection of a server; more than once if a cluster redirects it.
   * `isForReading` means that nothing is written over the connection, not even by its scripts.
   */
  onSent(server: Redis, command: Command, isForReading: boolean): void;
  /** Called when a command of the work, which was sent together with those of others, was applied. */
  onApplied?(): void;
}

const current = new AsyncLocalStorage<readonly SendWatcher[]>();
let running = 0;

/** Returns the watchers of the current work; undefined if there are none. */
export const watchersHere = (): readonly SendWatcher[] | undefined => current.getStore();

/** Runs work while one more watcher observes what it sends, including everything that the work awaits or starts. */
export async function watched<T>(watcher: SendWatcher, work: () => Promise<T>): Promise<T> {
  running++;
  try {
    return await current.run([...(current.getStore() ?? []), watcher], work);
  } finally {
    // While it is enabled, each promise of the process costs a little more, and most requests do not need it.
    if (--running === 0) current.disable();
  }
}

/** Continues work with the watchers that it had before. */
export const watchedBy = <T>(watchers: readonly SendWatcher[] | undefined, work: () => T): T =>
  watchers ? current.run(watchers, work) : work();

/** Runs work for many requests, which one of them has started: nobody watches what it sends. */
export const unwatched = <T>(work: () => T): T => current.exit(work);
