/** Loads the names for ids: one for each id, in the same order; undefined for an id without a name. */
export type LoadNames = (ids: readonly string[]) => Promise<readonly (string | undefined)[]>;

/** Maximum number of entries in one lookup. */
const LARGEST_LOOKUP = 50;

interface Asked {
  id: string;
  answer: (name: string | undefined) => void;
}

/**
 * Loads names by the ids in rows. Ids that rows request together are loaded with one request, and each id only once. If
 * a name cannot be loaded, the list is shown without it.
 */
export class Names {
  readonly #load: LoadNames;
  readonly #found = new Map<string, Promise<string | undefined>>();
  #asked: Asked[] = [];

  constructor(load: LoadNames) {
    this.#load = load;
  }

  /** Resolves to the name for an id; undefined if there is none or it cannot be loaded. It never rejects. */
  of(id: string): Promise<string | undefined> {
    let name = this.#found.get(id);
    if (!name) this.#found.set(id, (name = this.#ask(id)));
    return name;
  }

  #ask(id: string): Promise<string | undefined> {
    // All rows of a page call this before the microtask runs.
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
