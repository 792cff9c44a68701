import { addressOf, type Cell, type Change, isCollection } from "../store/cells.ts";
import { newWrites, type Turn } from "../store/commits.ts";
import type { Keys } from "../store/keys.ts";
import type { Lease } from "../store/leases.ts";
import { eventId } from "../store/outbox.ts";
import type { DatedClaim } from "../store/records.ts";
import { writeChange } from "../store/write.ts";
import type { Writes } from "../store/writes.ts";
import { commandId } from "./envelope.ts";
import type { Handlers } from "./handlers.ts";
import type { Command, Decision, Handler, Reply } from "./messages.ts";
import { refuse } from "./outcome.ts";
import { EntryMoment, type Received } from "./received.ts";
import { textOf } from "./record-text.ts";
import { REPLY_LIFETIME_MS } from "./replies.ts";
import { Draft, State } from "./state.ts";

/** How long the answer to an Idempotency-Key is kept, in seconds. */
const ANSWER_LIFETIME_S = 86_400;
/** What stands in place of a kept answer that told of an erased wishlist or customer. */
const ERASED_ANSWER = "erased";

const DEAD_LETTERS_KEPT = "10000";
const INTERNAL = refuse("Internal", "The write could not be applied; it was put aside for the operator.");

/** Why a command is not tried: its sender gave up, it is too old, or it killed those who tried it. */
export type Exclusion = "cancelled" | "late" | "poison";

export interface TurnSettings {
  keys: Keys;
  handlers: Handlers;
  /** HTTP process within this process, which gets its replies directly; empty when there is none. */
  localNode: string;
  /** How long a command may wait to be applied, by Redis's clock. */
  commandLifetimeMs: number;
}

/** What a turn starts from. */
export interface TurnStart {
  lease: Lease;
  /** The last command that was dealt with. */
  cursor: string;
  /** Number of cancellations that were looked at. */
  cancels: string;
  /** Commands that are not to be tried. */
  excluded: ReadonlyMap<string, Exclusion>;
  commands: Received[];
}

interface Decided {
  received: Received;
  reply: Reply;
  /** Entity that the reply tells of: erasing it erases the kept reply. */
  about: string | undefined;
}

interface DeadLetter {
  received: Received;
  reason: string;
}

/** A cell that a turn wants to know, and where to put its value. */
export interface Wanted {
  partition: number;
  cell: Cell;
  /** Time of the command that asks, in milliseconds. */
  at: number;
  load: (cell: Cell, value: unknown) => void;
}

/** The reply ends its request; one that does not is followed by a further command. */
const isFinal = (reply: Reply) => !(reply.ok && reply.remaining);

/** The commands of one partition that are decided in order and committed together. */
export class PartitionTurn {
  readonly lease: Lease;
  readonly #start: TurnStart;
  readonly #settings: TurnSettings;
  readonly #state = new State();
  #isDecided = false;
  /** The last change of each cell, in their order. */
  readonly #changes = new Map<string, Change>();
  readonly #events: Turn["events"] = [];
  #commands: Received[];
  readonly decided: Decided[] = [];
  readonly deadLetters: DeadLetter[] = [];
  /** References that accepted commands gave up: given back after the commit. */
  readonly releases: DatedClaim[] = [];
  /** Claims of refused commands: given back after the commit. */
  readonly unusedClaims: DatedClaim[] = [];

  constructor(settings: TurnSettings, start: TurnStart) {
    this.#settings = settings;
    this.#start = start;
    this.lease = start.lease;
    this.#commands = start.commands;
  }

  get partition(): number {
    return this.lease.partition;
  }

  /** Commands of this turn. What was left out of it waits for the next one. */
  get commands(): readonly Received[] {
    return this.#commands;
  }

  /** Entry id of the last command. */
  get end(): string {
    return this.#commands.at(-1)?.entryId ?? this.#start.cursor;
  }

  /** Cells that a command needs and nobody has read. */
  #missingFor(received: Received): Cell[] {
    const { envelope, entryId } = received;
    const { excluded } = this.#start;
    if (!envelope || excluded.has(entryId)) return [];
    const wanted = this.#readsOrNone(received, envelope.command);
    if (envelope.digest !== undefined) wanted.push({ kind: "answer", of: envelope.digest });
    return wanted.filter((cell) => this.#state.peek(cell) === undefined);
  }

  #handlerOf<C extends Command>(command: C): Handler<C> {
    return this.#settings.handlers[command.type] as unknown as Handler<C>;
  }

  /** Cells that a command names; none when it throws, for `decide` runs into the same and parks it. */
  #readsOrNone(received: Received, command: Command): Cell[] {
    const moment = new EntryMoment(received, this.partition);
    try {
      return this.#handlerOf(command).reads(command, new Draft(this.#state), moment);
    } catch {
      return [];
    }
  }

  /**
   * What is to be read before the commands can be decided; empty when all is there. A command that reads a
   * collection gets a turn of its own, for a collection changes with every member.
   */
  missing(): Wanted[] {
    const wanted = new Map<string, Wanted>();
    const load = (cell: Cell, value: unknown) => this.#state.set(cell, value);
    for (const [i, received] of this.#commands.entries()) {
      const cells = this.#missingFor(received);
      if (cells.length === 0) continue;
      const isAlone = cells.some(isCollection);
      if (isAlone) this.#cut(Math.max(i, 1));
      if (isAlone && i > 0) break;
      for (const cell of cells) {
        const address = addressOf(cell);
        if (!wanted.has(address))
          wanted.set(address, { partition: this.partition, cell, at: received.at.ms, load });
      }
      if (isAlone) break;
    }
    return [...wanted.values()];
  }

  get isDecided(): boolean {
    return this.#isDecided;
  }

  /** Decides the commands in stream order, each on top of those before it. To be called once. */
  decide(): void {
    this.#isDecided = true;
    for (const [i, received] of this.#commands.entries()) {
      // An earlier command of the turn led this one to cells that nobody has read: it waits for the next turn.
      if (i > 0 && this.#missingFor(received).length > 0) {
        this.#cut(i);
        return;
      }
      this.#decideOne(received);
    }
  }

  /** Leaves the commands from `i` on for the next turn. What they have claimed must not outdo those before them. */
  #cut(i: number): void {
    for (const received of this.#commands.slice(i)) this.#noteUnusedClaims(received);
    this.#commands = this.#commands.slice(0, i);
  }

  #decideOne(received: Received): void {
    const { envelope, entryId } = received;
    const exclusion = this.#start.excluded.get(entryId);
    if (!envelope) return this.#park(received, "the payload makes no sense");
    if (exclusion === "poison") return this.#park(received, "it kills the process that applies it");
    if (exclusion) return undefined;
    const { command, digest } = envelope;
    const kept = digest === undefined ? null : this.#state.peek({ kind: "answer", of: digest });
    if (typeof kept === "string") {
      this.decided.push({ received, reply: keptReply(kept), about: undefined });
      return undefined;
    }
    const draft = new Draft(this.#state);
    const moment = new EntryMoment(received, this.partition);
    let decision: Decision;
    try {
      decision = this.#handlerOf(command).decide(command, draft, moment);
    } catch (err) {
      draft.undo();
      return this.#park(received, err instanceof Error ? (err.stack ?? err.message) : String(err));
    }
    if (decision.ok) this.#take(draft, received);
    else {
      draft.undo();
      this.#noteUnusedClaims(received);
    }
    const reply = this.#replyOf(decision);
    const about =
      command.type === "CreateWishlist"
        ? moment.newWishlistId
        : "wishlistId" in command
          ? command.wishlistId
          : "slot" in command
            ? command.slot
            : undefined;
    this.decided.push({ received, reply, about });
    // The same key may come again within the turn.
    if (digest !== undefined && isFinal(reply))
      this.#state.set({ kind: "answer", of: digest }, JSON.stringify(reply));
    return undefined;
  }

  /** Makes what an accepted command did part of the turn. */
  #take({ changes, events, releases }: Draft, { at }: Received): void {
    for (const change of changes) {
      const address = addressOf(change.cell);
      const earlier = this.#changes.get(address);
      this.#changes.delete(address);
      this.#changes.set(address, earlier ? { ...change, before: earlier.before } : change);
      if (change.cell.kind === "listed") this.#state.forgetWishlistsOf(change.cell.of);
    }
    for (const [number, event] of events.entries()) {
      this.#events.push([eventId(at, number), JSON.stringify(event)]);
    }
    for (const claim of releases) this.releases.push({ ...claim, at: at.ms });
  }

  #replyOf(decision: Decision): Reply {
    if (!decision.ok || !decision.body) return decision;
    const { body, ...rest } = decision;
    return { ...rest, json: textOf(body) };
  }

  #noteUnusedClaims(received: Received): void {
    if (!received.envelope) return;
    for (const cell of this.#readsOrNone(received, received.envelope.command)) {
      if (cell.claim && this.#state.peek(cell) === "granted") {
        this.unusedClaims.push({ ...cell.claim, at: received.at.ms });
      }
    }
  }

  #park(received: Received, reason: string): void {
    this.deadLetters.push({ received, reason });
    if (received.envelope) this.decided.push({ received, reply: INTERNAL, about: undefined });
  }

  /** The turn as the commit takes it. */
  toCommit(): Turn {
    const { keys, commandLifetimeMs } = this.#settings;
    const { cursor, cancels, excluded } = this.#start;
    const writes = newWrites(keys, this.partition);
    for (const change of this.#changes.values()) writeChange(keys, this.partition, change, writes, textOf);
    this.#writeReplies(writes);
    this.#writeDeadLetters(writes);
    if (this.releases.length > 0) {
      writes.add(
        "SADD",
        keys.releases(this.partition),
        ...this.releases.map((claim) => JSON.stringify(claim)),
      );
    }
    let deadline = Number.MAX_SAFE_INTEGER;
    for (const { at, entryId } of this.#commands) {
      if (!excluded.has(entryId)) deadline = Math.min(deadline, at.ms + commandLifetimeMs);
    }
    const { fence } = this.lease;
    return {
      partition: this.partition,
      fence,
      start: cursor,
      end: this.end,
      deadline,
      cancels,
      writes,
      events: this.#events,
    };
  }

  /** A turn that only puts its commands aside, for when its writes are refused by the store. */
  toPark(reason: string): PartitionTurn {
    const turn = new PartitionTurn(this.#settings, { ...this.#start, commands: this.#commands });
    for (const received of this.#commands) turn.#park(received, reason);
    return turn;
  }

  #writeReplies(writes: Writes): void {
    const { keys, localNode } = this.#settings;
    for (const { received, reply, about } of this.decided) {
      const { node = "", ask = "", digest } = received.envelope ?? {};
      if (digest !== undefined && about !== undefined && isFinal(reply)) {
        const lifetime = ANSWER_LIFETIME_S.toString();
        writes.add("SET", keys.answer(this.partition, digest), JSON.stringify(reply), "EX", lifetime);
        writes.add("SADD", keys.answersOf(this.partition, about), digest);
        writes.add("EXPIRE", keys.answersOf(this.partition, about), lifetime);
      }
      if (node !== "" && node !== localNode) {
        const stream = keys.replies(this.partition, node);
        writes.add("XADD", stream, "*", "i", ask, "r", JSON.stringify(reply));
        writes.add("PEXPIRE", stream, REPLY_LIFETIME_MS.toString());
      }
    }
  }

  #writeDeadLetters(writes: Writes): void {
    const { keys } = this.#settings;
    for (const { received, reason } of this.deadLetters) {
      const fields = ["c", received.payload, "r", reason, "e", received.entryId];
      writes.add("XADD", keys.deadLetters(this.partition), "MAXLEN", "~", DEAD_LETTERS_KEPT, "*", ...fields);
    }
    const { excluded } = this.#start;
    if (excluded.size === 0) return;
    const cancelled = this.#commands.flatMap(({ entryId, envelope }) =>
      envelope && excluded.get(entryId) === "cancelled" ? [commandId(envelope)] : [],
    );
    if (cancelled.length > 0) writes.add("SREM", keys.cancelled(this.partition), ...cancelled);
  }
}

/** The reply that was kept under an Idempotency-Key. */
export function keptReply(text: string): Reply {
  if (text !== ERASED_ANSWER) return { ...(JSON.parse(text) as Reply), replayed: true };
  return { ...refuse("ResourceNotFound", "What this key made has been deleted since."), replayed: true };
}
