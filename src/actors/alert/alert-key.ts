import type { AlertRecord } from "../../store/records/alerts.ts";
import type { StateKey } from "../../store/partition/state-keys.ts";
import { waitingName } from "../wishlist/item-index.ts";
import type { RaiseAlert } from "./messages.ts";
import type { NotifiedBefore } from "./rules.ts";

/** A customer's alert, by its name. */
export const alertStateKey = (slot: string, name: string): StateKey<"alert"> => ({
  kind: "alert",
  owner: slot,
  field: name,
});

type Named = Pick<RaiseAlert, "alert" | "variant" | "cycle" | "price">;

const variantName = ({ variant }: Named) => variant.selectedVariantId ?? waitingName(variant);

/** What makes an alert unique for a customer. */
export const nameOfAlert = (alert: Named): string => `${alert.alert} ${alert.cycle} ${variantName(alert)}`;

/** Name of the alert that tells of the variant's release; undefined where that does not matter. */
const releaseName = (alert: Named): string | undefined =>
  alert.alert === "back_in_stock"
    ? nameOfAlert({ ...alert, alert: "register_interest", cycle: 1 })
    : undefined;

/**
 * Name of the first price drop that a customer is told of the variant, in the currency of now; it knows the lowest price
 * that was told since. Undefined for alerts of another type.
 */
export const firstDropName = (alert: Named): string | undefined =>
  alert.alert === "price_drop" && alert.price
    ? `${alert.alert} first ${alert.price.currency} ${variantName(alert)}`
    : undefined;

/** Names of what a customer may have been told of a variant before an alert. */
export const namesBefore = (alert: Named): string[] =>
  [nameOfAlert(alert), releaseName(alert), firstDropName(alert)].filter((name) => name !== undefined);

/** What a customer was told of a variant before an alert; `at` gives what the ledger has under a name. */
export function notifiedBefore(alert: Named, at: (name: string) => AlertRecord | null): NotifiedBefore {
  const [release, firstDrop] = [releaseName(alert), firstDropName(alert)];
  return {
    alert: at(nameOfAlert(alert)),
    release: release === undefined ? null : at(release),
    firstDrop: firstDrop === undefined ? null : at(firstDrop),
  };
}
