import type { Redis } from "ioredis";
import { intercepted } from "./intercepted.ts";

/** Returns a connection that counts sequential round trips: commands that are sent together count once. */
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
