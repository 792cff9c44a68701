/** Maximum number of arguments of one `redis.call` in a script: Lua cannot unpack more than some thousands. */
const MAX_ARGUMENTS = 2000;

/** Commands whose calls on one key can be joined into one. */
const JOINED = new Set(["HSET", "HDEL", "ZADD", "ZREM", "SADD", "SREM"]);

/** A command, the index of its key in the batch, and its further arguments; in the form that `commit-batches` takes. */
type Write = [command: string, key: number, ...args: string[]];

/** The writes of one batch, in order, with the keys that they use. */
export class WriteBuffer {
  readonly keys: string[];
  readonly list: Write[] = [];
  #size = 0;
  #characters = 0;
  readonly #indexes = new Map<string, number>();
  /** The last write of each key. Arguments that join it may overtake writes to other keys. */
  readonly #last: (Write | undefined)[] = [];

  /** `keys` are those that the commit itself needs; they come first. */
  constructor(keys: readonly string[]) {
    this.keys = [...keys];
    for (const [i, key] of keys.entries()) this.#indexes.set(key, i + 1);
  }

  /** Number of arguments of all writes. */
  get size(): number {
    return this.#size;
  }

  /** Number of characters of these arguments. */
  get characters(): number {
    return this.#characters;
  }

  /**
   * Adds `command key ...args`. Joins it with the last write of the key if that is the same command, as far as Lua can
   * unpack the arguments. One call is never split, so callers add many members or fields one by one.
   */
  add(command: string, key: string, ...args: string[]): void {
    this.#size += args.length;
    for (const arg of args) this.#characters += arg.length;
    const index = this.#indexOf(key);
    const last = this.#last[index];
    if (last?.[0] === command && JOINED.has(command) && last.length + args.length <= MAX_ARGUMENTS) {
      for (const arg of args) last.push(arg);
      return;
    }
    const write: Write = [command, index, ...args];
    this.list.push(write);
    this.#last[index] = write;
  }

  #indexOf(key: string): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const index = this.keys.push(key);
    this.#indexes.set(key, index);
    return index;
  }
}
