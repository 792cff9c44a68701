import { setTimeout as pause } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { partitionsFor } from "../../actors/runtime/worker/assignment.ts";
import { decodeEvent } from "../../actors/event.ts";
import type { StreamReader } from "../../store/partition/stream-reader.ts";
import { Heartbeat } from "../../store/redis/structures/heartbeat.ts";
import { type OutboxEntry, readOutboxes } from "../../store/partition/outbox.ts";
import { BLOCK_MS } from "../../store/redis/connections.ts";
import { atMost } from "../queue/at-most.ts";
import { groupsOf } from "../queue/groups.ts";
import { type PositionStore, RelayPositions } from "./positions.ts";
import type { RelaySession } from "./target.ts";

/** How long a relay may be silent before others relay its partitions. */
const LIFETIME_MS = 5000;
/** How long one without partitions waits before it looks again. */
const IDLE_MS = 1000;
/** Events that are read of one partition at once. */
const READ_BATCH_SIZE = 50;
const RETRY_MS = 500;
/** Ids of events that a line of the log names at most. */
const MAX_LOGGED = 20;

export interface RelayParts extends PositionStore {
  /** Waits for events. */
  reader: StreamReader;
  partitions: number;
  /** Connects with the targets, for as long as their servers stay the same. */
  open: (signal: AbortSignal) => Promise<RelaySession>;
  log: Logger;
}

/**
 * Moves committed events on. Each process relays a share of the partitions. While shares change, two processes may
 * relay the same events, so targets must accept an event twice. A position moves only after its events are delivered.
 * After an error it begins a new session: its targets may have lost something.
 */
export class Relay {
  readonly #id = randomBytes(6).toString("hex");
  readonly #parts: RelayParts;
  readonly #stopping = new AbortController();
  #session: { positions: RelayPositions; targets: RelaySession } | undefined;
  /**
   * The last delivery failed, so the next one is made by partition: an event that cannot be delivered holds up its own
   * partition alone.
   */
  #isByPartition = false;
  readonly #heartbeat: Heartbeat;
  #loop: Promise<void> | undefined;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    this.#heartbeat = new Heartbeat(parts.redis, parts.keys.relays, this.#id, LIFETIME_MS);
  }

  /** Joins the relays and starts. */
  async start(): Promise<void> {
    await this.#assign(await this.#open());
    this.#loop = this.#run();
  }

  async #open(): Promise<RelayPositions> {
    const targets = await this.#parts.open(this.#stopping.signal);
    try {
      const positions = await RelayPositions.open(this.#parts, targets);
      this.#session = { positions, targets };
      return positions;
    } catch (err) {
      targets.close();
      throw err;
    }
  }

  #close(): void {
    this.#session?.targets.close();
    this.#session = undefined;
  }

  async #assign(positions: RelayPositions): Promise<void> {
    const { living, wasAbsent } = await this.#heartbeat.beat();
    const mine = partitionsFor(this.#id, living, this.#parts.partitions);
    if (!wasAbsent && positions.serves(mine)) return;
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
        const positions = this.#session?.positions ?? (await this.#open());
        if (this.#heartbeat.dueInMs <= 0) await this.#assign(positions);
        await positions.check();
        await this.#relay(positions);
      } catch (err) {
        if (isOver()) break;
        this.#parts.log.warn({ err }, "cannot relay events; retrying");
        this.#isByPartition = true;
        this.#close();
        await pause(RETRY_MS);
        this.#heartbeat.runSoon();
      }
    }
    this.#close();
  }

  async #relay(positions: RelayPositions): Promise<void> {
    const { reader, keys } = this.#parts;
    const { readFrom } = positions;
    if (readFrom.size === 0) return pause(IDLE_MS);
    const blockMs = Math.max(1, Math.min(BLOCK_MS, Math.ceil(this.#heartbeat.dueInMs)));
    const entries = await readOutboxes(reader, keys, readFrom, { count: READ_BATCH_SIZE, blockMs });
    if (entries.length === 0) return;
    if (!this.#isByPartition) return this.#deliver(positions, entries);
    const groups = groupsOf(entries, ({ partition }) => partition, READ_BATCH_SIZE);
    const failures: unknown[] = [];
    for (const { some } of groups)
      await this.#deliver(positions, some).catch((err: unknown) => failures.push(err));
    // Then the targets are at fault.
    if (failures.length === groups.length) throw failures[0];
    this.#isByPartition = failures.length > 0;
    if (this.#isByPartition) await pause(RETRY_MS);
  }

  async #deliver(positions: RelayPositions, entries: readonly OutboxEntry[]): Promise<void> {
    try {
      const events = entries.map((entry) => ({ ...entry, event: decodeEvent(entry.text) }));
      for (const target of this.#session?.targets.targets ?? []) await positions.bring(target, events);
      await positions.advance(entries);
    } catch (err) {
      const events = entries.slice(0, MAX_LOGGED).map(({ partition, id }) => `${partition}-${id}`);
      this.#parts.log.warn({ err, events }, "events were not relayed");
      throw err;
    }
  }

  /**
   * Ends after the current events, and leaves the rest to other processes. While the queues' store is down these cannot
   * end: after `graceMs` they are left too, and another process relays them again.
   */
  async stop(graceMs = 5000): Promise<void> {
    this.#stopping.abort();
    this.#parts.reader.close();
    await atMost(graceMs, this.#loop);
    this.#close();
    await this.#heartbeat.leave().catch(() => undefined);
  }
}
