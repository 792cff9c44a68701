import type { Redis } from "ioredis";
import type { Event } from "../../../../src/actors/events/event.ts";
import { ArchiveReader } from "../../../../src/store/changes/archive-reader.ts";
import type { Archives } from "../../../../src/store/changes/archive.ts";
import { ChangeFeed } from "../../../../src/store/changes/change-feed.ts";
import type { ChangeFeedEntry } from "../../../../src/store/changes/feed-entry.ts";
import type { Keys } from "../../../../src/store/keys/keys.ts";
import { type Layout, openLayout } from "../../../../src/store/layout/layout.ts";
import { Tenants } from "../../../../src/store/tenants/tenants.ts";
import { KEYS, PARTITIONS, type Stand } from "../stand.ts";

const PAGE_SIZE = 5000;

export interface FollowerOptions {
  /** Changes per read. */
  pageSize?: number;
  /** The archive of older changes. */
  archives?: Archives["byKind"];
}

/** Follows the change feed of the stand's tenant directly in Redis, so that reading costs the service nothing. */
export class Follower {
  readonly store: { redis: Redis; keys: Keys; partitions: number; layout: Layout };
  readonly storeKey: string;
  readonly #changes: ChangeFeed;
  readonly #pageSize: number;
  #place: string | undefined;

  private constructor(
    store: Follower["store"],
    storeKey: string,
    { pageSize = PAGE_SIZE, archives = {} }: FollowerOptions,
  ) {
    this.store = store;
    this.storeKey = storeKey;
    this.#changes = new ChangeFeed(store.redis, store.keys, store.layout, new ArchiveReader(archives));
    this.#pageSize = pageSize;
  }

  static async open({ redis }: Pick<Stand, "redis">, options: FollowerOptions = {}): Promise<Follower> {
    const [storeKey = ""] = await new Tenants(redis, KEYS).storeKeys();
    const layout = await openLayout(redis, KEYS, PARTITIONS);
    return new Follower({ redis, keys: KEYS, partitions: PARTITIONS, layout }, storeKey, options);
  }

  /** Entries that were added to the feed since the last call, page by page. */
  async *pages(): AsyncGenerator<ChangeFeedEntry[]> {
    for (let isLast = false; !isLast;) {
      const page = await this.#changes.after(this.storeKey, this.#place, this.#pageSize);
      this.#place = page.at(-1)?.entryId ?? this.#place;
      isLast = page.length < this.#pageSize;
      yield page;
    }
  }

  /** Events that were added to the feed since the last call. */
  async next(): Promise<Event[]> {
    const events: Event[] = [];
    for await (const page of this.pages())
      for (const { text } of page) events.push(JSON.parse(text) as Event);
    return events;
  }
}
