import { HANDLERS } from "../../src/actors/handlers.ts";
import type { Command, Decision, Event, Handler } from "../../src/actors/messages.ts";
import { EntryMoment } from "../../src/actors/received.ts";
import { Draft, State } from "../../src/actors/state.ts";
import { addressOf, type Cell, type CellKind, type CellValues, type Change } from "../../src/store/cells.ts";
import type { Contents } from "../../src/store/records.ts";

const START_MS = 1_700_000_000_000;
const MOST_ROUNDS = 10;

/** A partition without a store: what the pure handlers do, cell by cell. */
export class MemoryPartition {
  readonly cells = new Map<string, { cell: Cell; value: unknown }>();
  readonly claims = new Map<string, string>();
  readonly events: Event[] = [];
  #count = 0;

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
        const { reference, scope, value, holder } = cell.claim ?? {
          reference: "",
          scope: "",
          value: "",
          holder: "",
        };
        if (reference === "itemRef") return "granted";
        const name = `${reference} ${scope} ${value}`;
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
      case "answers":
        return [];
      default:
        return this.value(cell);
    }
  }

  #apply({ cell, value }: Change): void {
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
    const moment = new EntryMoment({ entryId: `${at.ms}-0`, at, payload: "payload", envelope: undefined }, 3);
    const handler = HANDLERS[command.type] as unknown as Handler<Command>;
    const state = new State();
    for (let round = 0; ; round++) {
      const missing = handler
        .reads(command, new Draft(state), moment)
        .filter((cell) => state.peek(cell) === undefined);
      if (missing.length === 0) break;
      if (round === MOST_ROUNDS) throw new Error(`${command.type} never stops asking`);
      for (const cell of missing) state.set(cell, this.#read(cell));
    }
    const draft = new Draft(state);
    const decision = handler.decide(command, draft, moment);
    if (!decision.ok) return decision;
    for (const change of draft.changes) this.#apply(change);
    for (const { reference, scope, value, holder } of draft.releases) {
      const name = `${reference} ${scope} ${value}`;
      if (this.claims.get(name) === holder) this.claims.delete(name);
    }
    this.events.push(...draft.events);
    return decision;
  }
}
