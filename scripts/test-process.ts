// What a process of tests has around its test files.
import { type AsyncHook, createHook } from "node:async_hooks";

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

/** Has the runner follow no more promises. To be called once all tests are declared. */
export function stopFollowing(): void {
  for (const follower of followers.splice(0)) follower.disable();
}

const uncaught: unknown[] = [];
for (const event of ["uncaughtException", "unhandledRejection"])
  process.on(event, (err) => uncaught.push(err));

/** Throws the errors since the last call that nothing has caught: the test file that has just run failed by them. */
export function throwUncaught(): void {
  const errors = uncaught.splice(0);
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
  if (errors.length === 1) throw errors[0];
}
