/** Maximum number of state keys that one command reads at once. */
export const MAX_COMMAND_STATE_KEYS = 200_000;
/**
 * Maximum number of state keys that a batch reads, and changes, before it is cut. A command that needs more gets a
 * batch of its own.
 */
const MAX_STATE_KEYS = 5000;
/** Maximum number of characters that a batch reads and changes before it is cut. */
const MAX_CHARACTERS = 2_000_000;

/** How much a batch has read and changed. */
export class BatchSize {
  /** State keys that were read, and characters that were read or written. */
  #stateKeys = 0;
  #characters = 0;

  addStateKeys(stateKeys: number): void {
    this.#stateKeys += stateKeys;
  }

  addCharacters(characters: number): void {
    this.#characters += characters;
  }

  /** Whether the batch must end, with this number of changed state keys. */
  isFull(changed: number): boolean {
    return this.#characters > MAX_CHARACTERS || changed > MAX_STATE_KEYS;
  }

  /** Whether the batch may read this number of further state keys. */
  hasRoomFor(stateKeys: number): boolean {
    return this.#stateKeys + stateKeys <= MAX_STATE_KEYS;
  }
}
