import type { Redis } from "ioredis";
import { isEntryBefore } from "../../store/ids/entry-id.ts";
import type { Keys } from "../../store/keys/keys.ts";
import {
  advanceRelay,
  type OutboxEntry,
  recordHistories,
  type RelayPosition,
  relayPositions,
} from "../../store/partition/outbox.ts";
import type { RelayedEvent, RelaySession, RelayTarget } from "./target.ts";

/** How often the servers of the targets are checked, in milliseconds. */
const CHECK_MS = 10_000;
/**
 * Number of checks during which relayed events are kept. That is about a minute, in which a master sends the effects of
 * the events to its replicas.
 */
const KEPT_CHECKS = 6;

/** How far a partition is read and relayed, and which targets get its kept events again. */
interface Position {
  /** The last event that was read in this session. */
  read: string;
  /** The last event that all targets have. */
  relayed: string;
  /** Names of the targets that get the kept events again. */
  repeats: Set<string>;
  /** The last event that is repeated. */
  until: string;
}

export interface PositionStore {
  redis: Redis;
  keys: Keys;
  /** Time between two checks of the targets' servers in milliseconds; 10 seconds if absent. */
  checkMs?: number;
}

type Histories = ReadonlyMap<string, string>;

async function historiesOf({ targets }: RelaySession): Promise<Histories> {
  const named = targets.map(async ({ name, history }) => [name, await history()] as const);
  return new Map(await Promise.all(named));
}

/**
 * The positions of a relay in its partitions, during one session. If more than one server is involved, relayed events
 * are kept for a minute. If a server of a target was replaced since then, the partition is read again from the oldest
 * kept event, and that target gets its events again.
 */
export class RelayPositions {
  readonly #store: PositionStore;
  readonly #session: RelaySession;
  /** Histories of the targets' servers when the session began; empty if one server has everything. */
  readonly #histories: Histories;
  readonly #positions = new Map<number, Position>();
  /** The relayed positions at the last checks, the oldest first. */
  readonly #marks: ReadonlyMap<number, string>[] = [];
  /** By partition: the last event that was dropped. */
  readonly #dropped = new Map<number, string>();
  #checkAt: number;

  private constructor(store: PositionStore, session: RelaySession, histories: Histories) {
    this.#store = store;
    this.#session = session;
    this.#histories = histories;
    this.#checkAt = performance.now() + (store.checkMs ?? CHECK_MS);
  }

  /** Begins a session. {@link close} ends it. */
  static async open(store: PositionStore, session: RelaySession): Promise<RelayPositions> {
    try {
      const histories = session.isOneServer ? new Map<string, string>() : await historiesOf(session);
      return new RelayPositions(store, session, histories);
    } catch (err) {
      session.close();
      throw err;
    }
  }

  /** Ends the session: its targets accept nothing more. */
  close(): void {
    this.#session.close();
  }

  /** Position after which each partition is read next. */
  get readFrom(): ReadonlyMap<number, string> {
    return new Map([...this.#positions].map(([partition, { read }]) => [partition, read]));
  }

  /** Number of partitions whose events are repeated. */
  get repeating(): number {
    return [...this.#positions.values()].filter(({ repeats }) => repeats.size > 0).length;
  }

  /** Whether the session reads exactly these partitions. */
  serves(partitions: readonly number[]): boolean {
    return (
      partitions.length === this.#positions.size &&
      partitions.every((partition) => this.#positions.has(partition))
    );
  }

  /** Reads these partitions from now on. Their outboxes then keep each event until it is relayed. */
  async assign(partitions: readonly number[]): Promise<void> {
    const { redis, keys } = this.#store;
    const found = await relayPositions(redis, keys, partitions, [...this.#histories.keys()]);
    this.#positions.clear();
    await Promise.all([...found].map(([partition, position]) => this.#begin(partition, position)));
    const unread = [...found].filter(([, { relayed }]) => relayed === "0-0");
    await advanceRelay(redis, keys, new Map(unread.map(([partition]) => [partition, "0-0"])));
  }

  async #begin(partition: number, { relayed, histories }: RelayPosition): Promise<void> {
    const repeats = new Set<string>();
    const unrecorded = new Map<string, string>();
    for (const [target, history] of this.#histories) {
      const recorded = histories.get(target);
      if (recorded === undefined) unrecorded.set(target, history);
      else if (recorded !== history) repeats.add(target);
    }
    const read = repeats.size > 0 ? "0-0" : relayed;
    this.#positions.set(partition, { read, relayed, repeats, until: relayed });
    await this.#recordHistories(partition, unrecorded);
  }

  async #recordHistories(partition: number, histories: Histories): Promise<void> {
    await recordHistories(this.#store.redis, this.#store.keys, partition, histories);
  }

  /** Delivers events to all targets. Call {@link advance} only once this has resolved: then all targets have them. */
  async deliver(events: readonly RelayedEvent[]): Promise<void> {
    for (const target of this.#session.targets) await this.#deliverTo(target, events);
  }

  /** Delivers events to a target: those that it may have lost, then those that are new. */
  async #deliverTo({ name, repeat, deliver }: RelayTarget, events: readonly RelayedEvent[]): Promise<void> {
    const isNew = ({ partition, id }: RelayedEvent) =>
      isEntryBefore(this.#positions.get(partition)?.relayed ?? "0-0", id);
    const lost = events.filter(
      (event) => !isNew(event) && this.#positions.get(event.partition)?.repeats.has(name),
    );
    const fresh = events.filter(isNew);
    if (lost.length > 0) await repeat(lost);
    if (fresh.length > 0) await deliver(fresh);
  }

  /** Records that all targets have these events. The events of each partition must be in order. */
  async advance(entries: readonly OutboxEntry[]): Promise<void> {
    const { redis, keys } = this.#store;
    const last = new Map(entries.map(({ partition, id }) => [partition, id]));
    const moved = new Map(
      [...last].filter(([partition, id]) =>
        isEntryBefore(this.#positions.get(partition)?.relayed ?? "0-0", id),
      ),
    );
    if (moved.size > 0) await advanceRelay(redis, keys, moved, { isKept: !this.#session.isOneServer });
    await Promise.all([...last].map(([partition, id]) => this.#moveTo(partition, id, moved.has(partition))));
  }

  async #moveTo(partition: number, id: string, isNew: boolean): Promise<void> {
    const position = this.#positions.get(partition);
    if (!position) return;
    position.read = id;
    if (isNew) position.relayed = id;
    if (isEntryBefore(id, position.until)) return;
    const { repeats } = position;
    await this.#recordHistories(
      partition,
      new Map([...this.#histories].filter(([target]) => repeats.has(target))),
    );
    repeats.clear();
  }

  /** @throws if a server of a target was replaced, was restarted, or is unavailable; the session is then over */
  async expectSameServers(): Promise<void> {
    for (const [target, history] of await historiesOf(this.#session)) {
      const before = this.#histories.get(target);
      if (before !== undefined && before !== history)
        throw new Error(`a server of the ${target} was replaced, or has started again`);
    }
  }

  /**
   * Checks from time to time whether the servers of the targets are still the same. If they are, events that were
   * relayed a minute ago are dropped: by then, the replicas have their effects.
   *
   * @throws if a server is not the same
   */
  async check(): Promise<void> {
    if (this.#session.isOneServer || performance.now() < this.#checkAt) return;
    this.#checkAt = performance.now() + (this.#store.checkMs ?? CHECK_MS);
    await this.expectSameServers();
    this.#marks.push(new Map([...this.#positions].map(([partition, { relayed }]) => [partition, relayed])));
    const [oldest] = this.#marks;
    if (!oldest || this.#marks.length <= KEPT_CHECKS) return;
    this.#marks.shift();
    await this.#drop(oldest);
  }

  /** Drops the events that were relayed at a mark, except for partitions whose events are being repeated. */
  async #drop(mark: ReadonlyMap<number, string>): Promise<void> {
    const isDue = ([partition, id]: [number, string]) =>
      this.#dropped.get(partition) !== id && this.#positions.get(partition)?.repeats.size === 0;
    const due = new Map([...mark].filter(isDue));
    await advanceRelay(this.#store.redis, this.#store.keys, due);
    for (const [partition, id] of due) this.#dropped.set(partition, id);
  }
}
