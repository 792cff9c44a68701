import type { Event } from "../../src/actors/messages.ts";
import { Changes } from "../../src/store/changes.ts";
import { Keys } from "../../src/store/keys.ts";
import { openLayout } from "../../src/store/layout.ts";
import { Tenants } from "../../src/store/tenants.ts";
import type { Stand } from "./stand.ts";

const PREFIX = "wl:";
const PARTITIONS = 64;
const AT_ONCE = 5000;

/** Follows the change feed of the stand's tenant in the store itself, so that reading costs the service nothing. */
export class Follower {
  readonly #changes: Changes;
  readonly #scope: string;
  #place: string | undefined;

  private constructor(changes: Changes, scope: string) {
    this.#changes = changes;
    this.#scope = scope;
  }

  static async open({ redis }: Stand): Promise<Follower> {
    const keys = new Keys(PREFIX);
    const [scope = ""] = await new Tenants(redis, keys).scopes();
    return new Follower(new Changes(redis, keys, await openLayout(redis, keys, PARTITIONS)), scope);
  }

  /** Events that have come into the feed since the last call. */
  async next(): Promise<Event[]> {
    const events: Event[] = [];
    for (;;) {
      const page = await this.#changes.after(this.#scope, this.#place, AT_ONCE);
      for (const { text } of page) events.push(JSON.parse(text) as Event);
      this.#place = page.at(-1)?.place ?? this.#place;
      if (page.length < AT_ONCE) return events;
    }
  }
}
