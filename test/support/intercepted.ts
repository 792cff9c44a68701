import { once } from "node:events";
import type { Redis } from "ioredis";

/** Resolves once a signal is given. */
export async function opened(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/**
 * A connection whose calls a test sees first.
 * @param call is given the arguments of each call, and what sends it as it is
 */
export const intercepted = (redis: Redis, call: (args: unknown[], send: () => unknown) => unknown): Redis =>
  new Proxy(redis, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => call(args.flat(), () => value.apply(target, args));
    },
  });
