/** Where a write is before it is acknowledged: the setting DURABILITY. */
export const DURABILITY_LEVELS = ["memory", "disk", "replica", "replica-disk"] as const;
export type DurabilityLevel = (typeof DURABILITY_LEVELS)[number];

/** What a write has to reach. */
export interface DurabilityGoal {
  level: DurabilityLevel;
  /** Number of replicas, at the levels that ask for any. */
  replicas: number;
}

/** Whether a level asks for the disk of the master. */
export const needsDisk = (level: DurabilityLevel): boolean => level === "disk" || level === "replica-disk";

/** Whether a level asks for replicas. */
export const needsReplicas = (level: DurabilityLevel): boolean =>
  level === "replica" || level === "replica-disk";
