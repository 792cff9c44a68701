import type { Redis } from "ioredis";
import { mastersOf } from "../connection/cluster/cluster-connection.ts";
import { hasWaitAof } from "../server-info.ts";
import type { DurabilityGoal } from "./level.ts";

/** The command that makes a server wait, with its arguments except the time. */
export interface DurableWait {
  command: "WAIT" | "WAITAOF";
  args: readonly number[];
}

/** Maximum duration of a wait for replicas, in milliseconds. */
const REPLICAS_MS = 1000;
/**
 * Maximum duration of a wait for disks, in milliseconds. A server may sync once a second, and so may a replica, which
 * reports it once a second. Each attempt makes a new write to wait for, so attempts that are too short would never be
 * confirmed.
 */
const DISKS_MS = 2500;

/** Returns the maximum duration of one wait, in milliseconds. */
export const maxWaitMsOf = ({ command }: DurableWait): number =>
  command === "WAITAOF" ? DISKS_MS : REPLICAS_MS;

/**
 * Returns the wait that must follow a write; undefined if the reply to the write is already enough. It is enough at the
 * level `memory`, and at `disk` on servers without WAITAOF, which write to disk before they reply (`appendfsync
 * always`, checked at startup).
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
