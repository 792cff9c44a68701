import { LRUCache } from "lru-cache";
import type { PageRequest, WishlistPage, Wishlists } from "../store/read/wishlists.ts";
import type { WishlistMeta } from "../store/records/records.ts";

/** Bytes of all kept bodies of a process, and of the largest. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
/** What an entry costs besides its texts, in bytes. */
const OVERHEAD = 200;
/** How long a body is kept, and how often old ones are removed, in milliseconds. */
const KEPT_MS = 60_000;
const SWEEP_MS = 10_000;

/** A form in which pages are shown. */
export interface PageView {
  name: string;
  present: (page: WishlistPage) => Buffer;
}

/** A page as it is answered. */
interface PageBody {
  meta: WishlistMeta;
  body: Buffer;
}

/** A page that was read, at the version that it had. It has a body only if it was read twice at that version. */
interface Kept {
  version: string;
  body?: Buffer;
}

/**
 * The bodies of pages that were read more than once lately. Of a list that changes between two reads none is kept: to
 * look whether it is still true would cost such a list a second round trip. A body is served only while the store has
 * the version that it was made from, so a read sees every write that was acknowledged before it, in whatever process.
 * What was changed or erased since is dropped with the next read, and without one within about a minute.
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

  /** A page of a store's wishlist in a view; undefined if there is no such wishlist. */
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

  /** Ends the removal of old bodies. */
  close(): void {
    clearInterval(this.#sweep);
    this.#bodies.clear();
  }
}
