import type { Event } from "../../actors/event.ts";
import type { OutboxEntry } from "../../store/partition/outbox.ts";

/** An event on its way out of its outbox. */
export interface RelayedEvent extends OutboxEntry {
  event: Event;
}

/** A receiver of relayed events. It can lose them only if one of its servers is replaced or starts again. */
export interface RelayTarget {
  /** Stored with each partition. */
  name: string;
  /** Text that changes when one of its servers is replaced or starts again; rejects while one is away. */
  history: () => Promise<string>;
  /** Delivers events; the same event may be delivered twice. */
  deliver: (events: readonly RelayedEvent[]) => Promise<void>;
  /** Delivers events again that it may have lost. */
  repeat: (events: readonly RelayedEvent[]) => Promise<void>;
}

/** A time in which all targets keep their servers. Once it is over, `deliver` rejects if it could do harm. */
export interface RelaySession {
  /** In the order in which events are delivered to them. */
  targets: readonly RelayTarget[];
  /**
   * One server has the outboxes and all targets: if it loses data of a target, it has lost the events in the outboxes
   * too.
   */
  isOneServer: boolean;
  close: () => void;
}
