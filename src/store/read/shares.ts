import type { Redis } from "ioredis";
import { partitionOfWishlist } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot } from "../keys/slots.ts";
import type { SlotAddress } from "../layout/layout.ts";
import { decodeIfAny, Undecodable } from "../records/decode.ts";
import { WISHLIST } from "../records/fields.ts";
import type { WishlistMeta } from "../records/records.ts";
import { decodeShares, type ShareRecord } from "../records/shares.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { isSameSecret } from "../secrets/same-secret.ts";
import { parseWishlistToken, tokenHashOf } from "../secrets/wishlist-token.ts";
import type { NamedRecord } from "./hash-fields.ts";

/** A wishlist with the link that leads to it. */
export interface SharedWishlist {
  wishlistId: string;
  meta: WishlistMeta;
  share: ShareRecord;
}

/** Finds the share of a token. Tokens are compared in constant time. */
export function shareWith(shares: readonly ShareRecord[], token: string): ShareRecord | undefined {
  const wanted = tokenHashOf(token);
  return shares.find(({ hash }) => isSameSecret(hash, wanted));
}

/** Reads the links to wishlists. */
export class Shares {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #partitions: number;

  constructor(redis: Redis, keys: Keys, partitions: number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#partitions = partitions;
  }

  async #read(partition: number, wishlistId: string) {
    const key = this.#keys.wishlist(partition, wishlistId);
    const [metaText, sharesText] = await this.#redis.hmget(key, WISHLIST.meta, WISHLIST.shares);
    const meta = decodeIfAny(decodeWishlistMeta, metaText);
    if (!meta || meta.deleted) return undefined;
    return { meta, shares: decodeIfAny(decodeShares, sharesText) ?? [] };
  }

  /** Finds the wishlist and the link of a token, even if the link has ended; undefined for an unknown token. */
  async find(token: string): Promise<SharedWishlist | undefined> {
    const { wishlistId, partition } = parseWishlistToken(token) ?? { wishlistId: "", partition: Infinity };
    if (partition >= this.#partitions) return undefined;
    const found = await this.#read(partition, wishlistId);
    const share = found && shareWith(found.shares, token);
    return share && { wishlistId, meta: found.meta, share };
  }

  /** Reads the links of a store's wishlist, including those that have ended; undefined if there is no such wishlist. */
  async of(storeKey: string, wishlistId: string): Promise<ShareRecord[] | undefined> {
    const partition = partitionOfWishlist(wishlistId) ?? Infinity;
    if (partition >= this.#partitions) return undefined;
    const found = await this.#read(partition, wishlistId);
    return found?.meta.storeKey === storeKey ? found.shares : undefined;
  }

  /**
   * Reads the links to a customer's wishlists after the link with the name `after`, in the order of wishlists and ids.
   */
  async *after({ partition, slot }: SlotAddress, after: string): AsyncGenerator<NamedRecord<object>> {
    const ids = await this.#redis.zrange(this.#keys.customerWishlists(partition, slot), 0, "-1");
    for (const wishlistId of ids) {
      const shares = await this.#named({ partition, slot }, wishlistId);
      yield* shares.filter(({ name }) => name > after).sort((a, b) => (a.name < b.name ? -1 : 1));
    }
  }

  /** Reads the links to a wishlist. If they cannot be decoded, one record represents all of them. */
  async #named(
    { partition, slot }: Pick<SlotAddress, "partition" | "slot">,
    wishlistId: string,
  ): Promise<NamedRecord<object>[]> {
    try {
      const shares = (await this.#read(partition, wishlistId))?.shares ?? [];
      return shares.map(({ hash: _, ...share }) => ({
        name: `${wishlistId} ${share.id}`,
        record: { wishlistId, ...share },
      }));
    } catch (err) {
      if (!(err instanceof Undecodable)) throw err;
      err.label = { storeKey: partsOfSlot(slot).storeKey, partition, id: wishlistId };
      return [{ name: wishlistId, record: err }];
    }
  }
}
