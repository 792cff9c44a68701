import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { groupedBy } from "../../collections/grouped.ts";
import { parseEntryId } from "../../store/ids/entry-id.ts";
import type { Keys } from "../../store/keys/keys.ts";
import { payloadIn } from "../../store/partition/entries.ts";
import { appendCommands, rangeOf, TooLate } from "../../store/partition/streams.ts";
import type { StoreClock } from "../../store/redis/clock.ts";
import { readyFor } from "../../store/redis/connection/cluster/path.ts";
import { unwatched, watchersHere } from "../../store/redis/connection/sends.ts";
import type { DurableWaits } from "../../store/redis/durability/durable-waits.ts";
import { wasNeverSent, wasRefused } from "../../store/redis/failures.ts";
import type { Command, ReplyTo } from "../command.ts";
import type { Acceptance, Reply } from "../reply.ts";
import { encodeCommand, type Envelope } from "./envelope.ts";
import { isFinal } from "./kept-reply.ts";
import type { Pending, Replies } from "./replies.ts";
import { receive } from "./stream-command.ts";
import { UnansweredCommands } from "./unanswered.ts";
import { Unavailable } from "./unavailable.ts";

/** The partition that a command goes to, and what its envelope says about its request. */
export interface Address extends Pick<Envelope, "digest" | "spareBytes" | "traceContext"> {
  partition: number;
}

export interface DispatcherParts {
  redis: Redis;
  keys: Keys;
  clock: StoreClock;
  log: Logger;
  /** Appends in place of {@link appendCommands}, for a program that dates its commands in the past. */
  append?: typeof appendCommands | undefined;
  /** Makes sure that an outcome is durable before it is reported; undefined if the store's reply already means that. */
  waits?: DurableWaits | undefined;
}

export interface DispatcherOptions {
  /** How long a request waits for its reply. */
  replyTimeoutMs: number;
  /** Maximum number of waiting requests in this process; further requests get 503 immediately. */
  maxPending: number;
  /** Maximum number of commands that wait in one partition. */
  maxWaiting: number;
  /** How long a cancelled command is remembered; longer than any command lives. */
  rememberMs: number;
}

interface Queued {
  requestId: string;
  /** When the sender gives up, by this process's monotonic clock. */
  deadline: number;
  stream: string;
  payload: string;
}

/** A reply, and how long its command took. */
export interface Timed<R> {
  reply: R;
  ms: number;
}

/** Returns the milliseconds between two stream entries of one server; undefined if either of them is unknown. */
const timeBetween = (first: string | undefined, second: string | undefined) =>
  first === undefined || second === undefined
    ? undefined
    : // After a failover, the clock of the new primary may be behind.
      Math.max(0, parseEntryId(second).ms - parseEntryId(first).ms);

/** Returns the next part of a command. If the part before has left a new version, its condition names that one. */
function nextPart(command: Command, { version }: Pick<Acceptance, "version">): Command {
  const isConditional = "ifMatch" in command && !command.ifMatch.includes("*");
  return isConditional && version !== undefined ? { ...command, ifMatch: [version] } : command;
}

/** How often requests are checked for their deadlines, in milliseconds. */
const SWEEP_MS = 100;

/**
 * Sends commands to their partitions and waits for the replies. All commands of one pass of the event loop are appended
 * by one call. In measurements, this took a sixth of the time of one call for each command.
 */
export class Dispatcher {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #clock: StoreClock;
  readonly #replies: Replies;
  readonly #options: DispatcherOptions;
  readonly #log: Logger;
  readonly #append: typeof appendCommands;
  readonly #unanswered: UnansweredCommands;
  readonly #sweeper: NodeJS.Timeout;
  #queue: Queued[] = [];
  #next = 0;

  constructor(
    { redis, keys, clock, log, waits, append = appendCommands }: DispatcherParts,
    replies: Replies,
    options: DispatcherOptions,
  ) {
    this.#redis = redis;
    this.#keys = keys;
    this.#clock = clock;
    this.#log = log;
    this.#append = append;
    this.#replies = replies;
    this.#options = options;
    const { rememberMs } = options;
    this.#unanswered = new UnansweredCommands({ redis, keys, log, waits, rememberMs }, replies);
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  /**
   * Sends a command, and repeats it as long as it has done only a part of its work. Resolves to the last reply.
   *
   * @throws {Unavailable} if it was not applied in time
   */
  async send<C extends Command>(address: Address, command: C): Promise<ReplyTo<C>> {
    return (await this.sendTimed(address, command)).reply;
  }

  /**
   * Sends a command as {@link Dispatcher.send} does. Also resolves to the milliseconds that the last part of the
   * command waited for its worker and ran. If the reply came as a stream entry, this is the time between the two
   * entries, which does not depend on how busy this process is.
   */
  async sendTimed<C extends Command>(address: Address, command: C): Promise<Timed<ReplyTo<C>>> {
    let part: Command = command;
    for (;;) {
      const { reply, ms } = await this.#sendOnce(address, part);
      if (reply.ok) for (const watcher of watchersHere() ?? []) watcher.onApplied?.();
      if (isFinal(reply)) return { reply: reply as ReplyTo<C>, ms };
      if (reply.ok) part = nextPart(part, reply);
    }
  }

  #sendOnce({ partition, ...options }: Address, command: Command): Promise<Timed<Reply>> {
    if (this.#replies.size >= this.#options.maxPending) {
      return Promise.reject(new Unavailable("too many requests are waiting in this process"));
    }
    const requestId = (this.#next++).toString(36);
    const { instance } = this.#replies;
    const payload = encodeCommand({ instance, requestId, ...options, command });
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const deadline = started + this.#options.replyTimeoutMs;
      const pending: Pending = {
        partition,
        deadline,
        entryId: undefined,
        isResolving: false,
        resolve(reply, repliedAt) {
          resolve({ reply, ms: timeBetween(pending.entryId, repliedAt) ?? performance.now() - started });
        },
        reject,
      };
      this.#replies.expect(requestId, pending);
      if (this.#queue.length === 0) this.#flushSoon();
      this.#queue.push({ requestId, deadline, stream: this.#keys.commands(partition), payload });
    });
  }

  /** The commands of one pass come from many requests, so the append is not attributed to any of them. */
  #flushSoon(): void {
    setImmediate(() => unwatched(() => void this.#flush()));
  }

  async #flush(): Promise<void> {
    const queued = this.#queue;
    this.#queue = [];
    const outcomes = await this.#append(this.#redis, queued, {
      bound: this.#options.maxWaiting,
      deadline: this.#clock.now() + this.#timeLeftFor(queued),
    });
    const lost = queued.filter(({ requestId }, i) => !this.#handleAppend(requestId, outcomes[i]));
    this.#observeClock(outcomes);
    if (lost.length > 0) await this.#resolveWhenBack(lost);
  }

  /**
   * Reads the store's clock from the newest entry id that shows it: after the clock was set back, a stream keeps its
   * highest time and counts the sequence on.
   */
  #observeClock(outcomes: readonly PromiseSettledResult<string | undefined>[]): void {
    const newest = outcomes.findLast(
      (outcome) => outcome.status === "fulfilled" && outcome.value?.endsWith("-0"),
    );
    if (newest?.status === "fulfilled" && newest.value) this.#clock.observe(parseEntryId(newest.value).ms);
  }

  /** Records the outcome of a command's append. Returns false if that is unknown. */
  #handleAppend(requestId: string, outcome: PromiseSettledResult<string | undefined> | undefined): boolean {
    if (outcome?.status === "fulfilled") {
      if (outcome.value === undefined)
        this.#replies.refuse(requestId, new Unavailable("too many writes wait for this partition"));
      else this.#replies.setEntryId(requestId, outcome.value);
      return true;
    }
    const cause: unknown = outcome?.reason;
    if (cause instanceof TooLate) this.#clock.observe(cause.storeMs);
    else if (!wasNeverSent(cause) && !wasRefused(cause)) {
      this.#log.warn({ err: cause }, "no reply from Redis to the append of a command");
      return false;
    }
    this.#replies.refuse(requestId, new Unavailable("Redis is not available", { cause }));
    return true;
  }

  /** Returns the milliseconds until the first of these senders gives up. */
  #timeLeftFor(queued: readonly Queued[]): number {
    const [first] = queued;
    return first ? Math.floor(first.deadline - performance.now()) : 0;
  }

  /**
   * Finds out, once their servers are reachable, which commands of a lost call were appended. Those that are in their
   * streams still wait for replies; the others are cancelled. Commands that cannot be checked now are left to the
   * sweep.
   */
  async #resolveWhenBack(queued: readonly Queued[]): Promise<void> {
    const byStream = groupedBy(queued, ({ stream }) => stream);
    await Promise.all([...byStream].map(([stream, ofStream]) => this.#resolveIn(stream, ofStream)));
  }

  async #resolveIn(stream: string, queued: readonly Queued[]): Promise<void> {
    try {
      const signal = AbortSignal.timeout(Math.max(1, this.#timeLeftFor(queued)));
      await readyFor(this.#redis, stream, signal);
      await this.#findIn(stream);
    } catch (err) {
      this.#log.warn({ err }, "cannot look for unanswered commands; their deadlines decide");
      return;
    }
    await Promise.all(
      queued.map(async ({ requestId }) => {
        const pending = this.#replies.find(requestId);
        if (pending && pending.entryId === undefined) await this.#unanswered.giveUp(requestId, pending);
      }),
    );
  }

  /** Records the entry ids of this process's commands in a stream. */
  async #findIn(stream: string): Promise<void> {
    const entries = await rangeOf(this.#redis, stream, { count: this.#options.maxWaiting });
    for (const { entryId, envelope } of entries.map((entry) => receive(entry[0], payloadIn(entry))))
      if (envelope?.instance === this.#replies.instance)
        this.#replies.setEntryId(envelope.requestId, entryId);
  }

  #sweep(): void {
    const now = performance.now();
    for (const [requestId, pending] of this.#replies.waiting()) {
      if (pending.isResolving) continue;
      if (pending.deadline > now) break;
      void this.#unanswered.giveUp(requestId, pending);
    }
  }

  /** Gives up all commands that wait for a reply now, as at their deadlines. */
  giveUpAll(): void {
    for (const [requestId, pending] of this.#replies.waiting())
      void this.#unanswered.giveUp(requestId, pending);
  }

  /** Stops the sweep; for a process without pending requests. */
  close(): void {
    clearInterval(this.#sweeper);
  }
}
