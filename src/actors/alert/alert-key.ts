import type { AlertRecord } from "../../store/records/alerts.ts";
import { waitingName } from "../wishlist/item-index.ts";
import type { RaiseAlert } from "./messages.ts";
import type { NotifiedBefore } from "./rules.ts";

type Named = Pick<RaiseAlert, "alert" | "variant" | "cycle" | "price">;

const variantName = ({ variant }: Pick<Named, "variant">) =>
  variant.selectedVariantId ?? waitingName(variant);

/** What makes an alert unique for a customer. */
export const nameOfAlert = ({ alert, cycle, variant }: Omit<Named, "price">): string =>
  `${alert} ${cycle} ${variantName({ variant })}`;

/** Name of the alert about the variant's release; undefined for types that it does not affect. */
const releaseName = ({ alert, variant }: Named): string | undefined =>
  alert === "back_in_stock" ? nameOfAlert({ alert: "register_interest", cycle: 1, variant }) : undefined;

/**
 * Name of the customer's first price drop alert for the variant in the current currency. This alert holds the lowest
 * price notified since. Undefined for alerts of another type.
 */
export const firstDropName = (alert: Named): string | undefined =>
  alert.alert === "price_drop" && alert.price
    ? `${alert.alert} first ${alert.price.currency} ${variantName(alert)}`
    : undefined;

/** Names of the alerts that the customer may already have for a variant. */
export const namesBefore = (alert: Named): string[] =>
  [nameOfAlert(alert), releaseName(alert), firstDropName(alert)].filter((name) => name !== undefined);

/** The alerts that a customer already has for a variant. `at` reads the ledger by name. */
export function notifiedBefore(alert: Named, at: (name: string) => AlertRecord | null): NotifiedBefore {
  const [release, firstDrop] = [releaseName(alert), firstDropName(alert)];
  return {
    alert: at(nameOfAlert(alert)),
    release: release === undefined ? null : at(release),
    firstDrop: firstDrop === undefined ? null : at(firstDrop),
  };
}
