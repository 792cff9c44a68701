import { defined } from "../../collections/defined.ts";
import type { AlertType } from "../../store/records/alerts.ts";
import type { VariantRecord } from "../../store/records/catalogue.ts";
import type { AlertSettings } from "../../store/tenants/settings/settings.ts";
import { priceOf } from "../catalogue/prices.ts";
import type { RaiseAlert } from "./messages.ts";

/** An occasion of a variant, as sent to its customers' actors; `since` is undefined before it happens. */
export type Occasion = Pick<
  RaiseAlert,
  "alert" | "cycle" | "hasReleases" | "releasedTime" | "cycleSince" | "unavailableSince" | "price"
> & {
  since: string | undefined;
};

/** The facts about a variant that make an occasion. */
export interface OccasionFacts {
  alert: AlertType;
  variant: VariantRecord;
  settings: AlertSettings;
  /** Whether release alerts were enabled from the release until the occasion: otherwise, the release raises none. */
  hasReleases: boolean;
}

/** Returns the cycle and time of a variant's last occasion for a type of alert. */
export function lastOf(
  variant: VariantRecord,
  alert: AlertType,
): { cycle: number; since: string | undefined } {
  switch (alert) {
    case "back_in_stock":
      return { cycle: variant.cycle, since: variant.availableSince };
    case "register_interest":
      return { cycle: variant.releasedTime === undefined ? 0 : 1, since: variant.releasedTime };
    case "price_drop":
      return { cycle: variant.priceCycle, since: variant.cheaperSince };
    case "low_stock":
      return { cycle: variant.lowCycle, since: variant.lowSince ?? undefined };
  }
}

/** Returns the current occasion of a variant. */
export function occasionOf({ alert, variant, settings, hasReleases }: OccasionFacts): Occasion {
  const { releasedTime, firstPrices } = variant;
  const { cycleSince, unavailableSince } = alert === "back_in_stock" ? variant : {};
  const price = alert === "price_drop" ? priceOf(variant) : undefined;
  return {
    alert,
    ...lastOf(variant, alert),
    hasReleases,
    ...defined({ releasedTime, cycleSince, unavailableSince }),
    ...(price
      ? {
          price: {
            ...price,
            leastPercent: settings.priceDropPercent,
            leastAmount: settings.priceDropAmount,
            minStepPercent: settings.minStepPercent,
            ...defined({ firstPrices }),
          },
        }
      : {}),
  };
}
