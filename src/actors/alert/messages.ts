import type { AlertSubject, AlertType } from "../../store/alerts.ts";
import type { ProductIdentity } from "../../store/records.ts";
import type { ForSlot } from "../address.ts";

/** Tells a customer of a variant, once per kind and cycle. */
export interface RaiseAlert extends ForSlot {
  type: "RaiseAlert";
  alert: AlertType;
  /** The variant, by all its names. */
  variant: ProductIdentity;
  /** Which rise, drop or fall of the variant it tells of. */
  cycle: number;
  /** Only wishes made before are meant. */
  since: string;
  /** Releases are told too: whoever registered interest hears of the release first, and of that alone. */
  hasReleases: boolean;
  /** What is told of the product and the variant. */
  about: AlertSubject;
  /** Wishes of this customer that wait for the variant. */
  itemIds: string[];
  /** With a price drop: what the variant costs now. */
  price?: { amount: string; currency: string; leastPercent: number; leastAmount: number };
}

/** Notes what became of an alert. */
export interface SettleAlert extends ForSlot {
  type: "SettleAlert";
  name: string;
  status: "sent" | "failed";
  reason?: string;
}

export type AlertCommand = RaiseAlert | SettleAlert;

/** Reply to {@link RaiseAlert}: of the items, those that still wait, so that the others can be forgotten. */
export interface RaiseResult {
  outcome: "raised" | "told before" | "nobody waits";
  /** Wishes that are gone, bought or changed: they wait for this variant no more. */
  gone: string[];
}
