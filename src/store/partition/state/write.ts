import type { WriteTarget } from "./state-access.ts";
import type { StateChange } from "./state-keys.ts";
import { STATE } from "./state-kinds.ts";
import { entryChanges } from "./store-entries.ts";

/** Adds the writes that store a change. */
export function writeChange(change: StateChange, target: WriteTarget): void {
  const { kind } = change.stateKey;
  const { write } = STATE[kind];
  if (!write) throw new Error(`state keys of kind ${kind} cannot be written`);
  writeEntries(change, target);
  write(change, target);
}

/** Updates the indexes of the store. Only entries that are added or removed are written. */
function writeEntries(change: StateChange, { keys, partition, writes }: WriteTarget): void {
  const { added, removed } = entryChanges(change);
  for (const { index, storeKey, member } of removed)
    writes.add("ZREM", keys.storeIndex(partition, index, storeKey), member);
  for (const { index, storeKey, member } of added)
    writes.add("ZADD", keys.storeIndex(partition, index, storeKey), "0", member);
}
