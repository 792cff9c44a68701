import type { Redis } from "ioredis";
import { mastersOf } from "../cluster/cluster-connection.ts";
import { hasWaitAof } from "../server-info.ts";
import type { DurabilityGoal } from "./level.ts";

/** What a server is asked to wait for: the command and its arguments, but for the time. */
export interface DurableWait {
  command: "WAIT" | "WAITAOF";
  args: readonly number[];
}

/** How long a server is asked to wait for replicas at most, in milliseconds. */
const REPLICAS_MS = 1000;
/**
 * The same for disks: a server may sync once a second, and so may a replica, which tells it once a second. Each attempt
 * writes something of its own to wait for, so one that is too short would never be confirmed.
 */
const DISKS_MS = 2500;

/** How long a server may wait at once, in milliseconds. */
export const longestMsOf = ({ command }: DurableWait): number =>
  command === "WAITAOF" ? DISKS_MS : REPLICAS_MS;

/**
 * What the masters of a connection are asked for after a write; undefined where their reply says it already: at the
 * level `memory`, and at `disk` on servers without WAITAOF, which write to disk before they reply (`appendfsync always`,
 * checked at the start).
 */
export async function waitOf(
  redis: Redis,
  { level, replicas }: DurabilityGoal,
): Promise<DurableWait | undefined> {
  if (level === "memory") return undefined;
  if (level === "replica") return { command: "WAIT", args: [replicas] };
  const infos = await Promise.all(mastersOf(redis).map((master) => master.info("server")));
  if (level === "disk" && !infos.every(hasWaitAof)) return undefined;
  return { command: "WAITAOF", args: [1, level === "disk" ? 0 : replicas] };
}
