/** Names of many things by their ids: one for each, in the order of the ids; undefined for what has none. */
export type LoadNames = (ids: readonly string[]) => Promise<readonly (string | undefined)[]>;

/** Entries of one lookup. */
const LARGEST_LOOKUP = 50;

interface Asked {
  id: string;
  answer: (name: string | undefined) => void;
}

/**
 * Names by the ids that rows have. Those that rows ask for together are loaded by one request, and each once. What cannot
 * be had has no name: a list is shown without it.
 */
export class Names {
  readonly #load: LoadNames;
  readonly #found = new Map<string, Promise<string | undefined>>();
  #asked: Asked[] = [];

  constructor(load: LoadNames) {
    this.#load = load;
  }

  /** The name of something; undefined if it has none or is not found. It never rejects. */
  of(id: string): Promise<string | undefined> {
    let name = this.#found.get(id);
    if (!name) this.#found.set(id, (name = this.#ask(id)));
    return name;
  }

  #ask(id: string): Promise<string | undefined> {
    // The rows of a page ask one after the other, before anything else happens.
    if (this.#asked.length === 0) queueMicrotask(() => void this.#send());
    return new Promise((answer) => this.#asked.push({ id, answer }));
  }

  async #send(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    for (let from = 0; from < asked.length; from += LARGEST_LOOKUP) {
      const some = asked.slice(from, from + LARGEST_LOOKUP);
      const names = await this.#load(some.map(({ id }) => id)).catch(() => []);
      for (const [i, { answer }] of some.entries()) answer(names[i]);
    }
  }
}
