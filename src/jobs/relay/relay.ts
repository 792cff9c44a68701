import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { decodeEvent } from "../../actors/events/event.ts";
import { groupedBy } from "../../collections/grouped.ts";
import { type OutboxEntry, readOutboxes } from "../../store/partition/outbox.ts";
import type { StreamReader } from "../../store/partition/stream-reader.ts";
import { decodeOrSkip, type OnUndecodable, refuseUndecodable } from "../../store/records/undecodable.ts";
import { atMost } from "../../store/redis/at-most.ts";
import { BLOCK_MS } from "../../store/redis/connection/connections.ts";
import type { DurableWaits } from "../../store/redis/durability/durable-waits.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import { Heartbeat } from "../../store/redis/structures/heartbeat.ts";
import { Confirmations } from "./confirmations.ts";
import { type PositionStore, RelayPositions } from "./positions.ts";
import { RelayShare } from "./relay-share.ts";
import type { RelayedEvent, RelaySession } from "./target.ts";

/** How long a relay may be silent before others relay its partitions, in milliseconds. */
const LIFETIME_MS = 5000;
/** How long a relay without readable partitions waits before it checks again, in milliseconds. */
const IDLE_MS = 1000;
/** Time between heartbeats while another relay may still serve partitions of this one, in milliseconds. */
const HANDOVER_MS = 100;
/** Maximum number of events that are read from each partition at once. */
const READ_OF_EACH = 50;
/** Maximum number of events that are read at once if only some partitions have more than that. */
const READ_OF_ALL = 1000;
/** Pause before a retry, in milliseconds. */
const RETRY_MS = 500;
/** Maximum number of event ids in one log line. */
const MAX_LOGGED = 20;

export interface RelayParts extends PositionStore {
  /** Waits for events. */
  reader: StreamReader;
  partitions: number;
  /**
   * Makes sure that events are durable before they are relayed; undefined if every event that can be read counts as
   * durable.
   */
  waits?: DurableWaits | undefined;
  /** Connects to the targets for a session, which lasts as long as their servers stay the same. */
  open: (signal: AbortSignal) => Promise<RelaySession>;
  /** Pause before a retry, in milliseconds; half a second if absent. */
  retryMs?: number;
  /** Called with events that cannot be decoded: they are skipped. Without it, they block their partition. */
  onUndecodable?: OnUndecodable;
  log: Logger;
}

/**
 * Moves committed events to the targets. Each process relays a share of the partitions. After a failure, two processes
 * may relay the same events, so targets must accept an event twice. A position moves only after its events
 * are delivered. If a server of a target was replaced, or cannot be reached, a new session begins.
 */
export class Relay {
  readonly #id = randomBytes(6).toString("hex");
  readonly #parts: RelayParts;
  readonly #stopping = new AbortController();
  #positions: RelayPositions | undefined;
  /**
   * Whether the next delivery is made by partition, because the last one failed: an event that cannot be delivered then
   * blocks only its own partition.
   */
  #isByPartition = false;
  readonly #heartbeat: Heartbeat;
  readonly #share: RelayShare;
  readonly #confirmations: Confirmations;
  readonly #reportFailure = onceAMinute((err) =>
    this.#parts.log.warn({ err }, "cannot relay events; retrying"),
  );
  #loop: Promise<void> | undefined;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    this.#heartbeat = new Heartbeat(parts.redis, parts.keys.relays, this.#id, LIFETIME_MS);
    this.#share = new RelayShare(this.#id, parts.partitions);
    const { waits, keys, log } = parts;
    const { signal } = this.#stopping;
    this.#confirmations = new Confirmations({ waits, keys, retryMs: this.#retryMs, signal, log });
  }

  get #retryMs(): number {
    return this.#parts.retryMs ?? RETRY_MS;
  }

  /** Joins the relays and starts. */
  async start(): Promise<void> {
    await this.#assign(await this.#open());
    this.#loop = this.#run();
  }

  async #open(): Promise<RelayPositions> {
    const session = await this.#parts.open(this.#stopping.signal);
    this.#positions = await RelayPositions.open(this.#parts, session);
    return this.#positions;
  }

  #close(): void {
    this.#positions?.close();
    this.#positions = undefined;
  }

  async #assign(positions: RelayPositions): Promise<void> {
    const sentAt = performance.now();
    const membership = await this.#heartbeat.beat();
    const mine = this.#share.after(membership, { sentAt, repliedAt: performance.now() });
    if (this.#share.isWaiting) this.#heartbeat.runWithin(HANDOVER_MS);
    if (!membership.wasAbsent && positions.serves(mine)) return;
    await positions.assign(mine);
    if (positions.repeating > 0)
      this.#parts.log.warn(
        { partitions: positions.repeating },
        "servers were replaced or started again: events of the last minute are relayed to them again",
      );
  }

  async #run(): Promise<void> {
    const isOver = () => this.#stopping.signal.aborted;
    while (!isOver()) {
      try {
        const positions = this.#positions ?? (await this.#open());
        if (this.#heartbeat.dueInMs <= 0) await this.#assign(positions);
        await positions.check();
        await this.#relay(positions);
      } catch (err) {
        if (isOver()) break;
        this.#reportFailure(err);
        this.#close();
        await pause(this.#retryMs);
        this.#heartbeat.runSoon();
      }
    }
    this.#close();
  }

  async #relay(positions: RelayPositions): Promise<void> {
    const { reader, keys } = this.#parts;
    const readFrom = this.#confirmations.readable(positions.readFrom);
    const upTo = (maxMs: number) => Math.max(1, Math.min(maxMs, Math.ceil(this.#heartbeat.dueInMs)));
    if (readFrom.size === 0) return pause(upTo(IDLE_MS));
    const blockMs = upTo(this.#confirmations.isAnyHeld ? this.#retryMs : BLOCK_MS);
    const read = await readOutboxes(reader, keys, readFrom, {
      ofEach: READ_OF_EACH,
      ofAll: READ_OF_ALL,
      blockMs,
    });
    const entries = await this.#confirmations.durable(read);
    if (entries.length === 0) return;
    const groups = this.#isByPartition
      ? [...groupedBy(entries, ({ partition }) => partition).values()]
      : [entries];
    let failures = 0;
    for (const group of groups) {
      this.#stopping.signal.throwIfAborted();
      if (!(await this.#deliver(positions, group))) failures++;
    }
    this.#isByPartition = failures > 0;
    if (failures === 0) return;
    await positions.expectSameServers();
    await pause(this.#retryMs);
  }

  /**
   * Decodes the event of an entry. Returns undefined if it cannot be decoded, so that it does not block its partition
   * forever.
   */
  #read(entry: OutboxEntry): RelayedEvent | undefined {
    const { partition, id, text } = entry;
    const label = () => ({ partition, id: `${partition}-${id}` });
    const event = decodeOrSkip(decodeEvent, text, label, this.#parts.onUndecodable ?? refuseUndecodable);
    return event && { event, ...entry };
  }

  /** Delivers events to the targets, and records that they have them. Resolves to whether both succeeded. */
  async #deliver(positions: RelayPositions, entries: readonly OutboxEntry[]): Promise<boolean> {
    try {
      await positions.deliver(entries.flatMap((entry) => this.#read(entry) ?? []));
      await positions.advance(entries);
      return true;
    } catch (err) {
      const events = entries.slice(0, MAX_LOGGED).map(({ partition, id }) => `${partition}-${id}`);
      this.#parts.log.warn({ err, events }, "events were not relayed; trying again");
      return false;
    }
  }

  /**
   * Stops after the current events, and leaves the following ones to other processes. While the queues' store is down,
   * the delivery of the current events cannot end: after `graceMs`, they are left too, and another process relays them
   * again.
   */
  async stop(graceMs = 5000): Promise<void> {
    this.#stopping.abort();
    this.#parts.reader.close();
    await atMost(graceMs, this.#loop);
    this.#close();
    await this.#heartbeat.leave().catch(() => undefined);
  }
}
