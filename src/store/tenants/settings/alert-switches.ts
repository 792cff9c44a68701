import { parseStored } from "../../records/decode.ts";
import { DEFAULT_SETTINGS, DEFAULT_STORE, type SettingChanges } from "./settings.ts";
import { prefixOf, readSetting, readSettings, settingChanges, storedSettingOf } from "./stored-settings.ts";

/** Settings that switch a type of alert on and off. */
const ALERT_SWITCHES = ["backInStock", "registerInterest", "priceDrop", "lowStock"] as const;
type AlertSwitch = (typeof ALERT_SWITCHES)[number];

const switchedField = (name: string) => `switched.alerts.${name}`;
/** Maximum number of switch times that are kept for a type of alert: the newest. */
const MAX_SWITCHES = 20;

/** Returns the fields that record when the changes switch alerts on or off in a store. `time` is in ISO 8601. */
export function switchTimes(
  changes: SettingChanges,
  fields: Readonly<Record<string, string>>,
  store: string,
  time: string,
): Record<string, string> {
  const { set, cleared } = settingChanges(changes, store);
  const kept = Object.entries(fields).filter(([name]) => !cleared.includes(name));
  const before = readSettings(fields, store).alerts;
  const after = readSettings({ ...Object.fromEntries(kept), ...set }, store).alerts;
  const named = ALERT_SWITCHES.filter((name) => changes.alerts?.[name] !== undefined);
  const times = named.map((name): [string, string[]] => {
    const earlier = switchesOf(fields, store, name);
    return [name, before[name] === after[name] ? earlier : [...earlier, time].slice(-MAX_SWITCHES)];
  });
  return Object.fromEntries(
    times.flatMap(([name, all]) =>
      all.length === 0 ? [] : [[prefixOf(store) + switchedField(name), JSON.stringify(all)]],
    ),
  );
}

/** Returns when a type of alert was switched on or off in a store, ISO 8601, the last time at the end. */
function switchesOf(fields: Readonly<Record<string, string>>, store: string, name: AlertSwitch): string[] {
  const { source } = storedSettingOf(fields, `alerts.${name}`, store);
  // A store without its own value has the tenant's value since it gave up its own, or since the tenant's value changed.
  const stores = source === "store" ? [store] : [store, DEFAULT_STORE];
  const all = stores.map((level): string[] => {
    const text = fields[prefixOf(level) + switchedField(name)];
    const kept: unknown = text === undefined ? [] : parseStored("setting", text);
    // Earlier versions kept only the last time.
    return [kept].flat().filter((time) => typeof time === "string");
  });
  const [last = []] = all.sort((a, b) => ((a.at(-1) ?? "") < (b.at(-1) ?? "") ? 1 : -1));
  return last;
}

/** Returns when a type of alert was last switched on or off in a store, ISO 8601; undefined if it never was. */
export const switchTimeOf = (
  fields: Readonly<Record<string, string>>,
  store: string,
  name: AlertSwitch,
): string | undefined => switchesOf(fields, store, name).at(-1);

/**
 * Whether a type of alert was on without a break from one time to another (both ISO 8601), as far as its switch times
 * are kept. A missing end means now; a missing start means the end.
 */
export function wasOnBetween(
  fields: Readonly<Record<string, string>>,
  store: string,
  name: AlertSwitch,
  { from, to }: { from: string | undefined; to: string | undefined },
): boolean {
  const isOn = readSetting(fields, `alerts.${name}`, DEFAULT_SETTINGS.alerts[name], store) === true;
  const all = switchesOf(fields, store, name);
  const later = all.filter((switched) => to !== undefined && to < switched);
  const isOnAtEnd = later.length % 2 === 0 ? isOn : !isOn;
  const last = all.at(-1 - later.length);
  return isOnAtEnd && (from === undefined || last === undefined || last <= from);
}
