import { addressOf, type StateKey } from "../../../store/partition/state/state-keys.ts";
import type { DatedClaim } from "../../../store/records/records.ts";
import type { State } from "../../state/draft.ts";
import type { StreamCommand } from "../stream-command.ts";

/**
 * The references that the commands of a batch claim. A claim is made while state is loaded, before its command is
 * decided. If the command does not use it, it is released after the commit.
 */
export class BatchClaims {
  readonly #state: State;
  readonly #claims = new Map<StreamCommand, StateKey[]>();
  readonly #unused: DatedClaim[] = [];

  /** @param state receives the outcome of each claim when it is loaded */
  constructor(state: State) {
    this.#state = state;
  }

  /** Claims that no command uses. */
  get unused(): readonly DatedClaim[] {
    return this.#unused;
  }

  /** Adds the claim that a command makes with a state key, if there is one. */
  add(received: StreamCommand, stateKey: StateKey): void {
    if (stateKey.claim) this.#claims.set(received, [...this.#of(received), stateKey]);
  }

  /**
   * Gives up the claims that a command was granted and does not use: all except `used`. It may have made others in an
   * earlier round, such as for a product that the command before it has created meanwhile.
   */
  giveUp(received: StreamCommand, used: readonly StateKey[] = []): void {
    const claims = this.#claims.get(received);
    if (!claims) return;
    const kept = new Set(used.map(addressOf));
    for (const { claim, ...stateKey } of claims) {
      if (claim && this.#state.peek(stateKey) === "granted" && !kept.has(addressOf(stateKey)))
        this.#unused.push({ ...claim, at: received.at.ms });
    }
  }

  /** Whether the unused claims or these releases make a reference free that the command could not claim. */
  isFreed(received: StreamCommand, releases: readonly DatedClaim[]): boolean {
    const taken = this.#of(received).filter((stateKey) => this.#state.peek(stateKey) === "taken");
    return taken.some(({ claim }) =>
      [...releases, ...this.#unused].some(
        ({ reference, storeKey, value }) =>
          reference === claim?.reference && storeKey === claim.storeKey && value === claim.value,
      ),
    );
  }

  #of(received: StreamCommand): readonly StateKey[] {
    return this.#claims.get(received) ?? [];
  }
}
