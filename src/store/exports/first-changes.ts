import type { Redis } from "ioredis";
import { DAY_S } from "../durations.ts";
import type { Keys } from "../keys/keys.ts";
import { repliesOf } from "../redis/replies.ts";

/** How long an unfinished window is remembered, in seconds. */
const KEPT_S = 30 * DAY_S;

const KINDS = ["given", "withdrawn", "public", "private"] as const;

/** A change of a customer's consent, or of a wishlist's visibility. */
export interface MarkedChange {
  /** Name that all changes of one customer's consent, or of one wishlist's visibility, share. */
  name: string;
  /** Entry id of the change in the feed. */
  entryId: string;
  what: (typeof KINDS)[number];
}

/** A window of time of one export. */
export interface Span {
  storeKey: string;
  exportId: string;
  /** When it begins, ISO 8601. */
  since: string;
}

/**
 * The first change of each customer's consent, and of each wishlist's visibility, in a window. It shows the state
 * before it, and so what was exported when the window began. It is kept in the store, because a run may continue in
 * another process.
 */
export class FirstChanges {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  #keyOf({ storeKey, exportId, since }: Span): string {
    return this.#keys.exportFirsts(storeKey, exportId, since);
  }

  /** Adds changes that are the first of their name. The changes must be in order. A repeated call changes nothing. */
  async add(span: Span, changes: readonly MarkedChange[]): Promise<void> {
    if (changes.length === 0) return;
    const key = this.#keyOf(span);
    const pipeline = this.#redis.pipeline();
    for (const { name, entryId, what } of changes) pipeline.hsetnx(key, name, `${entryId} ${what}`);
    pipeline.expire(key, KEPT_S);
    await repliesOf(pipeline);
  }

  /** Finds the first changes with these names that were recorded. */
  async find(span: Span, names: Iterable<string>): Promise<Map<string, MarkedChange>> {
    const wanted = [...new Set(names)];
    const found = new Map<string, MarkedChange>();
    if (wanted.length === 0) return found;
    const texts = await this.#redis.hmget(this.#keyOf(span), ...wanted);
    for (const [i, name] of wanted.entries()) {
      const [entryId, word] = (texts[i] ?? "").split(" ");
      const what = KINDS.find((kind) => kind === word);
      if (entryId && what) found.set(name, { name, entryId, what });
    }
    return found;
  }

  /** Deletes the changes of a finished window. */
  async forget(span: Span): Promise<void> {
    await this.#redis.unlink(this.#keyOf(span));
  }
}
