import type { Event } from "../../actors/events/event.ts";
import { isPublicType, type PublicEvent } from "../../actors/events/public-events.ts";
import type { OfItem } from "../../actors/events/wishlist-events.ts";
import { waitingName } from "../../actors/wishlist/state/item-index.ts";
import { groupedBy } from "../../collections/grouped.ts";
import type { ChangeFeed } from "../../store/changes/change-feed.ts";
import type { Listed, WishlistIndex } from "../../store/lists/wishlist-index.ts";
import type { OutboxEntry } from "../../store/partition/outbox.ts";
import type { WaitChange, WaitingLists } from "../../store/waiting/waiting-lists.ts";
import type { RelayedEvent } from "./target.ts";

/** Groups events by their store, and keeps their order. */
export const byStore = (events: readonly RelayedEvent[]): Map<string, RelayedEvent[]> =>
  groupedBy(events, ({ event }) => event.storeKey);

/** Returns the public events, which callers see. */
export const publicEventsOf = (events: readonly RelayedEvent[]): RelayedEvent<PublicEvent>[] =>
  events.filter((relayed): relayed is RelayedEvent<PublicEvent> => isPublicType(relayed.event.type));

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

const listingOf = ({ storeKey, itemId, product }: OfItem) => ({
  storeKey,
  variant: waitingName(product),
  itemId,
});

/** Returns the change of the waiting lists by an event; undefined if it does not change them. Guests get no alerts. */
function waitChangeOf(event: Event): WaitChange | undefined {
  switch (event.type) {
    case "wishlist.item.added":
    case "wishlist.item.updated": {
      const { time, isGuest, waitingSince } = event;
      if (isGuest) return undefined;
      const [since, isFromList] = [Date.parse(waitingSince ?? time), waitingSince !== undefined];
      return { added: { since, isFromList, hasMoved: "hasMoved" in event, ...listingOf(event) } };
    }
    case "wishlist.item.purchase_reverted":
      return { added: { since: Date.parse(event.time), hasMoved: false, ...listingOf(event) } };
    case "wishlist.item.removed":
      return { removed: listingOf(event) };
    default:
      return undefined;
  }
}

/**
 * Updates the waiting lists with the wishes of customers. A wish whose variant has changed stays in its old list until a
 * wave finds it there.
 */
export async function updateWaiting(
  waiting: Pick<WaitingLists, "change">,
  events: readonly Pick<RelayedEvent, "event">[],
): Promise<void> {
  await waiting.change(events.flatMap(({ event }) => waitChangeOf(event) ?? []));
}

/** Updates the index of the stores' wishlists. */
export async function updateIndex(index: WishlistIndex, events: readonly RelayedEvent[]): Promise<void> {
  const listed = (type: "wishlist.created" | "wishlist.deleted"): Listed[] =>
    events.flatMap(({ event }) =>
      event.type === type ? [{ storeKey: event.storeKey, wishlistId: event.wishlistId }] : [],
    );
  await index.change(listed("wishlist.created"), listed("wishlist.deleted"));
}
