import type { AlertSubject, AlertType } from "../../store/records/alerts.ts";
import type { DatedPrice } from "../../store/records/catalogue.ts";
import type { Price, ProductIdentity } from "../../store/records/records.ts";
import type { ForSlot, ForStore } from "../address.ts";

/** Tells a customer of a variant, once per kind and cycle. Comes with others in {@link RaiseAlerts}. */
export interface RaiseAlert extends ForSlot {
  alert: AlertType;
  /** The variant, by all its names. */
  variant: ProductIdentity;
  /** Which rise, drop or fall of the variant it tells of. */
  cycle: number;
  /** Only wishes made before are meant. */
  since: string;
  /** Releases are told too: whoever registered interest hears of the release first, and of that alone. */
  hasReleases: boolean;
  /** E-mail tells of it too, if the customer may be sent any. */
  isMailed: boolean;
  /** What is told of the product and the variant. */
  about: AlertSubject;
  /** Wishes of this customer that wait for the variant. */
  itemIds: string[];
  /** When the variant could be bought for the first time, ISO 8601. */
  releasedTime?: string;
  /** With a price drop: what the variant costs now. */
  price?: CurrentPrice;
}

/** What a variant costs, and how far a price must have fallen to be told. */
export interface CurrentPrice extends Price {
  /** Since the wish, in percent and as an amount. */
  leastPercent: number;
  leastAmount: number;
  /** Below the lowest price that the customer was told, in percent; 0 where absent. */
  minStepPercent?: number;
  /** The first price after each time that nobody knew one. */
  firstPrices?: DatedPrice[];
}

/** Tells many customers of one partition: what it says of the variant is sent, and committed, once for all. */
export interface RaiseAlerts extends Omit<RaiseAlert, "slot" | "key" | "itemIds"> {
  type: "RaiseAlerts";
  customers: Pick<RaiseAlert, "slot" | "key" | "itemIds">[];
}

/** Notes that alerts of one partition have gone out. */
export interface SettleAlerts extends ForStore {
  type: "SettleAlerts";
  alerts: { slot: string; name: string }[];
}

/** Takes those of a customer's alerts that may go out by e-mail into one message. */
export interface TakeMail extends ForSlot {
  type: "TakeMail";
  names: string[];
  /** The message. What it took before, and has not sent, it takes again. */
  messageId: string;
  /** Alerts whose variants are not any more as they tell, with the reason. */
  outdated?: Record<string, string>;
}

/** Reply to {@link TakeMail}: names of the alerts that the message is to tell of. */
export interface TakenMail {
  taken: string[];
}

/** Notes what became of a message. */
export interface SettleMail extends ForSlot {
  type: "SettleMail";
  names: string[];
  messageId: string;
  status: "sent" | "suppressed" | "failed";
  reason?: string;
}

export type AlertCommand = RaiseAlerts | SettleAlerts | TakeMail | SettleMail;

/** Reply to {@link RaiseAlerts}, for each customer: of the items, those that still wait, so that the others can be forgotten. */
export interface RaiseResult {
  outcome: "raised" | "told before" | "nobody waits";
  /** Wishes that are gone, bought or changed: they wait for this variant no more. */
  gone: string[];
}
