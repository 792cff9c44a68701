import type { Keys } from "../keys/keys.ts";
import { settlePerSlot } from "../redis/connection/cluster/per-slot.ts";
import type { DurableWaits } from "../redis/durability/durable-waits.ts";
import { NotDurable } from "../redis/failures.ts";
import { readNumbers } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";

const markEventsScript = loadTypedScript("partition/mark-events", readNumbers);

/**
 * Returns why an event may not be durable, from the outcome of its mark. Returns undefined if the wait must decide
 * that.
 */
function faultOf(marked: PromiseSettledResult<number> | undefined): NotDurable | undefined {
  if (marked?.status === "fulfilled")
    return marked.value === 1 ? undefined : new NotDurable("Redis does not have the event any more");
  return new NotDurable("whether an event is durable is unknown", { cause: marked?.reason });
}

/**
 * Waits until events that were read over another connection are durable. `events` has one event of each partition, and
 * the wait includes all events before it. Resolves to the partitions whose events may not be durable, each with the
 * reason. The events are looked up again over the connection of `waits`, because the other connection may lead to a
 * server that was replaced.
 */
export async function confirmEvents(
  waits: DurableWaits,
  keys: Keys,
  events: ReadonlyMap<number, string>,
): Promise<Map<number, NotDurable>> {
  const all = [...events].map(([partition, id]) => {
    const key = keys.outbox(partition);
    return { partition, id, key, path: waits.pathOf(key) };
  });
  const marked = await settlePerSlot(
    waits.redis,
    all,
    ({ key }) => key,
    (part) =>
      markEventsScript.run(
        waits.redis,
        part.flatMap(({ partition, key }) => [keys.durableMark(partition), key]),
        part.map(({ id }) => id),
      ),
  );
  const faults = marked.map(faultOf);
  const waiting = [...all.keys()].filter((i) => faults[i] === undefined);
  const outcomes = await waits.confirm(waiting.flatMap((i) => all[i] ?? []));
  for (const [n, i] of waiting.entries()) faults[i] = outcomes[n];
  return new Map(all.flatMap(({ partition }, i) => (faults[i] ? [[partition, faults[i]] as const] : [])));
}

/** Whether writes to the server of a partition currently become durable. */
export async function confirmsWrites(waits: DurableWaits, keys: Keys, partition: number): Promise<boolean> {
  const key = keys.outbox(partition);
  const [fault] = await waits.confirm([{ key, path: waits.pathOf(key) }], { isShared: true });
  return fault === undefined;
}
