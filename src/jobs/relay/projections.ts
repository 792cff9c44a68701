import type { Event } from "../../actors/events/event.ts";
import { isPublicType } from "../../actors/events/public-events.ts";
import { waitingName } from "../../actors/wishlist/state/item-index.ts";
import type { ChangeFeed } from "../../store/changes/change-feed.ts";
import type { Listed, WishlistIndex } from "../../store/lists/wishlist-index.ts";
import type { OutboxEntry } from "../../store/partition/outbox.ts";
import type { WaitChange, WaitingLists } from "../../store/waiting/waiting-lists.ts";
import type { RelayedEvent } from "./target.ts";

/** Groups events by their store, and keeps their order. */
export function byStore(events: readonly RelayedEvent[]): Map<string, RelayedEvent[]> {
  const stores = new Map<string, RelayedEvent[]>();
  for (const relayed of events) {
    const list = stores.get(relayed.event.storeKey);
    if (list) list.push(relayed);
    else stores.set(relayed.event.storeKey, [relayed]);
  }
  return stores;
}

/** Returns the public events, which callers see. */
export const publicEventsOf = (events: readonly RelayedEvent[]): RelayedEvent[] =>
  events.filter(({ event }) => isPublicType(event.type));

/**
 * Returns an event in the form that the change feed keeps, without the data that only the counters need and without its
 * trace context.
 */
function asChange(relayed: RelayedEvent): OutboxEntry {
  const { counted, traceContext, ...event } = relayed.event;
  const isWhole = counted === undefined && traceContext === undefined;
  return isWhole ? relayed : { ...relayed, text: JSON.stringify(event) };
}

/** Appends events to the change feeds of their stores. `now` is the store's time, in milliseconds since 1970. */
export async function appendChanges(
  changes: ChangeFeed,
  events: readonly RelayedEvent[],
  now: number,
): Promise<void> {
  const published = [...byStore(publicEventsOf(events))];
  await Promise.all(
    published.map(([storeKey, entries]) => changes.append(storeKey, entries.map(asChange), now)),
  );
}

const ADDS = new Set<Event["type"]>([
  "wishlist.item.added",
  "wishlist.item.updated",
  "wishlist.item.purchase_reverted",
]);

/**
 * Updates the waiting lists with the wishes of customers; guests get no alerts. A wish whose variant has changed stays
 * in its old list until a wave finds it there.
 */
export async function updateWaiting(
  waiting: Pick<WaitingLists, "change">,
  events: readonly Pick<RelayedEvent, "event">[],
): Promise<void> {
  const changes: WaitChange[] = [];
  for (const { event } of events) {
    const { type, storeKey, itemId, product, time, isGuest, hasMoved = false, waitingSince } = event;
    if (itemId === undefined || product === undefined) continue;
    const variant = waitingName(product);
    if (ADDS.has(type) && !isGuest)
      changes.push({
        added: {
          storeKey,
          variant,
          itemId,
          since: Date.parse(waitingSince ?? time),
          hasMoved,
          isFromList: waitingSince !== undefined,
        },
      });
    if (type === "wishlist.item.removed") changes.push({ removed: { storeKey, variant, itemId } });
  }
  await waiting.change(changes);
}

/** Updates the index of the stores' wishlists. */
export async function updateIndex(index: WishlistIndex, events: readonly RelayedEvent[]): Promise<void> {
  const listed = (type: Event["type"]): Listed[] =>
    events.flatMap(({ event: { type: eventType, storeKey, wishlistId } }) =>
      eventType === type && wishlistId !== undefined ? [{ storeKey, wishlistId }] : [],
    );
  await index.change(listed("wishlist.created"), listed("wishlist.deleted"));
}
