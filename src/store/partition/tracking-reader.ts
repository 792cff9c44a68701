import type { Redis } from "ioredis";
import type { ClusterConnection } from "../redis/connection/cluster/cluster-connection.ts";
import type { StreamEntry } from "./streams.ts";

/** Channel on which a server names the keys that have changed. */
const CHANNEL = "__redis__:invalidate";

/** How often all streams are read, whether they have changed or not, in milliseconds. */
const POLL_MS = 20_000;

/** Time between two checks whether slots have moved to other masters, in milliseconds. */
const SLOT_CHECK_MS = 5000;

/** Pause of a stream after a failed read, in milliseconds. */
const RETRY_MS = 200;

/**
 * Waits for entries of streams in a cluster. A cluster cannot block for several slots, so each master remembers which
 * streams were read, and sends one message when a stream changes (`CLIENT TRACKING`). Only changed streams are read
 * again. Writes cost no extra command, and many writes between two reads cause one message.
 *
 * Messages are lost with a connection. If a slot without keys moves to another master, no master sends a message. All
 * streams are read again in both cases. A rare poll finds any other lost change.
 */
export class TrackingReader {
  readonly #redis: ClusterConnection;
  /** By stream: the position after which the last read found no more entries. */
  readonly #quietAt = new Map<string, string>();
  /** Streams whose last read failed, with the time of the next read, because no message reports their changes. */
  readonly #failed = new Map<string, number>();
  /** Streams that have changed since they were last read. */
  readonly #changed = new Set<string>();
  /** Counts the times when all streams had to be read again: no master may have recorded a read from before. */
  #round = 0;
  #wake: () => void = () => undefined;
  #polledAt = performance.now();
  #isClosed = false;
  readonly #slotChecks: NodeJS.Timeout;

  constructor(redis: ClusterConnection) {
    this.#redis = redis;
    for (const master of redis.masters) this.#track(master);
    redis.on("master", (master: Redis) => this.#track(master));
    redis.on("moved", () => this.#expectChanges());
    this.#slotChecks = setInterval(() => void redis.connect(), SLOT_CHECK_MS).unref();
  }

  /** Reads streams that have changed, see `StreamReader`. Streams whose master is unavailable yield no entries. */
  async read(
    positions: ReadonlyMap<string, string>,
    { count, blockMs }: { count: number; blockMs: number },
  ): Promise<Map<string, StreamEntry[]>> {
    const until = performance.now() + blockMs;
    for (;;) {
      if (this.#isClosed) throw new Error("Connection is closed.");
      const now = performance.now();
      if (now - this.#polledAt >= POLL_MS) this.#expectChanges();
      const open = [...positions].filter(([stream, position]) => this.#quietAt.get(stream) !== position);
      const retryAt = (stream: string) => this.#failed.get(stream) ?? 0;
      const due = open.filter(([stream]) => retryAt(stream) <= now);
      if (due.length > 0) {
        const { found, fault } = await this.#readNow(due, count);
        // Streams whose master is unavailable do not delay the others.
        if (fault && [...positions.keys()].every((stream) => this.#failed.has(stream))) throw fault.reason;
        if (found.size > 0) return found;
      } else {
        if (now >= until) return new Map();
        const retries = open.map(([stream]) => retryAt(stream));
        await this.#change(Math.min(until, this.#polledAt + POLL_MS, ...retries) - now);
      }
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#slotChecks);
    this.#redis.disconnect();
    this.#wake();
  }

  async #readNow(
    due: readonly [stream: string, position: string][],
    count: number,
  ): Promise<{ found: Map<string, StreamEntry[]>; fault: PromiseRejectedResult | undefined }> {
    for (const [stream] of due) {
      this.#changed.delete(stream);
      this.#failed.delete(stream);
    }
    const round = this.#round;
    const outcomes = await Promise.allSettled(
      due.map(([stream, position]) => this.#redis.xread("COUNT", count, "STREAMS", stream, position)),
    );
    const found = new Map<string, StreamEntry[]>();
    for (const [i, outcome] of outcomes.entries()) {
      const [stream, position] = due[i] ?? ["", ""];
      if (outcome.status === "rejected") {
        this.#failed.set(stream, performance.now() + RETRY_MS);
        continue;
      }
      const entries = outcome.value?.[0]?.[1] ?? [];
      if (entries.length > 0) found.set(stream, entries);
      if (entries.length < count && !this.#changed.has(stream) && round === this.#round)
        this.#quietAt.set(stream, entries.at(-1)?.[0] ?? position);
    }
    return { found, fault: outcomes.find((outcome) => outcome.status === "rejected") };
  }

  /** Resolves when a stream has changed, or after some milliseconds. */
  async #change(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #expectChanges(): void {
    this.#polledAt = performance.now();
    this.#round++;
    this.#quietAt.clear();
    this.#wake();
  }

  /** Makes a master send a message when a stream changes that was read over the connection to this master. */
  #track(master: Redis): void {
    // The library passes these messages on only to a subscriber that uses the older protocol.
    const signals = master.duplicate({ protocol: 2, autoResubscribe: false });
    let id: number | undefined;
    const arm = async () => {
      try {
        if (signals.status !== "ready" || master.status !== "ready") return;
        id ??= await signals.client("ID");
        await signals.subscribe(CHANNEL);
        await master.client("TRACKING", "ON", "REDIRECT", id);
      } catch (err) {
        this.#redis.silentEmit("error", err);
      }
      // No message reports the changes before this point.
      this.#expectChanges();
    };
    signals.on("messageBuffer", (_channel: Buffer, streams: unknown) => {
      if (!Array.isArray(streams)) return this.#expectChanges();
      for (const stream of streams.map(String)) {
        this.#quietAt.delete(stream);
        this.#changed.add(stream);
      }
      this.#wake();
    });
    signals.on("close", () => (id = undefined));
    signals.on("error", (err: Error) => this.#redis.silentEmit("error", err));
    for (const connection of [master, signals]) connection.on("ready", () => void arm());
    master.on("end", () => signals.disconnect());
    void arm();
  }
}
