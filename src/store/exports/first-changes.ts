import type { Redis } from "ioredis";
import type { Keys } from "../keys.ts";

/** How long a span is remembered that no run brings to its end, in seconds. */
const KEPT_S = 30 * 86_400;

const WHATS = ["given", "withdrawn", "public", "private"] as const;

/** A change of mind of a customer, or of who may see a wishlist. */
export interface MarkedChange {
  /** What has changed: the same for all changes of one customer's consent, or of one wishlist's visibility. */
  name: string;
  /** Place of the change in the feed. */
  entryId: string;
  what: (typeof WHATS)[number];
}

/** A span of time that one export tells. */
export interface Span {
  storeKey: string;
  exportId: string;
  /** Where it begins, ISO 8601. */
  since: string;
}

/**
 * The first change of each customer's consent, and of each wishlist's visibility, in a span: it says what was before,
 * and so what had been exported when the span began. It is kept in the store, for a run may go on in another process.
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

  /** Notes changes in their order, those that are the first of their name. Noting them again changes nothing. */
  async note(span: Span, changes: readonly MarkedChange[]): Promise<void> {
    if (changes.length === 0) return;
    const key = this.#keyOf(span);
    const pipeline = this.#redis.pipeline();
    for (const { name, entryId, what } of changes) pipeline.hsetnx(key, name, `${entryId} ${what}`);
    pipeline.expire(key, KEPT_S);
    for (const [err] of (await pipeline.exec()) ?? []) if (err) throw err;
  }

  /** The first changes of these names, as far as changes have been noted. */
  async find(span: Span, names: Iterable<string>): Promise<Map<string, MarkedChange>> {
    const wanted = [...new Set(names)];
    const found = new Map<string, MarkedChange>();
    if (wanted.length === 0) return found;
    const texts = await this.#redis.hmget(this.#keyOf(span), ...wanted);
    for (const [i, name] of wanted.entries()) {
      const [entryId, word] = (texts[i] ?? "").split(" ");
      const what = WHATS.find((each) => each === word);
      if (entryId && what) found.set(name, { name, entryId, what });
    }
    return found;
  }

  /** Forgets a span that is told. */
  async forget(span: Span): Promise<void> {
    await this.#redis.unlink(this.#keyOf(span));
  }
}
