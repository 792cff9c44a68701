import { LRUCache } from "lru-cache";
import type { SlotAddress } from "../store/layout/layout.ts";
import type { LookupRequest, NamedCustomer } from "../store/read/wishlist-lookup.ts";
import type { PageRequest, WishlistPage } from "../store/read/wishlist-pages.ts";
import type { Wishlists } from "../store/read/wishlists.ts";
import type { WishlistMeta } from "../store/records/records.ts";
import { presentLookup } from "./presenters/pages.ts";

/** Maximum bytes of all cached bodies of a process, and of one body. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
/** Memory of an entry besides its texts, in bytes. */
const OVERHEAD = 200;
/** Lifetime of a body, and time between two removals of old bodies, in milliseconds. */
const KEPT_MS = 60_000;
const SWEEP_MS = 10_000;

/** A format of pages. */
export interface PageView {
  name: string;
  present: (page: WishlistPage) => Buffer;
}

/** The answer to a request for a page. */
interface PageBody {
  meta: WishlistMeta;
  body: Buffer;
}

/**
 * A page that was read, with the version of its wishlist or the state of its wishlists. It has a body only if it was read
 * twice at this version.
 */
interface Kept {
  version: string;
  body?: Buffer;
}

/** The repository that pages and look-ups are read from. */
type Reads = Pick<Wishlists, "visibleMeta" | "page" | "lookup">;

/**
 * A cache of the bodies of pages that were recently read more than once. The body of a list that changes between two
 * reads is not cached, because the check of its version would cost a second round trip. A body is served only if Redis
 * has the same version, so a read sees every write that was acknowledged before, by any process. A body that has
 * changed or was erased is removed at the next read, and in any case after about a minute.
 */
export class PageCache {
  readonly #wishlists: Reads;
  readonly #bodies = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BODY_BYTES,
    sizeCalculation: ({ version, body }, name) =>
      (body?.length ?? 0) + (name.length + version.length) * 2 + OVERHEAD,
    ttl: KEPT_MS,
  });
  readonly #sweep: NodeJS.Timeout;

  constructor(wishlists: Reads) {
    this.#wishlists = wishlists;
    this.#sweep = setInterval(() => this.#bodies.purgeStale(), SWEEP_MS).unref();
  }

  /** Returns a page of a wishlist in a format; undefined if the store has no such wishlist. */
  async read(
    storeKey: string,
    wishlistId: string,
    request: PageRequest,
    { name, present }: PageView,
  ): Promise<PageBody | undefined> {
    const key = `${name} ${wishlistId} ${request.size} ${request.cursor ?? ""}`;
    const kept = this.#bodies.get(key);
    if (kept?.body) {
      const meta = await this.#wishlists.visibleMeta(storeKey, wishlistId);
      if (meta?.version === kept.version) return { meta, body: kept.body };
      this.#bodies.delete(key);
      if (!meta) return undefined;
    }
    const page = await this.#wishlists.page(storeKey, wishlistId, request);
    if (!page) return undefined;
    const body = present(page);
    const { version } = page.meta;
    this.#bodies.set(key, kept?.version === version ? { version, body } : { version });
    return { meta: page.meta, body };
  }

  /**
   * Returns a page of a customer's wishlists, each with its first items; undefined for a customer without wishlists, or if
   * `isRequested` refuses the customer in the slot. One round trip reads the page, or finds that it has not changed.
   */
  async lookup(
    address: SlotAddress,
    request: LookupRequest,
    isRequested: (customer: NamedCustomer) => boolean,
  ): Promise<Buffer | undefined> {
    const { size, itemSize, cursor = "" } = request;
    const key = JSON.stringify(["lookup", address.slot, size, itemSize, cursor]);
    const kept = this.#bodies.get(key);
    const known = kept?.body && { knownState: kept.version };
    const found = await this.#wishlists.lookup(address, { ...request, ...known }, isRequested);
    if (found === "unchanged") return kept?.body;
    if (!found) return undefined;
    const body = presentLookup(found);
    const version = found.state;
    this.#bodies.set(key, kept?.version === version ? { version, body } : { version });
    return body;
  }

  /** Stops the removal of old bodies, and clears the cache. */
  close(): void {
    clearInterval(this.#sweep);
    this.#bodies.clear();
  }
}
