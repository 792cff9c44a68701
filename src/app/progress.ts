import type { MemoryStatus } from "../store/redis/server/memory.ts";
import type { StoreStanding } from "../store/redis/server/standing.ts";
import type { DocumentOf } from "./serve-api.ts";

/** How far the process is, and what it can say of itself by then: its start and its end change this. */
export interface Progress {
  phase: "starting" | "serving" | "draining";
  /** The API document; empty until the API is served. */
  document: DocumentOf;
  /** How the store is; nothing good until it is open. */
  standing: () => Promise<StoreStanding>;
}

/** The progress of a process that has nothing yet. */
export const newProgress = (): Progress => ({
  phase: "starting",
  document: () => "{}",
  standing: () => Promise.resolve({ redis: false, primary: false }),
});

/** The checks of readiness by name, and the memory of the store if it answers. */
export async function readinessOf({
  phase,
  standing,
}: Progress): Promise<{ checks: Record<string, boolean>; memory: MemoryStatus | undefined }> {
  const { memory, ...store } = await standing();
  return { checks: { serving: phase === "serving", ...store }, memory };
}

/** Whether all checks of readiness pass. */
export async function isReady(progress: Progress): Promise<boolean> {
  const { checks } = await readinessOf(progress);
  return Object.values(checks).every(Boolean);
}
