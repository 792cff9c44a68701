import type { AlertType } from "../../store/records/alerts.ts";
import type { ProductRecord, VariantRecord } from "../../store/records/catalogue.ts";
import { dropSettingsAt, switchTimeOf, wasOnBetween } from "../../store/tenants/settings/dated-settings.ts";
import { storeOf, type Tenant } from "../../store/tenants/tenant.ts";
import { lastOf } from "./occasion.ts";
import { SWITCHES, type VariantFacts } from "./rules.ts";

/**
 * Returns the facts about a variant that the rules check, with the settings of its store. `now` is in milliseconds
 * since 1970.
 */
export function variantFactsOf(
  { settings, storedSettings }: Pick<Tenant, "settings" | "storedSettings">,
  storeKey: string,
  alert: AlertType,
  { product, variant }: { product: ProductRecord; variant: VariantRecord },
  now: number,
): VariantFacts {
  const store = storeOf(storeKey);
  const { alerts } = settings;
  const { setting } = SWITCHES[alert];
  const { since } = lastOf(variant, alert);
  return {
    alert,
    product,
    variant,
    settings:
      alert === "price_drop" ? { ...alerts, ...dropSettingsAt(storedSettings, store, since) } : alerts,
    hasReleases: wasOnBetween(storedSettings, store, SWITCHES.register_interest.setting, {
      from: variant.releasedTime,
      to: since,
    }),
    now,
    switchedTime: alerts[setting] ? switchTimeOf(storedSettings, store, setting) : undefined,
  };
}
