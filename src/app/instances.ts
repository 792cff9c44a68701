import { Heartbeat } from "../store/redis/structures/heartbeat.ts";
import type { AppContext } from "./context/context.ts";

/** Time after which the others no longer count a process that is silent. */
const LIFETIME_MS = 8000;

/** Counts the running HTTP processes, including this one: they share the rate limits of the tenants. */
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
  lifecycle.own("instance heartbeat", heartbeat, (part) => {
    isOver = true;
    clearTimeout(timer);
    return part.leave();
  });
  return () => instances;
}
