import type { Redis } from "ioredis";
import { KEY_LIFETIME_MS } from "../idempotency/key-lifetime.ts";
import { ordinal } from "../ids/base32.ts";
import { parseItemId } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { RECORD, WISHLIST } from "../records/fields.ts";
import { servedItemJson } from "../records/served-json.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { readyFor } from "../redis/connection/cluster/path.ts";
import { loadScript } from "../redis/script.ts";

/**
 * Returns how long a record is kept from `now` on, in milliseconds. A retry does not extend the lifetime of its key.
 */
export const lifetimeLeft = ({ at, firstAt = at }: KeyRecord, now: number): number =>
  Math.max(1, firstAt + KEY_LIFETIME_MS - now);

/** How long {@link IdempotencyKeys.withdraw} waits until the store is available, in milliseconds. */
const WITHDRAW_MS = 30_000;

const deleteIfEqualScript = loadScript("partition/delete-if-equal");
const setUnlessOtherScript = loadScript("partition/set-unless-other");

/** The stored state of an Idempotency-Key. */
export interface KeyRecord {
  /** Identifies the request that used the key. */
  fingerprint: string;
  /**
   * When the attempt began or last showed that it is alive, in milliseconds since 1970 by the store's clock; 0 once it
   * has failed.
   */
  at: number;
  /** When the first request with the key began; absent if that is `at`. */
  firstAt?: number;
  /** Identifies this attempt; absent in records of version 0.1. */
  attempt?: string;
  /** Partition that keeps the answer; absent for a request for several partitions. */
  partition?: number;
  /** Whether a request over several partitions has ended. */
  done?: boolean;
  /** Result of a request over several partitions, compressed, if no actor keeps all of it. */
  result?: string;
  /** Why the request was refused before any actor got a command. */
  refusal?: string;
  /** The sealed answer of a request, if no partition keeps it. */
  answer?: string;
}

const decodeKeyJson = decoderOf<KeyRecord>("key", { needs: "fingerprint" });

/** Encodes a record. Most records are claims without an outcome, so these have a short form. */
function encodeKeyRecord(record: KeyRecord): string {
  const { fingerprint, at, attempt = "", partition, ...outcome } = record;
  if (Object.keys(outcome).length > 0) return JSON.stringify(record);
  return [fingerprint, at.toString(36), attempt, partition ?? ""].join(" ");
}

/** Decodes a record, also the JSON of version 0.1.0. */
function decodeKeyRecord(text: string): KeyRecord {
  if (text.startsWith("{")) return decodeKeyJson(text);
  const [fingerprint = "", at = "", attempt = "", partition = ""] = text.split(" ");
  return {
    fingerprint,
    at: parseInt(at, 36),
    ...(attempt === "" ? {} : { attempt }),
    ...(partition === "" ? {} : { partition: Number(partition) }),
  };
}

/**
 * The records of Idempotency-Keys. A key is named by a digest that is unique within tenant, store and client. Its
 * record names the partition that has the answer, which is committed together with the change. An answer that no actor
 * commits is in the record itself.
 */
export class IdempotencyKeys {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  #keyOf(digest: string): string {
    return this.#keys.idempotency(this.#layout.partitionOf(digest), digest);
  }

  async find(digest: string): Promise<KeyRecord | undefined> {
    const text = await this.#redis.get(this.#keyOf(digest));
    return decodeIfAny(decodeKeyRecord, text);
  }

  /** Claims a key for a request, for `lifetimeMs`. Resolves to the existing record; undefined if there was none. */
  async claim(
    digest: string,
    record: KeyRecord,
    lifetimeMs = KEY_LIFETIME_MS,
  ): Promise<KeyRecord | undefined> {
    const text = encodeKeyRecord(record);
    const present = await this.#redis.set(this.#keyOf(digest), text, "PX", lifetimeMs, "NX", "GET");
    return decodeIfAny(decodeKeyRecord, present);
  }

  /**
   * Sets the record of a key for `lifetimeMs`, unless the key now has a record other than `expected`. Resolves to
   * whether it was set.
   */
  async setUnlessOther(
    digest: string,
    expected: KeyRecord,
    record: KeyRecord,
    lifetimeMs: number,
  ): Promise<boolean> {
    return this.#setUnlessOther(digest, encodeKeyRecord(expected), record, lifetimeMs);
  }

  /**
   * Takes a key over from an attempt that has failed. Resolves to whether that succeeded; it fails if another attempt
   * is faster.
   */
  async takeOver(digest: string, dead: KeyRecord, record: KeyRecord): Promise<boolean> {
    const text = encodeKeyRecord(dead);
    const lifetimeMs = lifetimeLeft(record, record.at);
    if (await this.#setUnlessOther(digest, text, record, lifetimeMs)) return true;
    // Version 0.1.0 stored each record as JSON.
    const former = JSON.stringify(dead);
    return former !== text && this.#setUnlessOther(digest, former, record, lifetimeMs);
  }

  async #setUnlessOther(
    digest: string,
    expected: string,
    record: KeyRecord,
    lifetimeMs: number,
  ): Promise<boolean> {
    const args = [expected, encodeKeyRecord(record), lifetimeMs.toString()];
    return (await setUnlessOtherScript.run(this.#redis, [this.#keyOf(digest)], args)) === 1;
  }

  /** Deletes a key if it still has this record. Resolves to whether it was deleted. */
  async deleteIfEqual(digest: string, record: KeyRecord): Promise<boolean> {
    const deleted = await deleteIfEqualScript.run(
      this.#redis,
      [this.#keyOf(digest)],
      [encodeKeyRecord(record)],
    );
    return deleted === 1;
  }

  /**
   * Takes back a record after the reply to its write was lost, once the store is available again. If the key still has
   * the record, `before` replaces it; without `before`, the key is deleted.
   */
  async withdraw(digest: string, record: KeyRecord, before?: KeyRecord): Promise<void> {
    await readyFor(this.#redis, this.#keyOf(digest), AbortSignal.timeout(WITHDRAW_MS));
    if (before) await this.setUnlessOther(digest, record, before, lifetimeLeft(before, record.at));
    else await this.deleteIfEqual(digest, record);
  }

  /**
   * Reads the JSON, as it is served, of the item or wishlist that `ids` name, or else of the customer in the slot
   * `about`. Resolves to undefined if there is none.
   */
  async record(
    partition: number,
    about: string,
    ids: { id?: string; svc_customer_id?: string },
  ): Promise<string | undefined> {
    if (ids.svc_customer_id !== undefined)
      return (await this.#redis.hget(this.#keys.customer(partition, about), RECORD)) ?? undefined;
    const key = this.#keys.wishlist(partition, about);
    const item = parseItemId(ids.id ?? "");
    if (!item) return (await this.#redis.hget(key, RECORD)) ?? undefined;
    const [metaText, stored] = await this.#redis.hmgetBuffer(key, WISHLIST.meta, ordinal(item.number));
    return metaText && stored
      ? servedItemJson(stored, decodeWishlistMeta(metaText.toString())).toString()
      : undefined;
  }

  /** Reads the answer that a partition keeps under a key, as the actor's reply was stored. */
  async answer(partition: number, digest: string): Promise<string | undefined> {
    return (await this.#redis.get(this.#keys.answer(partition, digest))) ?? undefined;
  }
}
