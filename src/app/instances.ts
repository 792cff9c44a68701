import type { AppContext } from "./context.ts";
import { heartbeat } from "../store/redis/leases.ts";

const HEARTBEAT_MS = 2000;
const LIFETIME_MS = 8000;

/** Counts the living HTTP processes, this one included: they share the tenants' rate limits. */
export function countNodes({ redis, keys, replies, lifecycle, log }: AppContext): () => number {
  let nodes = 1;
  const beat = () => {
    heartbeat(redis, keys.nodes, replies.node, LIFETIME_MS).then(
      (alive) => {
        nodes = Math.max(1, alive.length);
      },
      (err: unknown) => log.debug({ err }, "heartbeat of the HTTP process failed"),
    );
  };
  beat();
  const timer = setInterval(beat, HEARTBEAT_MS);
  lifecycle.own("node heartbeat", timer, async () => {
    clearInterval(timer);
    await redis.zrem(keys.nodes, replies.node);
  });
  return () => nodes;
}
