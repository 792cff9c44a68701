import { parseStored } from "../../records/decode.ts";
import { DEFAULT_SETTINGS, DEFAULT_STORE, type SettingChanges, type Settings } from "./settings.ts";

const { alerts, mail, sharing, ...ungrouped } = DEFAULT_SETTINGS;
/** Names and defaults of the settings outside of the groups. */
const UNGROUPED = Object.entries(ungrouped);
/** Settings of each group: the member, its full name, and its default. */
const GROUPS = Object.entries({ alerts, mail, sharing }).map(
  ([group, defaults]) =>
    [
      group,
      Object.entries(defaults).map(([member, fallback]): [string, string, unknown] => [
        member,
        `${group}.${member}`,
        fallback,
      ]),
    ] as const,
);

/** The origin of a setting: the service's default, the tenant, or the store. */
type SettingSource = "default" | "tenant" | "store";

const TENANT_FIELD = "setting:";
const STORE_FIELD = "store-setting:";

/** Returns the beginning of the names of the fields with a store's own settings. */
export const prefixOf = (store: string) =>
  store === DEFAULT_STORE ? TENANT_FIELD : `${STORE_FIELD}${store}:`;

/** Returns the fields of a tenant's hash with settings, of the tenant and of its stores. */
export function settingFieldsIn(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => name.startsWith(TENANT_FIELD) || name.startsWith(STORE_FIELD)),
  );
}

/**
 * Returns changes of a store's settings as fields of a hash, so that two changes at the same time do not undo each
 * other. The settings of the default store are those of the tenant, and apply to all stores without their own.
 */
export function settingChanges(
  { alerts = {}, mail = {}, sharing = {}, ...ungrouped }: SettingChanges,
  store: string,
): { set: Record<string, string>; cleared: string[] } {
  const grouped = Object.entries({ alerts, mail, sharing }).flatMap(([group, changes]) =>
    Object.entries(changes).map(([name, value]): [string, unknown] => [`${group}.${name}`, value]),
  );
  const named: [string, unknown][] = [...Object.entries(ungrouped), ...grouped].map(([name, value]) => [
    prefixOf(store) + name,
    value,
  ]);
  const given = named.filter(([, value]) => value !== undefined);
  return {
    set: Object.fromEntries(
      given.filter(([, value]) => value !== null).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    cleared: given.filter(([, value]) => value === null).map(([name]) => name),
  };
}

/** Finds the stored text of a store's setting: its own, else the tenant's. */
function storedSettingOf(
  fields: Readonly<Record<string, string>>,
  name: string,
  store: string,
): { source: SettingSource; text?: string } {
  const ofStore = store === DEFAULT_STORE ? undefined : fields[prefixOf(store) + name];
  if (ofStore !== undefined) return { source: "store", text: ofStore };
  const text = fields[TENANT_FIELD + name];
  return text === undefined ? { source: "default" } : { source: "tenant", text };
}

/** Reads one setting of a store: its own, else the tenant's, else the default. */
function readSetting(
  fields: Readonly<Record<string, string>>,
  name: string,
  fallback: unknown,
  store: string,
): unknown {
  const { text } = storedSettingOf(fields, name, store);
  return text === undefined ? fallback : parseStored("setting", text);
}

/**
 * Returns an object in the shape of the settings. `value` maps the name and the default of each setting to its member.
 */
function mapSettings(value: (name: string, fallback: unknown) => unknown): Record<string, unknown> {
  const mapped: Record<string, unknown> = {};
  for (const [name, fallback] of UNGROUPED) mapped[name] = value(name, fallback);
  for (const [group, members] of GROUPS) {
    const mappedGroup: Record<string, unknown> = {};
    for (const [member, name, fallback] of members) mappedGroup[member] = value(name, fallback);
    mapped[group] = mappedGroup;
  }
  return mapped;
}

/** Reads the settings of a store: its own, else the tenant's, else the defaults. */
export function readSettings(fields: Readonly<Record<string, string>>, store: string): Settings {
  return mapSettings((name, fallback) => readSetting(fields, name, fallback, store)) as unknown as Settings;
}

/** Reads the origin of each setting of a store, in the shape of the settings. */
export function readSources(
  fields: Readonly<Record<string, string>>,
  store: string,
): Record<string, unknown> {
  return mapSettings((name) => storedSettingOf(fields, name, store).source);
}
