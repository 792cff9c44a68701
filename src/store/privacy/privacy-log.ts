import type { Redis } from "ioredis";
import { defined } from "../../collections/defined.ts";
import type { Keys } from "../keys/keys.ts";
import { fieldOf, rangeOf } from "../partition/streams.ts";
import { decoderOf } from "../records/decode.ts";
import { decodeOrSkip, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";

/** Minimum number of entries that a store keeps, which is enough for years. */
const KEPT = 100_000;

/** The action. */
export const PRIVACY_KINDS = [
  "export",
  "erasure",
  "data_request",
  "store_erasure_requested",
  "store_erasure_cancelled",
  "store_erasure",
] as const;
/** Who requested it. */
export const PRIVACY_SOURCES = ["api", "shopify", "operator"] as const;

type PrivacyKind = (typeof PRIVACY_KINDS)[number];
type PrivacySource = (typeof PRIVACY_SOURCES)[number];

/**
 * One request under data protection law. It names people only by the service's id, which identifies nobody after an
 * erasure.
 */
export interface PrivacyEntry {
  kind: PrivacyKind;
  source: PrivacySource;
  time: string;
  /** Ids of the customers who were found. */
  customerIds: string[];
  /** Number of erased records, by kind. */
  erased?: Record<string, number>;
  /** Number of records that were stored when the data was requested, by kind. */
  stored?: Record<string, number>;
}

/** An id before which no entry can be. Redis refuses a range that ends before it. */
const FIRST_ID = /^0+-0+$/;

const decodePrivacyEntry = decoderOf<PrivacyEntry>("privacy entry", { needs: "kind" });

/** The requests under data protection law in a store and their results, as evidence. */
export class PrivacyLog {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #onUndecodable: OnUndecodable;

  constructor(redis: Redis, keys: Keys, onUndecodable: OnUndecodable = refuseUndecodable) {
    this.#onUndecodable = onUndecodable;
    this.#redis = redis;
    this.#keys = keys;
  }

  /** Adds an entry. Resolves to its id. */
  async add(storeKey: string, entry: PrivacyEntry): Promise<string> {
    const text = JSON.stringify(entry);
    const key = this.#keys.privacyLog(storeKey);
    const id = await this.#redis.xadd(key, "MAXLEN", "~", KEPT, "*", "e", text);
    return id ?? "";
  }

  /**
   * Reads up to `size` entries: those after the entry with the id `after`, the oldest first, or with `isNewestFirst`
   * those before it. If more may follow, `next` is the `after` of the next page. A page may be short or empty, because
   * entries that cannot be decoded are left out.
   */
  async page(
    storeKey: string,
    { after, size, isNewestFirst }: { after: string | undefined; size: number; isNewestFirst: boolean },
  ): Promise<{ entries: (PrivacyEntry & { id: string })[]; next?: string }> {
    if (isNewestFirst && after !== undefined && FIRST_ID.test(after)) return { entries: [] };
    const log = this.#keys.privacyLog(storeKey);
    const start = after === undefined ? undefined : `(${after}`;
    const read = isNewestFirst
      ? await this.#redis.xrevrange(log, start ?? "+", "-", "COUNT", size)
      : await rangeOf(this.#redis, log, { ...defined({ start }), count: size });
    const entries = read.flatMap((entry) => {
      const [id] = entry;
      const label = () => ({ storeKey, id });
      const found = decodeOrSkip(decodePrivacyEntry, fieldOf(entry, "e"), label, this.#onUndecodable);
      return found ? [{ id, ...found }] : [];
    });
    return { entries, ...defined({ next: read.length === size ? read.at(-1)?.[0] : undefined }) };
  }
}
