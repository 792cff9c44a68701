import { FIRST_DROP } from "../../store/keys/names.ts";
import type { AlertRecord } from "../../store/records/alerts.ts";
import { waitingName } from "../wishlist/state/item-index.ts";
import type { RaiseAlert } from "./messages.ts";
import type { NotifiedBefore } from "./rules.ts";

type Named = Pick<RaiseAlert, "alert" | "variant" | "cycle" | "price">;

const variantName = ({ variant }: Pick<Named, "variant">) =>
  variant.selectedVariantId ?? waitingName(variant);

/** Returns the name that makes an alert unique for a customer. */
export const nameOfAlert = ({ alert, cycle, variant }: Omit<Named, "price">): string =>
  `${alert} ${cycle} ${variantName({ variant })}`;

/** Returns the name of the alert about the variant's release; undefined for types that it does not affect. */
const releaseName = ({ alert, variant }: Named): string | undefined =>
  alert === "back_in_stock" ? nameOfAlert({ alert: "register_interest", cycle: 1, variant }) : undefined;

/**
 * Returns the name of the customer's first price drop alert for the variant in the current currency. That alert also
 * has the lowest price in any later alert to the customer. Returns undefined for alerts of another type.
 */
export const firstDropName = (alert: Named): string | undefined =>
  alert.alert === "price_drop" && alert.price
    ? `${FIRST_DROP}${alert.price.currency} ${variantName(alert)}`
    : undefined;

/** Returns the names of the alerts that the customer may already have for a variant. */
export const namesBefore = (alert: Named): string[] =>
  [nameOfAlert(alert), releaseName(alert), firstDropName(alert)].filter((name) => name !== undefined);

/** Returns the alerts that a customer already has for a variant. `at` reads an alert from the ledger by its name. */
export function notifiedBefore(alert: Named, at: (name: string) => AlertRecord | null): NotifiedBefore {
  const [release, firstDrop] = [releaseName(alert), firstDropName(alert)];
  return {
    alert: at(nameOfAlert(alert)),
    release: release === undefined ? null : at(release),
    firstDrop: firstDrop === undefined ? null : at(firstDrop),
  };
}
