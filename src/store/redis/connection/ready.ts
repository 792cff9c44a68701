import type { Redis } from "ioredis";

/** Resolves once the connection can be used; rejects when `signal` aborts first. */
export async function ready(redis: Redis, signal?: AbortSignal): Promise<void> {
  if (redis.status === "ready") return;
  signal?.throwIfAborted();
  const isReady = await new Promise<boolean>((resolve) => {
    const finish = (outcome: boolean) => () => {
      redis.off("ready", onReady);
      signal?.removeEventListener("abort", onAbort);
      resolve(outcome);
    };
    const onReady = finish(true);
    const onAbort = finish(false);
    redis.once("ready", onReady);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
  if (!isReady) signal?.throwIfAborted();
}
