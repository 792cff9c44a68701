import type { Redis } from "ioredis";
import { SLOTS } from "../../../keys/hash-slot.ts";
import { listOf, readText } from "../../replies.ts";
import { labelOf, type ServerAddress } from "../address.ts";

/** A range of slots that one master has. */
interface SlotRange {
  first: number;
  last: number;
  master: string;
}

/** The masters of a cluster with their slots. */
export interface SlotMap {
  ranges: readonly SlotRange[];
  /** All nodes that serve slots, masters and replicas, by their labels. */
  servers: ReadonlyMap<string, ServerAddress>;
  /** Whether the node that was asked sees a majority of the masters, and no failed master without a replacement. */
  isHealthy: boolean;
}

const readRanges = listOf<[first: number, last: number, ...servers: unknown[][]]>("ranges of slots");

/**
 * Reads the reply of `CLUSTER SLOTS`. A node that has met no other node reports no host name: it gets the host of
 * `source`, the node that was asked.
 */
export function slotMapOf(reply: unknown, source: ServerAddress, isHealthy = true): SlotMap {
  const servers = new Map<string, ServerAddress>();
  const ranges = readRanges(reply).map(([first, last, ...served]) => {
    const labels = served.map(([host, port]) => {
      const address = {
        host: typeof host === "string" && host !== "" ? host : source.host,
        port: Number(port),
      };
      servers.set(labelOf(address), address);
      return labelOf(address);
    });
    return { first, last, master: labels[0] ?? "" };
  });
  return { ranges, servers, isHealthy };
}

/** Asks a node for its slot map. */
export async function readSlotMap(redis: Redis, source: ServerAddress): Promise<SlotMap> {
  const [info, slots] = await Promise.all([redis.call("CLUSTER", "INFO"), redis.call("CLUSTER", "SLOTS")]);
  return slotMapOf(slots, source, readText(info).includes("cluster_state:ok"));
}

/** Returns the number of slots that have a master. */
export const servedSlots = ({ ranges }: SlotMap): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** Whether every slot has a master. */
export const isComplete = (map: SlotMap): boolean => servedSlots(map) === SLOTS;

/** Returns the labels of the masters, in the order of their slots. */
export const mastersIn = ({ ranges }: Pick<SlotMap, "ranges">): string[] => [
  ...new Set(ranges.toSorted((a, b) => a.first - b.first).map(({ master }) => master)),
];
