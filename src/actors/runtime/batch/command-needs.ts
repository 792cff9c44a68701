import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { Command } from "../../command.ts";
import type { Handler } from "../../handler.ts";
import type { Handlers } from "../../handlers.ts";
import { Draft, type State } from "../../state/draft.ts";
import { EntryContext, type StreamCommand } from "../stream-command.ts";

/** Returns the handler of a command's type. */
export const handlerOf = <C extends Command>(handlers: Handlers, command: C) =>
  handlers[command.type] as unknown as Handler<C, object>;

/** Returns the state key of the answer that is kept under an Idempotency-Key. */
export const answerStateKey = (digest: string): StateKey<"answer"> => ({ kind: "answer", id: digest });

/** Finds out which state commands need: it runs their handlers on the loaded state and drops the results. */
export class CommandNeeds {
  readonly #handlers: Handlers;
  readonly #partition: number;
  readonly #state: State;
  /** Commands that needed no more state when they were tried. */
  readonly #ready = new Set<StreamCommand>();

  constructor(handlers: Handlers, partition: number, state: State) {
    this.#handlers = handlers;
    this.#partition = partition;
    this.#state = state;
  }

  /**
   * Returns the state that a command needs and that is not loaded. If it has an Idempotency-Key, that includes the kept
   * answer.
   */
  missingFor(received: StreamCommand): readonly StateKey[] {
    const { envelope } = received;
    if (!envelope || this.#ready.has(received)) return [];
    const { command, digest } = envelope;
    if (digest === undefined) return this.#tryOut(received, command);
    const answer = answerStateKey(digest);
    const kept = this.#state.peek(answer);
    if (kept === undefined) return [...this.#tryOut(received, command), answer];
    return kept === null ? this.#tryOut(received, command) : [];
  }

  /** Decides a command on the loaded state only to find out which state is missing, and undoes its changes. */
  #tryOut(received: StreamCommand, command: Command): readonly StateKey[] {
    const draft = new Draft(this.#state);
    try {
      handlerOf(this.#handlers, command)(command, draft, new EntryContext(received, this.#partition));
    } catch {
      // A failure here repeats when the command is decided, and is handled there.
    }
    draft.undo();
    if (draft.notLoaded.length === 0) this.#ready.add(received);
    return draft.notLoaded;
  }
}
