import type { AlertMail, AlertSubject, AlertType } from "../../store/records/alerts.ts";
import type { DatedPrice } from "../../store/records/catalogue.ts";
import type { Price, ProductIdentity } from "../../store/records/records.ts";
import type { ForSlot, ForStore } from "../address.ts";

/** Notifies a customer about a variant, once per type and cycle. Sent together with others in {@link RaiseAlerts}. */
export interface RaiseAlert extends ForSlot {
  alert: AlertType;
  /** The variant, by all its names. */
  variant: ProductIdentity;
  /** Number of the occasion: the rise, drop or fall of the variant. */
  cycle: number;
  /** Only wishes created before this time are included. */
  since: string;
  /**
   * Whether release alerts are enabled too: a customer who registered interest is notified of the release first, and
   * only of the release.
   */
  hasReleases: boolean;
  /** Whether to notify by e-mail too, if the customer may get e-mail. */
  isMailed: boolean;
  /** Product and variant data in the alert. */
  about: AlertSubject;
  /** Wishes of this customer that wait for the variant. */
  itemIds: string[];
  /** When the variant could be bought for the first time, ISO 8601. */
  releasedTime?: string;
  /**
   * For a rise in stock: when its cycle began, ISO 8601. It is earlier than `since` if the variant was hidden and shown
   * again meanwhile; absent in commands of earlier versions.
   */
  cycleSince?: string;
  /** For a rise in stock: when the variant last stopped being available during its cycle, ISO 8601. */
  unavailableSince?: string;
  /** For a price drop: the current price of the variant. */
  price?: CurrentPrice;
}

/** The variant's price, and by how much it must have fallen. */
export interface CurrentPrice extends Price {
  /** Minimum fall since the wish, in percent and as an amount. */
  leastPercent: number;
  leastAmount: number;
  /** Minimum fall below the lowest price already notified, in percent; 0 if absent. */
  minStepPercent?: number;
  /** The first price after each time without a known price. */
  firstPrices?: DatedPrice[];
}

/** Notifies many customers of one partition. The variant's data is sent and committed once for all. */
export interface RaiseAlerts extends Omit<RaiseAlert, "slot" | "key" | "itemIds"> {
  type: "RaiseAlerts";
  customers: Pick<RaiseAlert, "slot" | "key" | "itemIds">[];
}

/** Marks alerts of one partition as sent. */
export interface SettleAlerts extends ForStore {
  type: "SettleAlerts";
  alerts: { slot: string; name: string }[];
}

/** Takes the alerts of a customer that may be sent by e-mail into one message. */
export interface TakeMail extends ForSlot {
  type: "TakeMail";
  names: string[];
  /** Id of the message. It also takes the alerts that it has taken before and not sent. */
  messageId: string;
  /** Alerts whose variants have changed since, with the reason: a code, or a sentence from an earlier version. */
  outdated?: Record<string, string>;
}

/** Reply to {@link TakeMail}: names of the alerts in the message. */
export interface TakenMail {
  taken: string[];
}

/** Records the outcome of a message. */
export interface SettleMail extends ForSlot {
  type: "SettleMail";
  names: string[];
  messageId: string;
  status: "sent" | "suppressed" | "failed";
  /** A code, or a sentence from an earlier version. */
  reason?: string;
  detail?: string;
}

/** Sends the e-mail of an alert again if it has failed. */
export interface RetryMail extends ForSlot {
  type: "RetryMail";
  name: string;
}

/** Reply to {@link RetryMail} if the alert exists: the state of its e-mail, which is absent if the alert has none. */
export interface RetriedMail {
  id: string;
  email?: AlertMail;
}

export type AlertCommand = RaiseAlerts | SettleAlerts | TakeMail | SettleMail | RetryMail;

/**
 * Reply to {@link RaiseAlerts}, for each customer: the items that no longer wait, so that they can be removed from the
 * waiting list.
 */
export interface RaiseResult {
  outcome: "raised" | "told before" | "nobody waits";
  /** Wishes that were removed, purchased or changed: they no longer wait for this variant. */
  gone: string[];
}
