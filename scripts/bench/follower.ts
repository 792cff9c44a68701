import type { Redis } from "ioredis";
import type { Event } from "../../src/actors/event.ts";
import { ArchiveReader } from "../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../src/store/changes/change-feed.ts";
import { Keys } from "../../src/store/keys.ts";
import { type Layout, openLayout } from "../../src/store/layout.ts";
import { Tenants } from "../../src/store/tenants/tenants.ts";
import type { Stand } from "./stand.ts";

const PREFIX = "wl:";
const PARTITIONS = 64;
const BATCH_SIZE = 5000;

/** Follows the change feed of the stand's tenant in the store itself, so that reading costs the service nothing. */
export class Follower {
  readonly store: { redis: Redis; keys: Keys; partitions: number };
  readonly storeKey: string;
  readonly #changes: ChangeFeed;
  #place: string | undefined;

  private constructor(store: Follower["store"], storeKey: string, layout: Layout) {
    this.store = store;
    this.storeKey = storeKey;
    this.#changes = new ChangeFeed(store.redis, store.keys, layout, new ArchiveReader({}));
  }

  static async open({ redis }: Stand): Promise<Follower> {
    const keys = new Keys(PREFIX, PARTITIONS);
    const [storeKey = ""] = await new Tenants(redis, keys).storeKeys();
    const layout = await openLayout(redis, keys, PARTITIONS);
    return new Follower({ redis, keys, partitions: PARTITIONS }, storeKey, layout);
  }

  /** Events that have come into the feed since the last call. */
  async next(): Promise<Event[]> {
    const events: Event[] = [];
    for (;;) {
      const page = await this.#changes.after(this.storeKey, this.#place, BATCH_SIZE);
      for (const { text } of page) events.push(JSON.parse(text) as Event);
      this.#place = page.at(-1)?.entryId ?? this.#place;
      if (page.length < BATCH_SIZE) return events;
    }
  }
}
