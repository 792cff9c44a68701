import type { Redis } from "ioredis";
import { intercepted } from "./intercepted.ts";

/**
 * A connection that counts how often something is sent while nothing else is under way: round trips that are waited for
 * one after the other. What is sent together is one turn.
 */
export function withTurns(redis: Redis) {
  let open = 0;
  const seen = { turns: 0 };
  const counted = intercepted(redis, (_, send) => {
    const reply = send();
    if (!(reply instanceof Promise)) return reply;
    if (open++ === 0) seen.turns++;
    const close = () => {
      open--;
    };
    void reply.then(close, close);
    return reply;
  });
  return { redis: counted, seen };
}
