import { Heartbeat } from "../store/redis/structures/heartbeat.ts";
import type { AppContext } from "./context.ts";

/** How long a process may be silent before the others do not count it any more. */
const LIFETIME_MS = 8000;

/** Counts the living HTTP processes, this one included: they share the tenants' rate limits. */
export function countInstances({ redis, keys, replies, lifecycle, log }: AppContext): () => number {
  const heartbeat = new Heartbeat(redis, keys.instances, replies.instance, LIFETIME_MS);
  let instances = 1;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const beat = async () => {
    try {
      instances = Math.max(1, (await heartbeat.beat()).living.length);
    } catch (err) {
      log.debug({ err }, "the heartbeat of the HTTP process failed");
    }
    if (!isOver) timer = setTimeout(() => void beat(), Math.max(0, heartbeat.dueInMs));
  };
  void beat();
  lifecycle.own("instance heartbeat", heartbeat, (it) => {
    isOver = true;
    clearTimeout(timer);
    return it.leave();
  });
  return () => instances;
}
