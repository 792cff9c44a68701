import { LRUCache } from "lru-cache";
import type { PageRequest, WishlistPage } from "../store/read/wishlist-pages.ts";
import type { Wishlists } from "../store/read/wishlists.ts";
import type { WishlistMeta } from "../store/records/records.ts";

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

/** A page that was read, with its version. It has a body only if it was read twice at this version. */
interface Kept {
  version: string;
  body?: Buffer;
}

/**
 * A cache of the bodies of pages that were recently read more than once. The body of a list that changes between two
 * reads is not cached, because the check of its version would cost a second round trip. A body is served only if Redis
 * has the same version, so a read sees every write that was acknowledged before, by any process. A body that has
 * changed or was erased is removed at the next read, and in any case after about a minute.
 */
export class PageCache {
  readonly #wishlists: Pick<Wishlists, "visibleMeta" | "page">;
  readonly #bodies = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BODY_BYTES,
    sizeCalculation: ({ body }, name) => (body?.length ?? 0) + name.length * 2 + OVERHEAD,
    ttl: KEPT_MS,
  });
  readonly #sweep: NodeJS.Timeout;

  constructor(wishlists: Pick<Wishlists, "visibleMeta" | "page">) {
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

  /** Stops the removal of old bodies, and clears the cache. */
  close(): void {
    clearInterval(this.#sweep);
    this.#bodies.clear();
  }
}
