import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { countersOfRecord } from "../../actors/report/record-counters.ts";
import type { Keys } from "../../store/keys/keys.ts";
import type { Layout } from "../../store/layout/layout.ts";
import { relayedWithin } from "../../store/partition/relayed-within.ts";
import { readSnapshot, type SnapshotReads } from "../../store/records/snapshot.ts";
import { type OnUndecodable, refuseUndecodable } from "../../store/records/undecodable.ts";
import {
  addChanges,
  BEFORE_ALL_DAYS,
  type Counters,
  type Starts,
} from "../../store/reports/counter-fields.ts";
import type { ReportCounters } from "../../store/reports/counters.ts";

const MAX_TRIES = 20;
const RETRY_MS = 250;

interface RecountDeps {
  redis: Redis;
  keys: Keys;
  layout: Layout;
  counters: ReportCounters;
  /** Called with records that cannot be decoded; they are not counted. */
  onUndecodable?: OnUndecodable;
}

/** Counts a store's records. The result is exact only if nothing is written at the same time. */
async function recounted(
  reads: SnapshotReads,
  storeKey: string,
  { closed }: Pick<Starts, "closed">,
): Promise<Counters> {
  const counters: Counters = new Map();
  const starts = { quarters: BEFORE_ALL_DAYS, closed };
  for await (const stored of readSnapshot(reads, storeKey))
    addChanges(counters, countersOfRecord(stored), starts);
  for (const [name, fields] of counters) if (fields.size === 0) counters.delete(name);
  return counters;
}

/**
 * Counts a store's records and replaces its counters. Resolves to the number of counters, and the number that differed;
 * undefined, without any change, if writes interfered with each attempt.
 */
export async function recount(
  { redis, keys, layout, counters, onUndecodable = refuseUndecodable }: RecountDeps,
  storeKey: string,
): Promise<{ counters: number; wrong: number } | undefined> {
  const isEverythingCounted = () => relayedWithin(redis, keys, layout.partitions, 0);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await pause(RETRY_MS);
    if (!(await isEverythingCounted())) continue;
    const starts = await counters.begin(storeKey);
    const positions = await counters.positions(storeKey);
    const counted = await recounted({ redis, keys, onUndecodable }, storeKey, starts);
    // Writes during the count have reached the counters at this point, and changed the positions.
    if (!(await isEverythingCounted())) continue;
    const before = await counters.all(storeKey);
    if (!(await counters.replace(storeKey, counted, positions))) continue;
    return { counters: sizeOf(counted), wrong: differences(before, counted) };
  }
  return undefined;
}

const sizeOf = (counters: Counters) => [...counters.values()].reduce((sum, fields) => sum + fields.size, 0);

function differences(one: Counters, other: Counters): number {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].reduce((sum, name) => {
    const [a, b] = [one.get(name), other.get(name)];
    const fields = new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])]);
    return sum + [...fields].filter((field) => a?.get(field) !== b?.get(field)).length;
  }, 0);
}
