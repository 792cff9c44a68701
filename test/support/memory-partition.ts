import { HANDLERS } from "../../src/actors/handlers.ts";
import type { Command } from "../../src/actors/command.ts";
import type { Decision } from "../../src/actors/reply.ts";
import type { Event } from "../../src/actors/event.ts";
import type { Handler } from "../../src/actors/handler.ts";
import { EntryMoment } from "../../src/actors/runtime/stream-command.ts";
import { Draft, State } from "../../src/actors/state.ts";
import {
  addressOf,
  type Cell,
  type CellKind,
  type CellValues,
  type StateChange,
  parsePage,
} from "../../src/store/partition/cells.ts";
import type { Contents } from "../../src/store/records/records.ts";

const START_MS = 1_700_000_000_000;
/** Rounds of loading that a command may take: cells lead to cells, but never far. */
const MAX_ROUNDS = 12;

/** A partition without a store: what the pure handlers do, cell by cell. */
export class MemoryPartition {
  readonly cells = new Map<string, { cell: Cell; value: unknown }>();
  readonly claims = new Map<string, string>();
  /** What the indexes of references have that several may hold: reference, store key, value and holder. */
  readonly shared = new Set<string>();
  /** Cells that `reads` had not named when `decide` asked for them, by kind of command. */
  readonly late = new Map<string, number>();
  readonly events: Event[] = [];
  #count = 0;

  /** The time of the last command, in milliseconds. */
  get now(): number {
    return START_MS + this.#count;
  }

  value(cell: Cell): unknown {
    return this.cells.get(addressOf(cell))?.value ?? null;
  }

  /** All values of a kind that belong to one wishlist or customer. */
  all<K extends CellKind>(kind: K, of: string): { field: string | number; value: CellValues[K] }[] {
    return [...this.cells.values()]
      .filter(({ cell, value }) => cell.kind === kind && cell.of === of && value !== null)
      .map(({ cell, value }) => ({ field: cell.field ?? "", value: value as CellValues[K] }));
  }

  #read(cell: Cell): unknown {
    switch (cell.kind) {
      case "claim": {
        const { reference, storeKey, value, holder } = cell.claim ?? {
          reference: "",
          storeKey: "",
          value: "",
          holder: "",
        };
        const name = `${reference} ${storeKey} ${value}`;
        if (reference === "itemRef" || reference === "variant") {
          this.shared.add(`${name} ${holder}`);
          return "granted";
        }
        const present = this.claims.get(name);
        if (present === undefined) this.claims.set(name, holder);
        return present === undefined || present === holder ? "granted" : "taken";
      }
      case "contents":
        return {
          items: this.all("item", cell.of).map(({ field, value }) => ({
            number: Number(field),
            item: value,
          })),
          removed: this.all("removed", cell.of).map(({ field, value }) => ({
            number: Number(field),
            item: value,
          })),
        } satisfies Contents;
      case "wishlists":
        return this.all("listed", cell.of)
          .map(({ field }) => String(field))
          .sort()
          .slice(0, Number(cell.field));
      case "wishlistCount":
        return this.all("listed", cell.of).length;
      case "wishlistPage": {
        const { count, after } = parsePage(cell);
        const ids = this.all("listed", cell.of).map(({ field }) => String(field));
        return ids
          .sort()
          .filter((id) => id > after)
          .slice(0, count);
      }
      case "answers":
        return [];
      case "purchases":
      case "alerts": {
        const kind = cell.kind === "purchases" ? ("purchase" as const) : ("alert" as const);
        return this.all(kind, cell.of).map(({ field, value }) => ({ field: String(field), record: value }));
      }
      default:
        return this.value(cell);
    }
  }

  #apply({ cell, value }: StateChange): void {
    if (cell.kind === "index") {
      for (const [address, kept] of this.cells) {
        if (kept.cell.kind === "mark" && kept.cell.of === cell.of) this.cells.delete(address);
      }
      return;
    }
    this.cells.set(addressOf(cell), { cell, value });
  }

  /** Carries a command out, as the one after all before it. */
  run(command: Command): Decision {
    this.#count++;
    const at = { ms: START_MS + this.#count, seq: 0 };
    const context = new EntryMoment(
      { entryId: `${at.ms}-0`, at, payload: "payload", envelope: undefined },
      3,
    );
    const handler = HANDLERS[command.type] as unknown as Handler<Command, object>;
    const state = new State();
    let asked: Cell | undefined;
    for (let round = 0; ; round++) {
      if (round === MAX_ROUNDS) throw new Error(`${command.type} never stops asking`);
      const missing = handler
        .reads(command, new Draft(state), context)
        .filter((cell) => state.peek(cell) === undefined);
      if (asked) missing.push(asked);
      asked = undefined;
      for (const cell of missing) state.set(cell, this.#read(cell));
      if (missing.length > 0) continue;
      const draft = new Draft(state);
      try {
        return this.#take(handler.decide(command, draft, context), draft);
      } catch (err) {
        if (!draft.notLoaded) throw err;
        draft.undo();
        asked = draft.notLoaded;
        this.late.set(command.type, (this.late.get(command.type) ?? 0) + 1);
      }
    }
  }

  #take(decision: Decision, draft: Draft): Decision {
    if (!decision.ok) return decision;
    for (const change of draft.changes) this.#apply(change);
    for (const { reference, storeKey, value, holder } of draft.releases) {
      const name = `${reference} ${storeKey} ${value}`;
      if (this.claims.get(name) === holder) this.claims.delete(name);
    }
    this.events.push(...draft.events);
    return decision;
  }
}
