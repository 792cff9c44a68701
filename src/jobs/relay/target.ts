import type { Event } from "../../actors/event.ts";
import type { OutboxEntry } from "../../store/partition/outbox.ts";

/** An event on its way out of its outbox. */
export interface RelayedEvent extends OutboxEntry {
  event: Event;
}

/** Where events are brought to. It loses something only where one of its servers is replaced, or starts again. */
export interface RelayTarget {
  /** Stored with each partition. */
  name: string;
  /** Names what its servers have in them; rejects while one is away. */
  history: () => Promise<string>;
  /** Accepts an event twice. */
  deliver: (events: readonly RelayedEvent[]) => Promise<void>;
  /** Delivers events again that it may have lost. */
  repeat: (events: readonly RelayedEvent[]) => Promise<void>;
}

/** A time in which all targets keep their servers; after that, `deliver` rejects where it could do harm. */
export interface RelaySession {
  /** In the order in which events are brought to them. */
  targets: readonly RelayTarget[];
  /** One server has the outboxes and all targets: what it loses of a target, it loses of the outboxes too. */
  isOneServer: boolean;
  close: () => void;
}
