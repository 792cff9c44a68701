import { addTo } from "../../../collections/grouped.ts";
import { addressOf, type StateKey } from "../../../store/partition/state/state-keys.ts";
import { type DatedClaim, isShared } from "../../../store/records/records.ts";
import { datedClaim, referenceName } from "../../state/claim.ts";
import type { State } from "../../state/draft.ts";
import type { StreamCommand } from "../stream-command.ts";

/**
 * The references that the commands of a batch claim. A claim is made while state is loaded, before its command is
 * decided. If the command does not use it, it is released after the commit.
 */
export class BatchClaims {
  readonly #state: State;
  readonly #claims = new Map<StreamCommand, StateKey[]>();
  /** The commands that were granted a unique claim last, by the names of the references. */
  readonly #holders = new Map<string, StreamCommand>();
  readonly #unused: DatedClaim[] = [];
  /** Number of unused claims that are released before the commit. */
  #early = 0;

  /** @param state receives the outcome of each claim when it is loaded */
  constructor(state: State) {
    this.#state = state;
  }

  /** Claims that no command uses. */
  get unused(): readonly DatedClaim[] {
    return this.#unused;
  }

  /**
   * Returns the unused claims, to be released before the commit. They are released after it again: one whose holder
   * gives its reference up with this commit can be released only then.
   */
  takeEarly(): readonly DatedClaim[] {
    const unused = this.#unused.slice(this.#early);
    this.#early = this.#unused.length;
    return unused;
  }

  /** Adds the claim that a command makes with a state key, if there is one. */
  add(received: StreamCommand, stateKey: StateKey): void {
    if (stateKey.claim) addTo(this.#claims, received, stateKey);
  }

  /** Records that a command was granted a claim. Only a unique one can block others. */
  grant(received: StreamCommand, { claim }: StateKey): void {
    if (claim && !isShared(claim)) this.#holders.set(referenceName(claim), received);
  }

  /** Returns the commands of this batch that were granted the references of these claims. */
  holdersOf(stateKeys: readonly StateKey[]): StreamCommand[] {
    return stateKeys.flatMap(({ claim }) => (claim && this.#holders.get(referenceName(claim))) ?? []);
  }

  /**
   * Gives up the claims that a command was granted and does not use: all except `used`. It may have made others in an
   * earlier round, such as for a product that the command before it has created meanwhile.
   */
  giveUp(received: StreamCommand, used: readonly StateKey[] = []): void {
    const kept = new Set(used.map(addressOf));
    for (const { claim, ...stateKey } of this.#grantedTo(received))
      if (claim && !kept.has(addressOf(stateKey))) this.#unused.push(datedClaim(claim, received.at));
  }

  /**
   * Gives up the unique claims of a command that the next batch decides. Shared ones block nobody, and stay: the
   * command claims them again with the same time, so a late release could not be distinguished from one of an unused
   * claim.
   */
  postpone(received: StreamCommand): void {
    for (const { claim } of this.#grantedTo(received))
      if (claim && !isShared(claim)) this.#unused.push(datedClaim(claim, received.at));
  }

  /**
   * Whether these releases, or the unused claims that are not released early, make the reference of one of these claims
   * free.
   */
  areFreed(stateKeys: readonly StateKey[], releases: readonly DatedClaim[]): boolean {
    if (stateKeys.length === 0) return false;
    const freed = new Set([...releases, ...this.#unused.slice(this.#early)].map(referenceName));
    return stateKeys.some(({ claim }) => claim && freed.has(referenceName(claim)));
  }

  #grantedTo(received: StreamCommand): readonly StateKey[] {
    return this.#of(received).filter(({ claim: _, ...stateKey }) => this.#state.peek(stateKey) === "granted");
  }

  #of(received: StreamCommand): readonly StateKey[] {
    return this.#claims.get(received) ?? [];
  }
}
