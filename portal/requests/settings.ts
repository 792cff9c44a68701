import { DEFAULT_STORE } from "../../src/store/tenants/settings/settings.ts";
import type { Api } from "../api/api.ts";
import type { Settings } from "../api/types.ts";
import type { SettingName } from "../words/setting-fields.ts";

export type SettingValue = string | number | boolean | null;

const memberOf = (tree: object, name: SettingName): unknown =>
  name.split("/").reduce<unknown>((at, member) => (at as Readonly<Record<string, unknown>>)[member], tree);

/** Returns the value of a setting in the store that is shown. */
export const valueOf = (settings: Settings, name: SettingName) => memberOf(settings, name) as SettingValue;

/**
 * Changes only the given settings, so that changes by others in the meantime are kept. Resolves to all settings after the
 * change.
 */
export function changeSettings(
  api: Api,
  changes: readonly (readonly [SettingName, SettingValue])[],
): Promise<Settings> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of changes) {
    const [first = "", member] = name.split("/");
    const group = body[first];
    if (member === undefined) body[first] = value;
    else body[first] = { ...(typeof group === "object" ? group : {}), [member]: value };
  }
  return api.put<Settings>("/settings", body);
}

/**
 * The source of a setting's value, and the value that replaces it if it is removed here; absent if it cannot be
 * removed.
 */
export interface Origin {
  text: string;
  without?: "the default" | "the account’s value";
}

/**
 * Returns the origin of a setting. All stores share the settings of the tenant, which are set and removed in the
 * default store.
 */
export function originOf(settings: Settings, name: SettingName, store: string): Origin {
  const source = memberOf(settings.sources, name) as "default" | "tenant" | "store";
  if (source === "default") return { text: "The service’s default" };
  if (source === "store") return { text: "Set for this store", without: "the account’s value" };
  const text = "Set for the account";
  return store === DEFAULT_STORE ? { text, without: "the default" } : { text };
}
