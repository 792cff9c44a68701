// What a process of tests has around its test files.
import { type AsyncHook, AsyncResource, createHook } from "node:async_hooks";
import { after, describe } from "node:test";
import { releaseShared } from "../../test/support/process-end.ts";
import { take } from "./claims.ts";
import { noteCpu } from "./times.ts";

/**
 * The runner of Node follows every promise, to know which suite a test is declared in and which test an error is of that
 * nothing catches. A service beside its tests makes so many that this takes a sixth of the CPU of all tests.
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

/** Files that are being declared. */
let declaring = 0;

/** Has the runner follow promises while a file declares its suites and tests. */
function beginDeclaring(): void {
  if (declaring++ === 0) for (const follower of followers) follower.enable();
}

function endDeclaring(): void {
  if (--declaring === 0) for (const follower of followers) follower.disable();
}

const uncaught: unknown[] = [];
for (const event of ["uncaughtException", "unhandledRejection"])
  process.on(event, (err) => uncaught.push(err));

/** Throws the errors since the last call that nothing has caught: the test file that has just run failed by them. */
function throwUncaught(): void {
  const errors = uncaught.splice(0);
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
  if (errors.length === 1) throw errors[0];
}

/** What a process takes test files by. */
export interface Lane {
  /** Names of the files of each unit, in the order in which they are to be taken. */
  units: readonly (readonly string[])[];
  /** Loads a file, which declares its tests. */
  load: Readonly<Record<string, () => Promise<unknown>>>;
  /** Folder in which processes note what they have taken. */
  taken: string;
  /** Name of this process. */
  name: string;
}

/** Where files are declared from: a suite that is declared while a test runs would become a part of it. */
const outside = new AsyncResource("test files");

/** Runs test files one after the other, each as a suite with hooks of its own, until none is left that no process has taken. */
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
        // The runner takes the process for done when a suite ends and none is declared: the next one is, before.
        after(() => {
          noteCpu(file);
          runNext();
          throwUncaught();
        });
        setImmediate(endDeclaring);
      }
    };
    outside.runInAsyncScope(() => void describe(file, { timeout: fileTimeoutMs }, declare));
  };
  runNext();
}

/**
 * Releases what the files of this process have shared. Rejects with what has failed since the last of them. It is a hook
 * of the program itself: the runner names a hook that fails by the file that it stands in.
 */
export async function endLane(): Promise<void> {
  await releaseShared();
  throwUncaught();
}
