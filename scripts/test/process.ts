// Runs the test files of a test process.
import { type AsyncHook, AsyncResource, createHook } from "node:async_hooks";
import { writeFileSync } from "node:fs";
import perfHooks from "node:perf_hooks";
import { after, describe } from "node:test";
import { releaseShared } from "../../test/support/runner/process-end.ts";
import { take } from "./claims.ts";
import { noteCpu } from "./times.ts";

/**
 * The runner of Node.js follows every promise, to find the suite of a declared test and the test of an uncaught error.
 * A service in the same process creates so many promises that this takes a sixth of the CPU of all tests.
 */
const followers: AsyncHook[] = [];
const prototype = Object.getPrototypeOf(createHook({})) as AsyncHook;
const enable = Object.getOwnPropertyDescriptor(prototype, "enable") ?? {};
Object.defineProperty(prototype, "enable", {
  ...enable,
  value(this: AsyncHook) {
    followers.push(this);
    Object.defineProperty(prototype, "enable", enable);
    return this.enable();
  },
});

/**
 * The metrics of a service measure the delay of the event loop with a timer of 10 ms. It would wake a process a hundred
 * times a second while its tests wait.
 */
const DELAY_TIMER_MS = 500;
const { monitorEventLoopDelay } = perfHooks;
Object.defineProperty(perfHooks, "monitorEventLoopDelay", {
  value: () => monitorEventLoopDelay({ resolution: DELAY_TIMER_MS }),
});

/** Number of files that are being declared. */
let declaring = 0;

/** Lets the runner follow promises while a file declares its suites and tests. */
function beginDeclaring(): void {
  if (declaring++ === 0) for (const follower of followers) follower.enable();
}

/** A hook without effect. */
const idle = createHook({ init: () => undefined });

function endDeclaring(): void {
  if (--declaring > 0) return;
  for (const follower of followers) follower.disable();
  // While an AsyncLocalStorage is in use, Node.js goes on registering each promise for the runner's hook, which costs a
  // tenth of the CPU. It looks at the hooks that are left only when another one is enabled.
  idle.enable().disable();
}

const uncaught: unknown[] = [];
for (const event of ["uncaughtException", "unhandledRejection"])
  process.on(event, (err) => uncaught.push(err));

/** Throws the uncaught errors since the last call, so that the test file that has just run fails. */
function throwUncaught(): void {
  const errors = uncaught.splice(0);
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
  if (errors.length === 1) throw errors[0];
}

/** Parameters of a test process. */
export interface Lane {
  /** Names of the files of each unit, in the order in which to take them. */
  units: readonly (readonly string[])[];
  /** Loads a file, which declares its tests. */
  load: Readonly<Record<string, () => Promise<unknown>>>;
  /** Folder in which processes record the units that they have taken. */
  taken: string;
  /** Path of the file that says why this process did not end, if that happens. */
  keptOpen: string;
  /** Name of this process. */
  name: string;
}

/** Async context for declaring files: a suite that is declared while a test runs would become part of that test. */
const outside = new AsyncResource("test files");

/** Runs test files one after the other, each as a suite with its own hooks, until all files are taken. */
export function runLane(lane: Lane, fileTimeoutMs: number): void {
  const units = lane.units.values();
  let files: string[] = [];
  const runNext = (): void => {
    while (files.length === 0) {
      const { value: unit, done } = units.next();
      if (done) return;
      if (take(lane.taken, unit, lane.name)) files = [...unit];
    }
    const file = files.shift() ?? "";
    beginDeclaring();
    const declare = async () => {
      try {
        await lane.load[file]?.();
      } finally {
        // The runner ends the process when a suite ends and no other is declared. So the next one is declared before.
        after(() => {
          noteCpu(file);
          runNext();
          throwUncaught();
        });
        // Not later: tests that never wait for input or output would run before.
        endDeclaring();
      }
    };
    outside.runInAsyncScope(() => void describe(file, { timeout: fileTimeoutMs }, declare));
  };
  runNext();
}

/** Time that a process has to end after its last test, in milliseconds. */
const END_MS = 10_000;

/**
 * Releases what the files of this process shared. If something keeps the process alive after that, usually a server
 * that a failed test has left running, the process writes what it is to a file and exits. Rejects with the errors since
 * the last file. It is a hook of the program itself, because the runner names a failed hook by its file.
 */
export async function endLane({ keptOpen }: Pick<Lane, "keptOpen">): Promise<void> {
  await releaseShared();
  setTimeout(() => {
    writeFileSync(keptOpen, process.getActiveResourcesInfo().join(", "));
    process.exit(1);
  }, END_MS).unref();
  throwUncaught();
}
