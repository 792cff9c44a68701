import type { BeginHandover } from "../../actors/guest/messages.ts";
import type { Rejection } from "../../actors/reply.ts";
import type { Send } from "../../actors/runtime/send.ts";
import type { Layout, SlotAddress } from "../../store/layout/layout.ts";
import type { Guests, GuestWishlist } from "../../store/read/guests.ts";
import type { Wishlists } from "../../store/read/wishlists.ts";
import {
  type ClaimTerms,
  guestLifeMs,
  type HandoverResult,
  USE_NOTED_MS,
} from "../../store/records/guests.ts";
import {
  newTokenSecret,
  parseWishlistToken,
  tokenHashOf,
  wishlistTokenOf,
} from "../../store/secrets/wishlist-token.ts";
import { notFound } from "../targets.ts";
import { handOver } from "./hand-over.ts";

interface GuestWishlistParts {
  guests: Pick<Guests, "find">;
  wishlists: Pick<Wishlists, "visibleMeta">;
  layout: Layout;
  send: Send;
  now: () => number;
  /** Days after which a guest's wishlist that is not used lapses. */
  days: number;
}

/** A new guest: the address of the wishlist, the hash that is stored, and a function that makes the token. */
export interface NewGuest {
  address: SlotAddress;
  hash: string;
  tokenFor: (wishlistId: string) => string;
}

/** Wishlists that belong to a guest with a token instead of a customer. */
export class GuestWishlists {
  readonly #parts: GuestWishlistParts;

  constructor(parts: GuestWishlistParts) {
    this.#parts = parts;
  }

  /**
   * Creates a guest with a token. The token is random or, for a request with an Idempotency-Key, derived from the key's
   * digest and the secret of the layout, so that a repeated request gets the same token. The token is not stored.
   */
  newGuest(storeKey: string, keyDigest: string | undefined): NewGuest {
    const { layout } = this.#parts;
    const secret =
      keyDigest === undefined
        ? newTokenSecret()
        : layout.signatureOf(`guest ${keyDigest}`).toString("base64url");
    return {
      // Each guest has an address of its own, as each customer has.
      address: layout.newSlot(storeKey),
      hash: tokenHashOf(secret),
      tokenFor: (wishlistId) => wishlistTokenOf(wishlistId, secret),
    };
  }

  /**
   * Returns the wishlist of a guest token; undefined if it does not exist, was claimed, or has lapsed. This counts as a
   * use of the wishlist, which is recorded at most once a day: see {@link guestLifeMs}.
   */
  async verify(storeKey: string, token: string): Promise<GuestWishlist | undefined> {
    const { guests, now, days, send } = this.#parts;
    const found = await guests.find(storeKey, token);
    const idleMs = now() - (found?.usedMs ?? 0);
    if (!found || idleMs > guestLifeMs(days)) return undefined;
    const { partition, wishlistId } = found;
    if (idleMs > USE_NOTED_MS)
      await send({ partition, command: { type: "RenewGuest", storeKey, wishlistId } });
    return found;
  }

  /**
   * Gives a customer the wishlist of a guest.
   *
   * @throws 404 if the token is not valid, or if the customer's wishlist was deleted after an earlier claim
   */
  async claim(storeKey: string, token: string, terms: ClaimTerms): Promise<HandoverResult | Rejection> {
    const { send, layout, wishlists, now, days } = this.#parts;
    const parsed = parseWishlistToken(token);
    if (!parsed || parsed.partition >= layout.partitions) throw notFound("wishlist of a guest");
    const { wishlistId, secret } = parsed;
    const hash = tokenHashOf(secret);
    const unusedSince = new Date(now() - guestLifeMs(days)).toISOString();
    const begin: BeginHandover = { type: "BeginHandover", storeKey, wishlistId, hash, terms, unusedSince };
    const claimed = await handOver(send, begin);
    if ("ok" in claimed) return claimed;
    if (!(await wishlists.visibleMeta(storeKey, claimed.wishlistId))) throw notFound("wishlist of a guest");
    return claimed;
  }
}
