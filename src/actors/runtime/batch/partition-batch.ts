import type { BatchCommit } from "../../../store/partition/commits.ts";
import { addressOf, isCollection, type StateKey } from "../../../store/partition/state/state-keys.ts";
import type { DatedClaim } from "../../../store/records/records.ts";
import type { Lease } from "../../../store/redis/structures/leases.ts";
import type { Decision } from "../../reply.ts";
import { Draft, State } from "../../state/draft.ts";
import { keptReply } from "../kept-reply.ts";
import { EntryContext, type StreamCommand } from "../stream-command.ts";
import { BatchChanges } from "./batch-changes.ts";
import { BatchClaims } from "./batch-claims.ts";
import { commitOf, type Decided, type NewDeadLetter } from "./batch-commit.ts";
import { BatchSize, MAX_COMMAND_STATE_KEYS } from "./batch-size.ts";
import { type BatchRead, type BatchSettings, type BatchStart, reasonToSetAside } from "./batch-start.ts";
import { answerStateKey, CommandNeeds, handlerOf } from "./command-needs.ts";
import { decidedOf, internalError } from "./decided.ts";
import { type Growth, growthOf, refuseGrowth } from "./stored-growth.ts";

/** Rounds of loading after which a command becomes a dead letter; commands need far fewer. */
const MAX_ROUNDS = 100;

/**
 * The commands of one partition that are decided in order and committed together. {@link PartitionBatch.planReads} and
 * {@link PartitionBatch.decide} alternate until all are decided. A command that lacks state changes nothing, and is
 * decided again once its state is loaded.
 */
export class PartitionBatch {
  readonly lease: Lease;
  /** When the batch began, in milliseconds since 1970 by this process's clock. */
  readonly startedMs = performance.timeOrigin + performance.now();
  readonly start: BatchStart;
  readonly #settings: BatchSettings;
  readonly #state = new State();
  readonly #claims = new BatchClaims(this.#state);
  /** Claims that must be released before the planned state is read. */
  readonly #blocking: DatedClaim[] = [];
  /** Unused claims of the batch that this one replaces. */
  #givenUp: readonly DatedClaim[] = [];
  readonly #changes = new BatchChanges();
  readonly #needs: CommandNeeds;
  #commands: StreamCommand[];
  /** Index of the first undecided command. */
  #next = 0;
  /** State that the next command requested. */
  #requested: readonly StateKey[] = [];
  /** Rounds of loading since a command was decided. */
  #rounds = 0;
  readonly #size = new BatchSize();
  readonly decided: Decided[] = [];
  readonly deadLetters: NewDeadLetter[] = [];

  constructor(settings: BatchSettings, start: BatchStart) {
    this.#settings = settings;
    this.start = start;
    this.lease = start.lease;
    this.#commands = start.commands;
    this.#needs = new CommandNeeds(settings.handlers, this.partition, this.#state);
  }

  get partition(): number {
    return this.lease.partition;
  }

  /** Commands of this batch. Those that were cut off wait for the next one. */
  get commands(): readonly StreamCommand[] {
    return this.#commands;
  }

  /** Entry id of the last command. */
  get end(): string {
    return this.#commands.at(-1)?.entryId ?? this.start.cursor;
  }

  get isDecided(): boolean {
    return this.#next >= this.#commands.length;
  }

  /** References that accepted commands gave up; they are released after the commit. */
  get releases(): readonly DatedClaim[] {
    return this.#changes.releases;
  }

  /** Claims that no command uses; they are released after the commit. */
  get unusedClaims(): readonly DatedClaim[] {
    return [...this.#givenUp, ...this.#claims.unused];
  }

  #missingFor(received: StreamCommand): readonly StateKey[] {
    return this.start.excluded.has(received.entryId) ? [] : this.#needs.missingFor(received);
  }

  /**
   * Plans a round of loading. Returns the state to read before more commands can be decided; empty if none is needed.
   * Cuts the batch before a command whose state would be too much, or cannot be read yet. A command that reads a
   * collection gets its own batch, because a collection changes with every member.
   */
  planReads(): BatchRead[] {
    if (this.isDecided || this.#rounds >= MAX_ROUNDS) return [];
    const wanted = new Map<string, BatchRead>();
    for (let i = this.#next; ; i++) {
      const received = this.#commands[i];
      if (!received) break;
      const isRequested = i === this.#next && this.#requested.length > 0;
      const stateKeys = isRequested ? this.#requested : this.#missingFor(received);
      if (stateKeys.length === 0) continue;
      const isAlone = stateKeys.some(isCollection);
      const isTooMuch = i > 0 && (this.#isFull || !this.#size.hasRoomFor(wanted.size + stateKeys.length));
      if (isAlone || isTooMuch || this.#isTooEarly(stateKeys)) this.#cut(Math.max(i, 1));
      if (i >= this.#commands.length) break;
      this.#addWanted(wanted, received, stateKeys);
      if (isAlone) break;
    }
    this.#requested = [];
    // This state is not loaded: the command becomes a dead letter.
    if (wanted.size > MAX_COMMAND_STATE_KEYS) {
      this.#rounds = MAX_ROUNDS;
      return [];
    }
    if (wanted.size > 0) this.#rounds++;
    this.#size.addStateKeys(wanted.size);
    return [...wanted.values()];
  }

  /**
   * Whether state cannot be read yet: the changes of the commands before it are not in the store, and the commands
   * after it may hold the claims that it needs.
   */
  #isTooEarly(stateKeys: readonly StateKey[]): boolean {
    return this.#next > 0 && stateKeys.some(({ kind }) => kind === "wishlists" || kind === "claim");
  }

  /** Returns the claims of later commands that must be released before the planned state is read. */
  takeBlocking(): DatedClaim[] {
    return this.#blocking.splice(0);
  }

  #addWanted(wanted: Map<string, BatchRead>, received: StreamCommand, stateKeys: readonly StateKey[]): void {
    const load = (stateKey: StateKey, value: unknown) => {
      this.#state.set(stateKey, value);
      if (value === "granted") this.#claims.grant(received, stateKey);
    };
    for (const stateKey of stateKeys) {
      this.#claims.add(received, stateKey);
      const address = addressOf(stateKey);
      if (!wanted.has(address))
        wanted.set(address, { partition: this.partition, stateKey, at: received.at, load });
    }
  }

  /** Records how much was read for this batch. */
  addRead(characters: number): void {
    this.#size.addCharacters(characters);
  }

  get #isFull(): boolean {
    return this.#size.isFull(this.#changes.size);
  }

  /** Decides commands in stream order, each on top of the ones before it, until one needs more state. */
  decide(): void {
    let received = this.#commands[this.#next];
    while (received && this.#decideOne(received)) {
      this.#rounds = 0;
      if (this.#isFull) this.#cut(this.#next + 1);
      this.#next++;
      received = this.#commands[this.#next];
    }
  }

  /** Leaves the commands from `i` on for the next batch. Their claims must not block the commands before them. */
  #cut(i: number): void {
    for (const received of this.#commands.slice(i)) this.#claims.postpone(received);
    this.#commands = this.#commands.slice(0, i);
  }

  /** Decides a command. Returns whether it is complete; if not, it needs more state. */
  #decideOne(received: StreamCommand): boolean {
    const { envelope, entryId } = received;
    const exclusion = this.start.excluded.get(entryId);
    if (!envelope) return this.#setAside(received, "the payload cannot be decoded");
    const reason = exclusion && reasonToSetAside(exclusion, envelope);
    if (reason !== undefined) return this.#setAside(received, reason);
    if (exclusion) return true;
    const { command, digest, spareBytes } = envelope;
    const needsAnswer = digest !== undefined && this.#state.peek(answerStateKey(digest)) === undefined;
    if (needsAnswer && this.#rounds < MAX_ROUNDS) {
      // The reply to an earlier request is read together with the state that the command itself needs.
      this.#requested = this.#missingFor(received);
      return false;
    }
    const draft = new Draft(this.#state);
    const context = new EntryContext(received, this.partition);
    let decision: Decision;
    try {
      const kept = digest === undefined ? null : draft.get(answerStateKey(digest));
      if (kept !== null) {
        // Its references may have been released since and granted to it again. It does not use them.
        this.#claims.giveUp(received);
        this.decided.push({ received, reply: keptReply(kept), kept: undefined });
        return true;
      }
      decision = handlerOf(this.#settings.handlers, command)(command, draft, context);
    } catch (err) {
      draft.undo();
      return this.#handleFailure(received, draft, err);
    }
    const growth = growthOf(draft.changes);
    if (decision.ok) decision = refuseGrowth(command, growth, draft.events, spareBytes) ?? decision;
    if (decision.ok) this.#take(draft, growth, received);
    else if (!this.#undo(received, draft)) return false;
    const decided = decidedOf(received, decision, context);
    // The batch may have the same key more than once.
    if (decided.kept) this.#state.set(answerStateKey(decided.kept.digest), decided.kept.text);
    this.decided.push(decided);
    return true;
  }

  /** Handles a failure of a handler. Returns whether the command is complete; if not, it needs more state. */
  #handleFailure(received: StreamCommand, { notLoaded }: Draft, err: unknown): boolean {
    this.#requested = this.#rounds < MAX_ROUNDS ? notLoaded : [];
    if (this.#requested.length > 0) return false;
    if (notLoaded.length > 0)
      return this.#setAside(received, `it still requested state after ${MAX_ROUNDS} rounds of loading`);
    return this.#setAside(received, err instanceof Error ? (err.stack ?? err.message) : String(err));
  }

  /**
   * Undoes the changes of a refused command. Returns whether it is complete. If not, it could not claim a reference that
   * is free once this batch is committed, or that a later command holds: it claims it again.
   */
  #undo(received: StreamCommand, draft: Draft): boolean {
    draft.undo();
    const taken = draft.claimed.filter((stateKey) => this.#state.peek(stateKey) === "taken");
    const isLater = (command: StreamCommand) => this.#commands.indexOf(command, this.#next + 1) > 0;
    if (!this.#claims.areFreed(taken, this.releases) && !this.#claims.holdersOf(taken).some(isLater)) {
      this.#claims.giveUp(received);
      return true;
    }
    this.#cut(Math.max(this.#next, 1));
    if (this.#next > 0) return false;
    // It is the only command of the batch now.
    this.#blocking.push(...this.#claims.takeEarly());
    for (const stateKey of taken) this.#state.set(stateKey, undefined);
    this.#requested = taken;
    return false;
  }

  /** Adds the changes of an accepted command to the batch. */
  #take(draft: Draft, { bytes, characters }: Growth, received: StreamCommand): void {
    this.#size.addCharacters(characters);
    this.#changes.add(draft, bytes, received);
    this.#claims.giveUp(received, draft.claimed);
    for (const { stateKey } of draft.changes)
      if (stateKey.kind === "listed") this.#state.forgetWishlistsOf(stateKey.id);
  }

  /** Turns a command into a dead letter, and completes it. */
  #setAside(received: StreamCommand, reason: string): true {
    this.deadLetters.push({ received, reason });
    this.#claims.giveUp(received);
    if (received.envelope) this.decided.push(internalError(received));
    return true;
  }

  /** Converts the batch for the commit. */
  toCommit(): BatchCommit {
    const { cursor, cancels, excluded } = this.start;
    return commitOf(this.#settings, {
      lease: this.lease,
      cursor,
      cancels,
      excluded,
      end: this.end,
      commands: this.#commands,
      changes: this.#changes.changes,
      storedBytes: this.#changes.storedBytes,
      events: this.#changes.events,
      decided: this.decided,
      deadLetters: this.deadLetters,
      releases: this.releases,
    });
  }

  /**
   * Returns a decided batch that only turns the commands into dead letters. It replaces a batch whose reads or writes
   * the store refuses.
   */
  toDeadLetters(reason: string): PartitionBatch {
    const batch = new PartitionBatch(this.#settings, { ...this.start, commands: this.#commands });
    for (const received of this.#commands) {
      this.#claims.giveUp(received);
      batch.#setAside(received, reason);
    }
    batch.#givenUp = this.unusedClaims;
    // The batch counts as decided, so no handler runs again. The writes of a handler would be refused again, or be
    // committed together with the dead letter.
    batch.#next = batch.#commands.length;
    return batch;
  }
}
