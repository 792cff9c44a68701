import { setTimeout as pause } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { partitionsFor } from "../../actors/runtime/worker/assignment.ts";
import { type Event, decodeEvent } from "../../actors/event.ts";
import type { Keys } from "../../store/keys.ts";
import type { StreamReader } from "../../store/partition/stream-reader.ts";
import { Heartbeat } from "../../store/redis/structures/heartbeat.ts";
import {
  advanceRelay,
  type OutboxEntry,
  readOutboxes,
  relayPositions,
} from "../../store/partition/outbox.ts";
import { BLOCK_MS } from "../../store/redis/connections.ts";
import { atMost } from "../queue/at-most.ts";

/** How long a relay may be silent before others relay its partitions. */
const LIFETIME_MS = 5000;
/** How long one without partitions waits before it looks again. */
const IDLE_MS = 1000;
/** Events that are read of one partition at once. */
const READ_BATCH_SIZE = 50;
const RETRY_MS = 500;
/** Ids of events that a line of the log names at most. */
const MAX_LOGGED = 20;

export interface RelayedEvent extends OutboxEntry {
  event: Event;
}

export interface RelayParts {
  redis: Redis;
  /** Waits for events. */
  reader: StreamReader;
  keys: Keys;
  partitions: number;
  log: Logger;
}

/**
 * Moves committed events on. Each process relays a share of the partitions. While shares change, two processes may
 * relay the same events, so `deliver` must accept an event twice. A position moves only after its events are delivered.
 */
export class Relay {
  readonly #id = randomBytes(6).toString("hex");
  readonly #parts: RelayParts;
  readonly #deliver: (events: RelayedEvent[]) => Promise<void>;
  readonly #stopping = new AbortController();
  #positions = new Map<number, string>();
  /** The events that are being delivered. */
  #inHand: readonly OutboxEntry[] = [];
  readonly #heartbeat: Heartbeat;
  #loop: Promise<void> | undefined;

  constructor(parts: RelayParts, deliver: (events: RelayedEvent[]) => Promise<void>) {
    this.#parts = parts;
    this.#deliver = deliver;
    this.#heartbeat = new Heartbeat(parts.redis, parts.keys.relays, this.#id, LIFETIME_MS);
  }

  /** Joins the relays and starts. */
  async start(): Promise<void> {
    await this.#assign();
    // From now on outboxes are kept until they are relayed, also before their first event is.
    await advanceRelay(this.#parts.redis, this.#parts.keys, this.#positions);
    this.#loop = this.#run();
  }

  async #assign(): Promise<void> {
    const { redis, keys, partitions } = this.#parts;
    const { living, wasAbsent } = await this.#heartbeat.beat();
    const mine = partitionsFor(this.#id, living, partitions);
    const isSame =
      !wasAbsent &&
      mine.length === this.#positions.size &&
      mine.every((partition) => this.#positions.has(partition));
    if (!isSame) this.#positions = await relayPositions(redis, keys, mine);
  }

  async #run(): Promise<void> {
    const isOver = () => this.#stopping.signal.aborted;
    while (!isOver()) {
      try {
        if (this.#heartbeat.dueInMs <= 0) await this.#assign();
        await this.#relay();
      } catch (err) {
        if (isOver()) return;
        const events = this.#inHand.map(({ partition, id }) => `${partition}-${id}`);
        this.#parts.log.warn({ err, events: events.slice(0, MAX_LOGGED) }, "cannot relay events; retrying");
        await pause(RETRY_MS);
        this.#heartbeat.runSoon();
        this.#positions.clear();
      }
    }
  }

  async #relay(): Promise<void> {
    const { redis, reader, keys } = this.#parts;
    if (this.#positions.size === 0) return pause(IDLE_MS);
    const blockMs = Math.max(1, Math.min(BLOCK_MS, Math.ceil(this.#heartbeat.dueInMs)));
    const options = { count: READ_BATCH_SIZE, blockMs };
    const entries = await readOutboxes(reader, keys, this.#positions, options);
    if (entries.length === 0) return;
    this.#inHand = entries;
    await this.#deliver(entries.map((entry) => ({ ...entry, event: decodeEvent(entry.text) })));
    const moved = new Map(entries.map(({ partition, id }) => [partition, id]));
    await advanceRelay(redis, keys, moved);
    this.#inHand = [];
    for (const [partition, id] of moved) this.#positions.set(partition, id);
  }

  /**
   * Ends after the current events, and leaves the rest to other processes. While the queues' store is down these cannot
   * end: after `graceMs` they are left too, and another process relays them again.
   */
  async stop(graceMs = 5000): Promise<void> {
    this.#stopping.abort();
    this.#parts.reader.close();
    await atMost(graceMs, this.#loop);
    await this.#heartbeat.leave().catch(() => undefined);
  }
}
