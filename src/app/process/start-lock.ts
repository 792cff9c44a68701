import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf } from "../../errors/error-code.ts";
import { isAlive } from "./processes.ts";

/** Age of an empty lock file that is removed: the process that created it died before it wrote its id. */
const EMPTY_LOCK_MS = 1000;
const POLL_MS = 50;

/** Whether the process that holds a lock has ended. In a container, the next process can have the same id. */
function isStale(file: string): boolean {
  try {
    const { mtimeMs } = statSync(file);
    const holder = Number(readFileSync(file, "utf8"));
    if (holder === 0) return Date.now() - mtimeMs > EMPTY_LOCK_MS;
    const isFromAnEarlierLife = holder === process.pid && mtimeMs < Date.now() - process.uptime() * 1000;
    return isFromAnEarlierLife || !isAlive(holder);
  } catch {
    // The lock was removed in the meantime.
    return false;
  }
}

/**
 * Runs `work` unless another process runs its own at this time. If a process dies at this moment, others skip their
 * work for {@link EMPTY_LOCK_MS}.
 */
function alone(folder: string, work: () => void): void {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder);
  } catch (err) {
    if (codeOf(err) !== "EEXIST") throw err;
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
    if (age > EMPTY_LOCK_MS) remove();
    return;
  }
  try {
    work();
  } finally {
    remove();
  }
}

/**
 * Waits until this process alone holds the lock of a file. Resolves to a function that releases the lock; it is also
 * released if the process dies.
 */
export async function acquireLock(file: string): Promise<() => void> {
  for (;;) {
    try {
      writeFileSync(file, process.pid.toString(), { flag: "wx", mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (err) {
      if (codeOf(err) !== "EEXIST") throw err;
    }
    // One process at a time: another one must not remove the next lock instead of the one that it has seen.
    alone(`${file}.removal`, () => {
      if (isStale(file)) rmSync(file, { force: true });
    });
    await pause(POLL_MS);
  }
}

/** Waits until this process alone may start a server in a data directory: {@link acquireLock}. */
export const acquireStartLock = (dataDir: string): Promise<() => void> =>
  acquireLock(join(dataDir, "redis.lock"));
