/** Requests for names that are under way at once. */
const CONCURRENCY = 4;

/**
 * Names by the ids that rows have. Each is asked for once, a few at a time. What cannot be had has no name: a list is
 * shown without it.
 */
export class Names {
  readonly #load: (id: string) => Promise<string | undefined>;
  readonly #found = new Map<string, Promise<string | undefined>>();
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(load: (id: string) => Promise<string | undefined>) {
    this.#load = load;
  }

  /** The name of something; undefined if it has none or is not found. It never rejects. */
  of(id: string): Promise<string | undefined> {
    let name = this.#found.get(id);
    if (!name) this.#found.set(id, (name = this.#ask(id)));
    return name;
  }

  /** Asks for no more names: nobody looks at the rows any more. */
  stop(): void {
    this.#waiting.length = 0;
  }

  async #ask(id: string): Promise<string | undefined> {
    if (this.#underWay === CONCURRENCY) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#underWay++;
    try {
      return await this.#load(id);
    } catch {
      return undefined;
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay--;
    }
  }
}
