import type { Redis } from "ioredis";
import { hasGuestHash, parseGuestToken } from "../guest-token.ts";
import { timeOf } from "../ids.ts";
import type { Keys } from "../keys.ts";
import { decodeIfAny } from "../records/decode.ts";
import { decodeGuest } from "../records/guests.ts";
import { decodeWishlistMeta, lastUseOf } from "../records/wishlist-meta.ts";
import { readFields, repliesOf } from "../redis/replies.ts";

const PAGE_SIZE = 500;

/** A guest's wishlist that a token has found. */
export interface GuestWishlist {
  partition: number;
  wishlistId: string;
  /** When it was last used, in milliseconds since 1970: its last change, or the last use of its token. */
  usedMs: number;
}

/** A guest's wishlist that was not used for some time. */
export interface UnusedWishlist {
  wishlistId: string;
  /** Its claim has begun, and has not ended. */
  isClaimed: boolean;
}

/** Reads the wishlists that have no customer. */
export class Guests {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /** The wishlist that a guest token of a store is for; undefined if there is none, or it was claimed. */
  async find(storeKey: string, token: string): Promise<GuestWishlist | undefined> {
    const parsed = parseGuestToken(token);
    if (!parsed || parsed.partition >= this.#keys.partitions) return undefined;
    const { partition, wishlistId, hash } = parsed;
    const [metaText, guestText] = await this.#redis.hmget(
      this.#keys.wishlist(partition, wishlistId),
      "m",
      "g",
    );
    const meta = decodeIfAny(decodeWishlistMeta, metaText);
    const guest = decodeIfAny(decodeGuest, guestText);
    if (!meta || !guest || meta.deleted || meta.storeKey !== storeKey) return undefined;
    if (!hasGuestHash(guest, hash)) return undefined;
    return { partition, wishlistId, usedMs: lastUseOf(guest, meta) };
  }

  /** Wishlists of guests in a partition that were not used since a time in milliseconds, in pages. */
  async *unusedSince(partition: number, storeKey: string, ms: number): AsyncGenerator<UnusedWishlist[]> {
    const key = this.#keys.storeIndex(partition, "guests", storeKey);
    for (let after = "-"; ;) {
      const ids = await this.#redis.zrange(key, after, "+", "BYLEX", "LIMIT", 0, PAGE_SIZE);
      const old = ids.filter((id) => timeOf(id) < ms);
      const unused = await this.#unusedAmong(partition, old, ms);
      if (unused.length > 0) yield unused;
      const last = ids.at(-1);
      if (last === undefined || old.length < PAGE_SIZE) return;
      after = `(${last}`;
    }
  }

  async #unusedAmong(partition: number, ids: readonly string[], ms: number): Promise<UnusedWishlist[]> {
    const pipeline = this.#redis.pipeline();
    for (const id of ids) pipeline.hmget(this.#keys.wishlist(partition, id), "m", "g");
    const replies = (await repliesOf(pipeline)).map(readFields);
    return ids.flatMap((wishlistId, i) => {
      const [metaText, guestText] = replies[i] ?? [];
      const [meta, guest] = [decodeIfAny(decodeWishlistMeta, metaText), decodeIfAny(decodeGuest, guestText)];
      if (!meta || !guest || lastUseOf(guest, meta) >= ms) return [];
      return [{ wishlistId, isClaimed: guest.handover !== undefined && !guest.handover.result }];
    });
  }
}
