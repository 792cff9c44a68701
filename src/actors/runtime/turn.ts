import { addressOf, type Cell, type StateChange, isCollection } from "../../store/partition/cells.ts";
import type { Turn } from "../../store/partition/commits.ts";
import type { Keys } from "../../store/keys.ts";
import type { Lease } from "../../store/redis/leases.ts";
import { eventId } from "../../store/partition/outbox.ts";
import type { DatedClaim } from "../../store/records/records.ts";
import { tenantOf } from "../../store/tenants/tenants.ts";
import type { Handlers } from "../handlers.ts";
import { isAnswer, keptReply, keptText } from "./kept-reply.ts";
import type { Command } from "../command.ts";
import { type Decision, type Reply, refuse } from "../reply.ts";
import type { Handler } from "../handler.ts";
import { EntryMoment, type StreamCommand } from "./stream-command.ts";
import { textOf } from "../record-text.ts";
import { Draft, NotLoaded, State } from "../state.ts";
import { type Growth, growthOf, refuseGrowth } from "./stored-growth.ts";
import { type NewDeadLetter, type Decided, type Exclusion, turnOf } from "./turn-writes.ts";

/** Rounds of loading after which a command is put aside that still asks for more; far fewer are ever needed. */
const MAX_ROUNDS = 100;

/** Cells and characters that a turn reads, or changes, before it is cut; a command that needs more has its own turn. */
const MAX_CELLS = 5000;
const MAX_CHARACTERS = 8_000_000;
/** Cells that one command reads at once at most. */
const MAX_COMMAND_CELLS = 200_000;

const INTERNAL = refuse("Internal", "The write could not be applied. The operator has it as a dead letter.");

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
  commands: StreamCommand[];
}

/** A cell that a turn wants to know, and where to put its value. */
export interface Wanted {
  partition: number;
  cell: Cell;
  /** Time of the command that asks, in milliseconds. */
  at: number;
  load: (cell: Cell, value: unknown) => void;
}

const answerCell = (digest: string): Cell<"answer"> => ({ kind: "answer", of: digest });

/** Entity that a command's reply tells of. */
function subjectOf(command: Command, context: EntryMoment): string | undefined {
  if (command.type === "CreateWishlist") return context.newWishlistId;
  if ("wishlistId" in command) return command.wishlistId;
  return "slot" in command ? command.slot : undefined;
}

/**
 * The commands of one partition that are decided in order and committed together. {@link PartitionTurn.missing} and
 * {@link PartitionTurn.decide} take turns until all is decided: a command that asks for what nobody has read leaves
 * no trace, and is decided again once that is loaded.
 */
export class PartitionTurn {
  readonly lease: Lease;
  readonly #start: TurnStart;
  readonly #settings: TurnSettings;
  readonly #state = new State();
  /** The last change of each cell, in their order. */
  readonly #changes = new Map<string, StateChange>();
  /** What the changes add to the bytes that are stored of each tenant. */
  readonly #storedBytes = new Map<string, number>();
  readonly #events: Turn["events"] = [];
  #commands: StreamCommand[];
  /** Place of the first command that is not decided. */
  #next = 0;
  /** Cell that this command has asked for. */
  #asked: Cell | undefined;
  /** Rounds of loading since a command was decided. */
  #rounds = 0;
  /** Cells and characters that were read, and characters of what was changed. */
  #cells = 0;
  #characters = 0;
  /** Claims that were made for each command. */
  readonly #claims = new Map<StreamCommand, Cell[]>();
  readonly decided: Decided[] = [];
  readonly deadLetters: NewDeadLetter[] = [];
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

  /** Cells that a command needs, as far as it can tell, and nobody has read. */
  #missingFor(received: StreamCommand): Cell[] {
    const { envelope, entryId } = received;
    if (!envelope || this.#start.excluded.has(entryId)) return [];
    const wanted = this.#readsOrNone(received, envelope.command);
    if (envelope.digest !== undefined) wanted.push(answerCell(envelope.digest));
    return wanted.filter((cell) => this.#state.peek(cell) === undefined);
  }

  /** Cells that a command names; none when it throws, for `decide` runs into the same and parks it. */
  #readsOrNone(received: StreamCommand, command: Command): Cell[] {
    const context = new EntryMoment(received, this.partition);
    try {
      return this.#handlerOf(command).reads(command, new Draft(this.#state), context);
    } catch {
      return [];
    }
  }

  /**
   * What is to be read before more commands can be decided; empty when there is nothing that they ask for. A command
   * that reads a collection gets a turn of its own, for a collection changes with every member.
   */
  missing(): Wanted[] {
    if (this.isDecided || this.#rounds >= MAX_ROUNDS) return [];
    const wanted = new Map<string, Wanted>();
    const load = (cell: Cell, value: unknown) => this.#state.set(cell, value);
    for (const [i, received] of this.#commands.entries()) {
      if (i < this.#next) continue;
      const cells = this.#missingFor(received);
      const asked = i === this.#next ? this.#asked : undefined;
      if (asked && !cells.some((cell) => addressOf(cell) === addressOf(asked))) cells.push(asked);
      if (cells.length === 0) continue;
      const isAlone = cells.some(isCollection);
      // What the commands before it have changed is not in the store yet, and those behind it may have its claims.
      const isTooEarly = this.#next > 0 && cells.some(({ kind }) => kind === "wishlists" || kind === "claim");
      const isTooMuch = i > 0 && (this.#isFull || this.#cells + wanted.size + cells.length > MAX_CELLS);
      if (isAlone || isTooEarly || isTooMuch) this.#cut(Math.max(i, 1));
      if (i >= this.#commands.length) break;
      for (const cell of cells) {
        if (cell.claim) this.#claims.set(received, [...(this.#claims.get(received) ?? []), cell]);
        const address = addressOf(cell);
        if (!wanted.has(address))
          wanted.set(address, { partition: this.partition, cell, at: received.at.ms, load });
      }
      if (isAlone) break;
    }
    this.#asked = undefined;
    // Not loaded: the command that asks is put aside.
    if (wanted.size > MAX_COMMAND_CELLS) {
      this.#rounds = MAX_ROUNDS;
      return [];
    }
    if (wanted.size > 0) this.#rounds++;
    this.#cells += wanted.size;
    return [...wanted.values()];
  }

  /** Notes how much was read for this turn. */
  noteRead(characters: number): void {
    this.#characters += characters;
  }

  get #isFull(): boolean {
    return this.#characters > MAX_CHARACTERS || this.#changes.size > MAX_CELLS;
  }

  /** Decides commands in stream order, each on top of those before it, up to one that asks for more. */
  decide(): void {
    for (let received; (received = this.#commands[this.#next]); this.#next++) {
      if (!this.#decideOne(received)) return;
      this.#rounds = 0;
      if (this.#isFull) this.#cut(this.#next + 1);
    }
  }

  /** Leaves the commands from `i` on for the next turn. What they have claimed must not outdo those before them. */
  #cut(i: number): void {
    for (const received of this.#commands.slice(i)) this.#noteUnusedClaims(received);
    this.#commands = this.#commands.slice(0, i);
  }

  /** Returns whether the command is dealt with; else it asks for more. */
  #decideOne(received: StreamCommand): boolean {
    const { envelope, entryId } = received;
    const exclusion = this.#start.excluded.get(entryId);
    if (!envelope) return this.#park(received, "the payload makes no sense");
    if (exclusion === "poison")
      return this.#park(received, "it kills the process that applies it, or holds it up");
    if (exclusion) return true;
    const { command, digest, spareBytes } = envelope;
    const draft = new Draft(this.#state);
    const context = new EntryMoment(received, this.partition);
    let decision: Decision;
    try {
      const kept = digest === undefined ? null : draft.get(answerCell(digest));
      if (kept !== null) {
        this.decided.push({ received, reply: keptReply(kept), kept: undefined });
        return true;
      }
      decision = this.#handlerOf(command).decide(command, draft, context);
      if (draft.notLoaded) throw new NotLoaded(draft.notLoaded);
    } catch (err) {
      draft.undo();
      this.#asked = this.#rounds < MAX_ROUNDS ? draft.notLoaded : undefined;
      if (this.#asked) return false;
      return this.#park(received, err instanceof Error ? (err.stack ?? err.message) : String(err));
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
      // The same key may come again within the turn.
      this.#state.set(answerCell(digest), kept.text);
    }
    this.decided.push({ received, reply, kept });
    return true;
  }

  /** Makes what an accepted command did part of the turn. */
  #take(
    { changes, events, releases }: Draft,
    { bytes, characters }: Growth,
    { at, envelope }: StreamCommand,
  ): void {
    this.#characters += characters;
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
    const tenant = tenantOf(envelope?.command.storeKey ?? "");
    this.#storedBytes.set(tenant, (this.#storedBytes.get(tenant) ?? 0) + bytes);
  }

  #replyOf(decision: Decision): Reply {
    if (!decision.ok || !decision.body) return decision;
    const { body, ...rest } = decision;
    return { ...rest, json: textOf(body) };
  }

  /** Whether a reference that the command could not claim is free once this turn is committed. */
  #isFreed(received: StreamCommand): boolean {
    const taken = (this.#claims.get(received) ?? []).filter((cell) => this.#state.peek(cell) === "taken");
    return taken.some(({ claim }) =>
      [...this.releases, ...this.unusedClaims].some(
        ({ reference, storeKey, value }) =>
          reference === claim?.reference && storeKey === claim.storeKey && value === claim.value,
      ),
    );
  }

  #noteUnusedClaims(received: StreamCommand): void {
    for (const { claim, ...cell } of this.#claims.get(received) ?? []) {
      if (claim && this.#state.peek(cell) === "granted") {
        this.unusedClaims.push({ ...claim, at: received.at.ms });
      }
    }
  }

  /** Puts a command aside, as dealt with. */
  #park(received: StreamCommand, reason: string): true {
    this.deadLetters.push({ received, reason });
    this.#noteUnusedClaims(received);
    if (received.envelope) this.decided.push({ received, reply: INTERNAL, kept: undefined });
    return true;
  }

  /** The turn as the commit takes it. */
  toCommit(): Turn {
    const { cursor, cancels, excluded } = this.#start;
    return turnOf(this.#settings, {
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

  /** A turn that only puts its commands aside, for when its writes are refused by the store. */
  toPark(reason: string): PartitionTurn {
    const turn = new PartitionTurn(this.#settings, { ...this.#start, commands: this.#commands });
    for (const received of this.#commands) turn.#park(received, reason);
    return turn;
  }
}
