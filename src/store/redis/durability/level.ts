/** The durability of a write when it is acknowledged: the values of the setting DURABILITY. */
export const DURABILITY_LEVELS = ["memory", "disk", "replica", "replica-disk"] as const;
export type DurabilityLevel = (typeof DURABILITY_LEVELS)[number];

/** The required durability of a write before it is acknowledged. */
export interface DurabilityGoal {
  level: DurabilityLevel;
  /** Number of replicas, for the levels that need replicas. */
  replicas: number;
}

/** Whether a level needs the disk of the master. */
export const needsDisk = (level: DurabilityLevel): boolean => level === "disk" || level === "replica-disk";

/** Whether a level needs replicas. */
export const needsReplicas = (level: DurabilityLevel): boolean =>
  level === "replica" || level === "replica-disk";
