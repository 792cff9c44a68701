import {
  addressOf,
  type StateKey,
  type StateChange,
  isCollection,
} from "../../store/partition/state-keys.ts";
import type { BatchCommit } from "../../store/partition/commits.ts";
import type { Keys } from "../../store/keys.ts";
import type { Lease } from "../../store/redis/structures/leases.ts";
import { eventId } from "../../store/partition/outbox.ts";
import type { DatedClaim } from "../../store/records/records.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";
import type { Handlers } from "../handlers.ts";
import { isAnswer, keptReply, keptText } from "./kept-reply.ts";
import type { Command } from "../command.ts";
import { type Decision, type Reply, refuse } from "../reply.ts";
import type { Handler } from "../handler.ts";
import { EntryContext, type StreamCommand } from "./stream-command.ts";
import { textOf } from "../record-text.ts";
import { Draft, State } from "../state.ts";
import { type Growth, growthOf, refuseGrowth } from "./stored-growth.ts";
import { type NewDeadLetter, type Decided, type Exclusion, batchOf } from "./batch-commit.ts";

/** Rounds of loading after which a command becomes a dead letter; far fewer are ever needed. */
const MAX_ROUNDS = 100;

/** State keys and characters that a batch reads, or changes, before it is cut; a command that needs more has its own batch. */
const MAX_STATE_KEYS = 5000;
const MAX_CHARACTERS = 8_000_000;
/** State keys that one command reads at once at most. */
const MAX_COMMAND_STATE_KEYS = 200_000;

const INTERNAL = refuse(
  "Internal",
  "The write could not be applied. It was moved to the dead letters, for the operator.",
);

export interface BatchSettings {
  keys: Keys;
  handlers: Handlers;
  /** HTTP process within this process, which gets its replies directly; empty if there is none. */
  localInstance: string;
  /** How long a command may wait to be applied, by Redis's clock. */
  commandLifetimeMs: number;
  /** Replies to other processes are held back until their batch is durable. */
  holdsReplies?: boolean;
}

/** What a batch starts from. */
export interface BatchStart {
  lease: Lease;
  /** The last completed command. */
  cursor: string;
  /** Number of cancellations that were checked. */
  cancels: string;
  /** Commands that are not to be tried. */
  excluded: ReadonlyMap<string, Exclusion>;
  commands: StreamCommand[];
}

/** State that a batch needs, and where to put its value. */
export interface Wanted {
  partition: number;
  stateKey: StateKey;
  /** Time of the command that needs it, in milliseconds. */
  at: number;
  load: (stateKey: StateKey, value: unknown) => void;
}

const answerStateKey = (digest: string): StateKey<"answer"> => ({ kind: "answer", owner: digest });

/** Entity that a command's reply is about. */
function subjectOf(command: Command, context: EntryContext): string | undefined {
  if (command.type === "CreateWishlist") return context.newWishlistId;
  if ("wishlistId" in command) return command.wishlistId;
  return "slot" in command ? command.slot : undefined;
}

/**
 * The commands of one partition that are decided in order and committed together. {@link PartitionBatch.missing} and
 * {@link PartitionBatch.decide} alternate until all are decided: a command that needs state that is not loaded leaves
 * no trace, and is decided again once it is loaded.
 */
export class PartitionBatch {
  readonly lease: Lease;
  /** When it was begun, in milliseconds since 1970 by this process's clock. */
  readonly startedMs = performance.timeOrigin + performance.now();
  readonly #start: BatchStart;
  readonly #settings: BatchSettings;
  readonly #state = new State();
  /** The last change of each state key, in their order. */
  readonly #changes = new Map<string, StateChange>();
  /** What the changes add to the bytes that are stored of each tenant. */
  readonly #storedBytes = new Map<string, number>();
  readonly #events: BatchCommit["events"] = [];
  #commands: StreamCommand[];
  /** Index of the first undecided command. */
  #next = 0;
  /** State that the next command requested. */
  #loadedFor: readonly StateKey[] = [];
  /** Commands that needed no more state when they were tried out. */
  readonly #ready = new Set<StreamCommand>();
  /** Rounds of loading since a command was decided. */
  #rounds = 0;
  /** State keys and characters that were read, and characters of what was changed. */
  #stateKeys = 0;
  #characters = 0;
  /** Claims that were made for each command. */
  readonly #claims = new Map<StreamCommand, StateKey[]>();
  readonly decided: Decided[] = [];
  readonly deadLetters: NewDeadLetter[] = [];
  /** References that accepted commands gave up: given back after the commit. */
  readonly releases: DatedClaim[] = [];
  /** Claims of refused commands: given back after the commit. */
  readonly unusedClaims: DatedClaim[] = [];

  constructor(settings: BatchSettings, start: BatchStart) {
    this.#settings = settings;
    this.#start = start;
    this.lease = start.lease;
    this.#commands = start.commands;
  }

  get partition(): number {
    return this.lease.partition;
  }

  /** Commands of this batch. What was left out of it waits for the next one. */
  get commands(): readonly StreamCommand[] {
    return this.#commands;
  }

  /** Entry id of the last command. */
  get end(): string {
    return this.#commands.at(-1)?.entryId ?? this.#start.cursor;
  }

  get isDecided(): boolean {
    return this.#next >= this.#commands.length;
  }

  #handlerOf<C extends Command>(command: C): Handler<C, object> {
    return this.#settings.handlers[command.type] as unknown as Handler<C, object>;
  }

  /** State that the next command needs and that is not loaded. */
  #missingFor(received: StreamCommand): readonly StateKey[] {
    const { envelope, entryId } = received;
    if (!envelope || this.#start.excluded.has(entryId) || this.#ready.has(received)) return [];
    const { command, digest } = envelope;
    if (digest === undefined) return this.#tryOut(received, command);
    const answer = answerStateKey(digest);
    const kept = this.#state.peek(answer);
    if (kept === undefined) return [...this.#tryOut(received, command), answer];
    return kept === null ? this.#tryOut(received, command) : [];
  }

  /** Decides a command on what is loaded, to see what is not, and leaves no trace of it. */
  #tryOut(received: StreamCommand, command: Command): readonly StateKey[] {
    const draft = new Draft(this.#state);
    try {
      this.#handlerOf(command)(command, draft, new EntryContext(received, this.partition));
    } catch {
      // A failure here repeats when the command is decided, and is handled there.
    }
    draft.undo();
    if (draft.notLoaded.length === 0) this.#ready.add(received);
    return draft.notLoaded;
  }

  /**
   * State to read before more commands can be decided; empty if none is needed. A command that reads a collection gets
   * its own batch, because a collection changes with every member.
   */
  missing(): Wanted[] {
    if (this.isDecided || this.#rounds >= MAX_ROUNDS) return [];
    const wanted = new Map<string, Wanted>();
    const load = (stateKey: StateKey, value: unknown) => this.#state.set(stateKey, value);
    for (const [i, received] of this.#commands.entries()) {
      if (i < this.#next) continue;
      const loadedFor = i === this.#next ? this.#loadedFor : [];
      const stateKeys = loadedFor.length > 0 ? loadedFor : this.#missingFor(received);
      if (stateKeys.length === 0) continue;
      const isAlone = stateKeys.some(isCollection);
      // What the commands before it have changed is not in the store yet, and those behind it may have its claims.
      const isTooEarly =
        this.#next > 0 && stateKeys.some(({ kind }) => kind === "wishlists" || kind === "claim");
      const isTooMuch =
        i > 0 && (this.#isFull || this.#stateKeys + wanted.size + stateKeys.length > MAX_STATE_KEYS);
      if (isAlone || isTooEarly || isTooMuch) this.#cut(Math.max(i, 1));
      if (i >= this.#commands.length) break;
      for (const stateKey of stateKeys) {
        if (stateKey.claim) this.#claims.set(received, [...(this.#claims.get(received) ?? []), stateKey]);
        const address = addressOf(stateKey);
        if (!wanted.has(address))
          wanted.set(address, { partition: this.partition, stateKey, at: received.at.ms, load });
      }
      if (isAlone) break;
    }
    this.#loadedFor = [];
    // Not loaded: the command becomes a dead letter.
    if (wanted.size > MAX_COMMAND_STATE_KEYS) {
      this.#rounds = MAX_ROUNDS;
      return [];
    }
    if (wanted.size > 0) this.#rounds++;
    this.#stateKeys += wanted.size;
    return [...wanted.values()];
  }

  /** Notes how much was read for this batch. */
  noteRead(characters: number): void {
    this.#characters += characters;
  }

  get #isFull(): boolean {
    return this.#characters > MAX_CHARACTERS || this.#changes.size > MAX_STATE_KEYS;
  }

  /** Decides commands in stream order, each on top of the ones before it, until one needs more state. */
  decide(): void {
    for (let received; (received = this.#commands[this.#next]); this.#next++) {
      if (!this.#decideOne(received)) return;
      this.#rounds = 0;
      if (this.#isFull) this.#cut(this.#next + 1);
    }
  }

  /** Leaves the commands from `i` on for the next batch. What they have claimed must not outdo those before them. */
  #cut(i: number): void {
    for (const received of this.#commands.slice(i)) this.#noteUnusedClaims(received);
    this.#commands = this.#commands.slice(0, i);
  }

  /** Returns whether the command is complete; if not, it needs more state. */
  #decideOne(received: StreamCommand): boolean {
    const { envelope, entryId } = received;
    const exclusion = this.#start.excluded.get(entryId);
    if (!envelope) return this.#setAside(received, "the payload cannot be decoded");
    if (exclusion === "poison")
      return this.#setAside(received, "it repeatedly crashed or blocked its worker");
    if (exclusion) return true;
    const { command, digest, spareBytes } = envelope;
    const isFirstLook = digest !== undefined && this.#state.peek(answerStateKey(digest)) === undefined;
    if (isFirstLook && this.#rounds < MAX_ROUNDS) {
      // The reply of an earlier request is read together with what the command itself needs.
      this.#loadedFor = this.#missingFor(received);
      return false;
    }
    const draft = new Draft(this.#state);
    const context = new EntryContext(received, this.partition);
    let decision: Decision;
    try {
      const kept = digest === undefined ? null : draft.get(answerStateKey(digest));
      if (kept !== null) {
        this.decided.push({ received, reply: keptReply(kept), kept: undefined });
        return true;
      }
      decision = this.#handlerOf(command)(command, draft, context);
    } catch (err) {
      draft.undo();
      this.#loadedFor = this.#rounds < MAX_ROUNDS ? draft.notLoaded : [];
      if (this.#loadedFor.length > 0) return false;
      if (draft.notLoaded.length > 0)
        return this.#setAside(received, `it still requested state after ${MAX_ROUNDS} rounds of loading`);
      return this.#setAside(received, err instanceof Error ? (err.stack ?? err.message) : String(err));
    }
    const growth = growthOf(draft.changes);
    if (decision.ok) decision = refuseGrowth(command, growth, spareBytes) ?? decision;
    if (decision.ok) this.#take(draft, growth, received);
    else {
      draft.undo();
      if (this.#isFreed(received)) {
        this.#cut(this.#next);
        return false;
      }
      this.#noteUnusedClaims(received);
    }
    const reply = this.#replyOf(decision);
    const about = subjectOf(command, context);
    let kept: Decided["kept"];
    if (digest !== undefined && about !== undefined && isAnswer(reply)) {
      kept = { digest, about, text: keptText(reply, about) };
      // The same key may come again within the batch.
      this.#state.set(answerStateKey(digest), kept.text);
    }
    this.decided.push({ received, reply, kept });
    return true;
  }

  /** Makes what an accepted command did part of the batch. */
  #take(
    { changes, events, releases }: Draft,
    { bytes, characters }: Growth,
    { at, envelope }: StreamCommand,
  ): void {
    this.#characters += characters;
    for (const change of changes) {
      const address = addressOf(change.stateKey);
      const earlier = this.#changes.get(address);
      this.#changes.delete(address);
      this.#changes.set(address, earlier ? { ...change, before: earlier.before } : change);
      if (change.stateKey.kind === "listed") this.#state.forgetWishlistsOf(change.stateKey.owner);
    }
    const traceparent = envelope?.traceparent;
    for (const [number, event] of events.entries()) {
      const traced = traceparent === undefined ? event : { ...event, traceparent };
      this.#events.push([eventId(at, number), JSON.stringify(traced)]);
    }
    for (const claim of releases) this.releases.push({ ...claim, at: at.ms });
    const tenant = tenantOf(envelope?.command.storeKey ?? "");
    this.#storedBytes.set(tenant, (this.#storedBytes.get(tenant) ?? 0) + bytes);
  }

  #replyOf(decision: Decision): Reply {
    if (!decision.ok || !decision.body) return decision;
    const { body, ...rest } = decision;
    return { ...rest, json: textOf(body) };
  }

  /** Whether a reference that the command could not claim is free once this batch is committed. */
  #isFreed(received: StreamCommand): boolean {
    const taken = (this.#claims.get(received) ?? []).filter(
      (stateKey) => this.#state.peek(stateKey) === "taken",
    );
    return taken.some(({ claim }) =>
      [...this.releases, ...this.unusedClaims].some(
        ({ reference, storeKey, value }) =>
          reference === claim?.reference && storeKey === claim.storeKey && value === claim.value,
      ),
    );
  }

  #noteUnusedClaims(received: StreamCommand): void {
    for (const { claim, ...stateKey } of this.#claims.get(received) ?? []) {
      if (claim && this.#state.peek(stateKey) === "granted") {
        this.unusedClaims.push({ ...claim, at: received.at.ms });
      }
    }
  }

  /** Makes a command a dead letter, and completes it. */
  #setAside(received: StreamCommand, reason: string): true {
    this.deadLetters.push({ received, reason });
    this.#noteUnusedClaims(received);
    if (received.envelope) this.decided.push({ received, reply: INTERNAL, kept: undefined });
    return true;
  }

  /** The batch as the commit takes it. */
  toCommit(): BatchCommit {
    const { cursor, cancels, excluded } = this.#start;
    return batchOf(this.#settings, {
      lease: this.lease,
      cursor,
      cancels,
      excluded,
      end: this.end,
      commands: this.#commands,
      changes: this.#changes.values(),
      storedBytes: this.#storedBytes,
      events: this.#events,
      decided: this.decided,
      deadLetters: this.deadLetters,
      releases: this.releases,
    });
  }

  /** A batch that only makes its commands dead letters, for when the store refuses its writes. */
  toDeadLetters(reason: string): PartitionBatch {
    const batch = new PartitionBatch(this.#settings, { ...this.#start, commands: this.#commands });
    for (const received of this.#commands) batch.#setAside(received, reason);
    return batch;
  }
}
