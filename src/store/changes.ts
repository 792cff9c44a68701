import type { Redis } from "ioredis";
import type { Keys } from "./keys.ts";
import type { Layout } from "./layout.ts";
import type { OutboxEntry } from "./outbox.ts";
import { loadScript } from "./script.ts";
import { fieldOf } from "./streams.ts";

const appendChangesScript = loadScript("append-changes");

/** How long a change can be read, in milliseconds. */
export const KEPT_MS = 30 * 86_400_000;

/** Events that one call of the script adds: about a millisecond, for nothing else is served meanwhile. */
const APPENDED_AT_ONCE = 200;

/** How far an event is looked for by its id. */
const PAGE = 1000;
const MOST_PAGES = 20;

export interface Change {
  /** Id of the event, the same wherever it is told. */
  id: string;
  /** Place in the feed. */
  place: string;
  /** The event's JSON. */
  text: string;
}

/** A store's events in one order, for callers to follow. */
export class Changes {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  #partitionOf(scope: string): number {
    return this.#layout.partitionOf(`changes ${scope}`);
  }

  /** Adds events of one store, those of each partition in their order. One that is there already is left out. */
  async append(scope: string, entries: readonly OutboxEntry[], now: number): Promise<void> {
    const partition = this.#partitionOf(scope);
    const keys = [this.#keys.changes(partition, scope), this.#keys.changesPlaces(partition, scope)];
    for (let from = 0; from < entries.length; from += APPENDED_AT_ONCE) {
      const some = entries.slice(from, from + APPENDED_AT_ONCE);
      const rows = some.flatMap((entry) => [entry.partition.toString(), entry.id, entry.text]);
      await appendChangesScript.run(this.#redis, keys, [(now - KEPT_MS).toString(), ...rows]);
    }
  }

  /** The changes with these ids, as far as they are kept. */
  async named(scope: string, ids: readonly string[]): Promise<Change[]> {
    const found = await Promise.all(ids.map((id) => this.#find(scope, id)));
    return found.filter((change) => change !== undefined);
  }

  /** An event comes into the feed soon after it has happened, so it is looked for from its time on. */
  async #find(scope: string, id: string): Promise<Change | undefined> {
    const [, ms = "0"] = id.split("-");
    let place = `${ms}-0`;
    for (let page = 0; page < MOST_PAGES; page++) {
      const changes = await this.after(scope, place, PAGE);
      const found = changes.find((change) => change.id === id);
      const last = changes.at(-1);
      if (found || !last) return found;
      place = last.place;
    }
    return undefined;
  }

  /** Adds what is no event of an outbox. */
  async add(scope: string, id: string, text: string): Promise<void> {
    await this.#redis.xadd(this.#keys.changes(this.#partitionOf(scope), scope), "*", "i", id, "e", text);
  }

  /** Place of the newest change; the beginning where there is none. */
  async end(scope: string): Promise<string> {
    const stream = this.#keys.changes(this.#partitionOf(scope), scope);
    const [newest] = await this.#redis.xrevrange(stream, "+", "-", "COUNT", 1);
    return newest?.[0] ?? "0-0";
  }

  /** Changes behind a place, at most `limit`. Rejects for a place that is none. */
  async after(scope: string, place: string | undefined, limit: number): Promise<Change[]> {
    const stream = this.#keys.changes(this.#partitionOf(scope), scope);
    const entries = await this.#redis.xrange(
      stream,
      place === undefined ? "-" : `(${place}`,
      "+",
      "COUNT",
      limit,
    );
    return entries.map((entry) => ({ id: fieldOf(entry, "i"), place: entry[0], text: fieldOf(entry, "e") }));
  }
}
