import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Keys } from "../../store/keys/keys.ts";
import { confirmEvents, confirmsWrites } from "../../store/partition/durable-events.ts";
import type { OutboxEntry } from "../../store/partition/outbox.ts";
import type { DurableWaits } from "../../store/redis/durability/durable-waits.ts";

interface ConfirmationParts {
  /** Undefined if everything that can be read counts as durable. */
  waits: DurableWaits | undefined;
  keys: Keys;
  /** Pause before a server that has not confirmed is asked again, in milliseconds. */
  retryMs: number;
  /** Ends all waits. */
  signal: AbortSignal;
  log: Logger;
}

/**
 * Holds events back until they are as durable as the configuration demands: a relayed event cannot be taken back if its
 * commit is lost. A partition whose server does not confirm is not read until it does; the others continue.
 */
export class Confirmations {
  readonly #parts: ConfirmationParts;
  readonly #held = new Set<number>();

  constructor(parts: ConfirmationParts) {
    this.#parts = parts;
  }

  /** Whether any partition waits for its server. */
  get isAnyHeld(): boolean {
    return this.#held.size > 0;
  }

  /** Returns the positions of the partitions that may be read now. */
  readable(positions: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
    if (!this.isAnyHeld) return positions;
    return new Map([...positions].filter(([partition]) => !this.#held.has(partition)));
  }

  /** Returns the durable entries. The partitions of the other entries are not read until their servers confirm. */
  async durable(entries: readonly OutboxEntry[]): Promise<readonly OutboxEntry[]> {
    const { waits, keys, log } = this.#parts;
    if (!waits || entries.length === 0) return entries;
    const last = new Map(entries.map(({ partition, id }) => [partition, id]));
    const faults = await confirmEvents(waits, keys, last);
    if (faults.size === 0) return entries;
    const [err] = faults.values();
    log.warn({ err, partitions: [...faults.keys()] }, "events wait until Redis confirms them");
    for (const partition of faults.keys()) void this.#hold(waits, partition);
    return entries.filter(({ partition }) => !faults.has(partition));
  }

  async #hold(waits: DurableWaits, partition: number): Promise<void> {
    const { keys, retryMs, signal, log } = this.#parts;
    this.#held.add(partition);
    do {
      await pause(retryMs, undefined, { signal }).catch(() => undefined);
    } while (!signal.aborted && !(await confirmsWrites(waits, keys, partition)));
    this.#held.delete(partition);
    if (!signal.aborted) log.info({ partition }, "Redis confirms events again");
  }
}
