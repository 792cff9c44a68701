import type { RedisHealth } from "../store/redis/server/health.ts";
import type { MemoryStatus } from "../store/redis/server/memory.ts";
import type { DocumentOf } from "./serve-api.ts";

/** How far the start or the stop of the process is, and what can be reported at this point. */
export interface Progress {
  phase: "starting" | "serving" | "draining";
  /** The API document; empty until the API is served. */
  document: DocumentOf;
  /** Returns the state of Redis; all checks fail until its connections are open. */
  redisHealth: () => Promise<RedisHealth>;
}

/** Returns the progress of a process that has just begun to start. */
export const newProgress = (): Progress => ({
  phase: "starting",
  document: () => Buffer.from("{}"),
  redisHealth: () => Promise.resolve({ redis: false, primary: false }),
});

/** Returns the readiness checks by name, and the memory of Redis if it answers. */
export async function readinessOf({
  phase,
  redisHealth,
}: Progress): Promise<{ checks: Record<string, boolean>; memory: MemoryStatus | undefined }> {
  const { memory, ...store } = await redisHealth();
  return { checks: { serving: phase === "serving", ...store }, memory };
}

/** Whether all readiness checks pass. */
export async function isReady(progress: Progress): Promise<boolean> {
  const { checks } = await readinessOf(progress);
  return Object.values(checks).every(Boolean);
}
