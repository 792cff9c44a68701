import { DEFAULT_STORE } from "../../src/store/tenants/settings.ts";
import type { Api } from "./api.ts";
import type { SettingName } from "./setting-fields.ts";
import type { Settings } from "./types.ts";

export type SettingValue = string | number | boolean | null;

const memberOf = (tree: object, name: SettingName): unknown =>
  name.split("/").reduce<unknown>((at, member) => (at as Readonly<Record<string, unknown>>)[member], tree);

/** What a setting is in the store that is shown. */
export const valueOf = (settings: Settings, name: SettingName) => memberOf(settings, name) as SettingValue;

/** Changes some settings and no others: what somebody else has changed meanwhile stays. */
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

/** Where the value of a setting comes from, and what takes its place when it is given back, if it can be. */
export interface Origin {
  text: string;
  without?: "the default" | "the tenant’s value";
}

/** The stores share the settings that were made in the default one, and only there they can be given back. */
export function originOf(settings: Settings, name: SettingName, store: string): Origin {
  const source = memberOf(settings.sources, name) as "default" | "tenant" | "store";
  if (source === "default") return { text: "The service’s default" };
  if (source === "store") return { text: "Set for this store", without: "the tenant’s value" };
  const text = "Set for the tenant";
  return store === DEFAULT_STORE ? { text, without: "the default" } : { text };
}
