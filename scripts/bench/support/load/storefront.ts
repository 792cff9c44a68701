import { setTimeout as pause } from "node:timers/promises";
import { newWish } from "../seed/wishlists.ts";
import { API, type Stand } from "../stand.ts";
import { Beside } from "./beside.ts";

const STEP_MS = 5;

/** Times of requests, in milliseconds. */
export class Times {
  readonly #times: number[] = [];

  add(ms: number): void {
    this.#times.push(ms);
  }

  get count(): number {
    return this.#times.length;
  }

  /** The time below which a share of the requests stayed. */
  percentile(share: number): number {
    const sorted = [...this.#times].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  }
}

/** Adds an item. Its time counts from when it was due, so that waiting for a busy machine counts too. */
async function addItem(stand: Stand, wishlistId: string, due: number, times: Times): Promise<void> {
  await stand.call("POST", `${API}/wishlist/items`, { wishlistId, ...newWish() });
  times.add(performance.now() - due);
}

/** Customers of a storefront who add items, at a fixed rate until `isOver`. */
export async function runStorefront(
  stand: Stand,
  wishlists: readonly string[],
  perSecond: number,
  isOver: () => boolean,
): Promise<Times> {
  const times = new Times();
  const started = performance.now();
  const added = new Beside();
  while (!isOver()) {
    added.check();
    while (added.count < ((performance.now() - started) * perSecond) / 1000) {
      const due = started + (added.count * 1000) / perSecond;
      added.add(addItem(stand, wishlists[added.count % wishlists.length] ?? "", due, times));
    }
    await pause(STEP_MS);
  }
  await added.end();
  return times;
}
