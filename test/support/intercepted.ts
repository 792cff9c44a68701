import { once } from "node:events";
import type { Redis } from "ioredis";

/** Resolves once a signal is given. */
export async function opened(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/**
 * A connection whose commands a test sees first.
 * @param call is given the arguments of each command, and what sends it as it is
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
