import type { Redis } from "ioredis";
import { numbersBelow } from "../../collections/numbers-below.ts";
import { timeOf } from "../ids/ids.ts";
import type { EnteredIndex, Keys } from "../keys/keys.ts";
import { type SlotAddress, slotAddress } from "../layout/layout.ts";
import { decodeIfAny } from "../records/decode.ts";
import { WISHLIST } from "../records/fields.ts";
import { type ClaimTerms, decodeGuest, type GuestRecord } from "../records/guests.ts";
import type { WishlistMeta } from "../records/records.ts";
import { decodeOrSkip, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import { decodeWishlistMeta, lastUseOf } from "../records/wishlist-meta.ts";
import { memberBatches } from "../redis/members.ts";
import { readFields, repliesOf } from "../redis/replies.ts";
import { isSameSecret } from "../secrets/same-secret.ts";
import { parseWishlistToken, tokenHashOf } from "../secrets/wishlist-token.ts";

const PAGE_SIZE = 500;
/** Maximum number of wishlists of a partition that are read to find the least recently used one. */
const MAX_READ = 1000;

/** A guest's wishlist that a token has found. */
export interface GuestWishlist {
  partition: number;
  wishlistId: string;
  /** When it was last used, in milliseconds since 1970: its last change, or the last use of its token. */
  usedMs: number;
}

/** A guest's wishlist that was not used for some time. */
interface UnusedWishlist {
  wishlistId: string;
  /** Whether its claim has begun, and has not ended. */
  isClaimed: boolean;
}

/** A claim of a guest's wishlist that has begun, and has not ended. */
export interface OpenClaim {
  wishlistId: string;
  /** Address of the guest. */
  address: SlotAddress;
  /** The customer who claims it, and the terms of the claim. */
  terms: ClaimTerms;
}

/** Numbers of wishlists that guests of a store have. */
interface GuestCounts {
  /** Wishlists that can be used. */
  wishlists: number;
  /** Wishlists whose claim by a customer has begun and not ended. */
  openClaims: number;
}

interface StoredGuest {
  wishlistId: string;
  meta: WishlistMeta;
  guest: GuestRecord;
}

/** Reads the wishlists that have no customer. */
export class Guests {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #onUndecodable: OnUndecodable;

  constructor(redis: Redis, keys: Keys, onUndecodable: OnUndecodable = refuseUndecodable) {
    this.#redis = redis;
    this.#keys = keys;
    this.#onUndecodable = onUndecodable;
  }

  /** Finds the wishlist of a guest token of a store; undefined if there is none, or it was claimed. */
  async find(storeKey: string, token: string): Promise<GuestWishlist | undefined> {
    const parsed = parseWishlistToken(token);
    if (!parsed || parsed.partition >= this.#keys.partitions) return undefined;
    const { partition, wishlistId, secret } = parsed;
    const [metaText, guestText] = await this.#redis.hmget(
      this.#keys.wishlist(partition, wishlistId),
      WISHLIST.meta,
      WISHLIST.guest,
    );
    const meta = decodeIfAny(decodeWishlistMeta, metaText);
    const guest = decodeIfAny(decodeGuest, guestText);
    if (!meta || !guest || meta.deleted || meta.storeKey !== storeKey) return undefined;
    if (!isSameSecret(guest.hash, tokenHashOf(secret))) return undefined;
    return { partition, wishlistId, usedMs: lastUseOf(guest, meta) };
  }

  /** Finds wishlists of guests in a partition that were not used since a time in milliseconds, in pages. */
  async *unusedSince(partition: number, storeKey: string, ms: number): AsyncGenerator<UnusedWishlist[]> {
    for await (const ids of this.#idsIn(partition, "guests", storeKey)) {
      const old = ids.filter((id) => timeOf(id) < ms);
      const unused = (await this.#at(partition, old)).filter(
        ({ guest, meta }) => lastUseOf(guest, meta) < ms,
      );
      if (unused.length > 0)
        yield unused.map(({ wishlistId, guest }) => ({
          wishlistId,
          isClaimed: guest.handover !== undefined && !guest.handover.result,
        }));
      if (old.length < ids.length) return;
    }
  }

  /** Finds the open claims of the customers in some slots of a store. */
  async openClaims(storeKey: string, slots: ReadonlySet<string>): Promise<OpenClaim[]> {
    if (slots.size === 0) return [];
    const found = await Promise.all(
      this.#partitions.map(async (partition) => {
        const claims: OpenClaim[] = [];
        for await (const ids of this.#idsIn(partition, "open-claims", storeKey))
          for (const { wishlistId, meta, guest } of await this.#at(partition, ids)) {
            const [slot, terms] = [meta.slot, guest.handover?.terms];
            if (slot === null || !terms || !slots.has(terms.slot)) continue;
            claims.push({ wishlistId, address: slotAddress(partition, slot), terms });
          }
        return claims;
      }),
    );
    return found.flat();
  }

  /** Counts the wishlists of guests of a store. */
  async count(storeKey: string): Promise<GuestCounts> {
    const sizeOf = async (index: EnteredIndex) => {
      const sizes = this.#partitions.map((partition) =>
        this.#redis.zcard(this.#keys.storeIndex(partition, index, storeKey)),
      );
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    };
    const [all, openClaims, claimed] = await Promise.all([
      sizeOf("guests"),
      sizeOf("open-claims"),
      sizeOf("claimed"),
    ]);
    // The three numbers are not read at the same moment.
    return { wishlists: Math.max(0, all - openClaims - claimed), openClaims };
  }

  /**
   * Returns when the least recently used guest wishlist of a store was used, in milliseconds since 1970; undefined if
   * there are none. If a partition has more than `maxRead` old wishlists that are in use, the result may be earlier.
   * Wishlists that were made after the result are not read, because they were used after it too.
   */
  async oldestUse(storeKey: string, maxRead = MAX_READ): Promise<number | undefined> {
    let oldest = Infinity;
    for (const partition of this.#partitions)
      oldest = await this.#oldestUseIn({ partition, storeKey, maxRead }, oldest);
    return oldest === Infinity ? undefined : oldest;
  }

  async #oldestUseIn(
    { partition, storeKey, maxRead }: { partition: number; storeKey: string; maxRead: number },
    known: number,
  ): Promise<number> {
    let [oldest, read] = [known, 0];
    for await (const ids of this.#idsIn(partition, "guests", storeKey)) {
      const [first = ""] = ids;
      if (read >= maxRead) return Math.min(oldest, timeOf(first));
      const older = ids.filter((id) => timeOf(id) < oldest);
      for (const { guest, meta } of await this.#at(partition, older))
        if (!guest.handover) oldest = Math.min(oldest, lastUseOf(guest, meta));
      read += ids.length;
      if (older.length < ids.length) break;
    }
    return oldest;
  }

  get #partitions(): number[] {
    return numbersBelow(this.#keys.partitions);
  }

  /** Reads the ids of an index in a partition, the oldest first, in pages. */
  #idsIn(partition: number, index: EnteredIndex, storeKey: string): AsyncGenerator<string[]> {
    return memberBatches(this.#redis, this.#keys.storeIndex(partition, index, storeKey), PAGE_SIZE);
  }

  async #at(partition: number, ids: readonly string[]): Promise<StoredGuest[]> {
    if (ids.length === 0) return [];
    const pipeline = this.#redis.pipeline();
    for (const id of ids) pipeline.hmget(this.#keys.wishlist(partition, id), WISHLIST.meta, WISHLIST.guest);
    const replies = (await repliesOf(pipeline)).map(readFields);
    return ids.flatMap((wishlistId, i) => {
      const [metaText, guestText] = replies[i] ?? [];
      if (!metaText || !guestText) return [];
      const label = () => ({ partition, id: wishlistId });
      const meta = decodeOrSkip(decodeWishlistMeta, metaText, label, this.#onUndecodable);
      const guest = decodeOrSkip(decodeGuest, guestText, label, this.#onUndecodable);
      return meta && guest ? [{ wishlistId, meta, guest }] : [];
    });
  }
}
