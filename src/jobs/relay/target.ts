import type { Event } from "../../actors/events/event.ts";
import type { OutboxEntry } from "../../store/partition/outbox.ts";

/** An event that was read from its outbox. */
export interface RelayedEvent<E extends Event = Event> extends OutboxEntry {
  event: E;
}

/** A receiver of relayed events. It can lose them only if one of its servers is replaced or starts again. */
export interface RelayTarget {
  /** Name of the target, which is stored with each partition. */
  name: string;
  /**
   * Resolves to a text that changes when one of its servers is replaced or restarted; rejects while one is unavailable.
   */
  history: () => Promise<string>;
  /** Delivers events; the same event may be delivered twice. */
  deliver: (events: readonly RelayedEvent[]) => Promise<void>;
  /** Delivers events again that it may have lost. */
  repeat: (events: readonly RelayedEvent[]) => Promise<void>;
}

/** A period in which the servers of all targets stay the same. After it, `deliver` rejects if it could do harm. */
export interface RelaySession {
  /** The targets, in the order in which events are delivered to them. */
  targets: readonly RelayTarget[];
  /**
   * Whether one server has the outboxes and all targets: if it loses data of a target, it has lost the events in the
   * outboxes too.
   */
  isOneServer: boolean;
  close: () => void;
}
