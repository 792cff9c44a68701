import { once } from "node:events";
import type { Redis } from "ioredis";

/** Resolves when a signal aborts. */
export async function opened(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/**
 * Returns a connection whose commands a test can change.
 * @param call gets the arguments of each command, and a function that sends the command
 */
export function intercepted(redis: Redis, call: (args: unknown[], send: () => unknown) => unknown): Redis {
  const names = [...redis.getBuiltinCommands(), "call"];
  const commands = new Set<string | symbol>(names.flatMap((name) => [name, `${name}Buffer`]));
  return new Proxy(redis, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        const send = () => value.apply(target, args);
        return commands.has(name) ? call(args.flat(), send) : send();
      };
    },
  });
}
