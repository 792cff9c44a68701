import { listDecoderOf, parseStored } from "../../records/decode.ts";
import { type AlertSettings, DEFAULT_SETTINGS, DEFAULT_STORE, type SettingChanges } from "./settings.ts";
import { prefixOf, settingChanges } from "./stored-settings.ts";

/** Settings that switch a type of alert on and off. What happened while it was off raises no alert later. */
const ALERT_SWITCHES = ["backInStock", "registerInterest", "priceDrop", "lowStock"] as const;
type AlertSwitch = (typeof ALERT_SWITCHES)[number];

/**
 * Settings that count as they were when a price fell. A wave has left out the wishes whose price had not fallen far
 * enough, and a later change does not begin another wave.
 */
const OF_DROPS = ["priceDropPercent", "priceDropAmount", "minStepPercent"] as const;
type DropSettings = Pick<AlertSettings, (typeof OF_DROPS)[number]>;

/** Settings whose former values are kept. */
const DATED = [...ALERT_SWITCHES, ...OF_DROPS];
type DatedSetting = (typeof DATED)[number];

/** The fields with the settings of a tenant and of its stores. */
type Fields = Readonly<Record<string, string>>;

/** A former value, as stored text or null for none, and when it ended, ISO 8601. */
type Former = [until: string, text: string | null];

/** Maximum number of former values that are kept for a setting: the newest. */
const MAX_FORMER = 20;

const decodeFormer = listDecoderOf<Former[]>("setting");

/** Returns the names of the fields of a tenant's or a store's own setting. */
function fieldsOf(level: string, setting: DatedSetting) {
  const [prefix, name] = [prefixOf(level), `alerts.${setting}`];
  return { own: prefix + name, former: `${prefix}former.${name}`, switched: `${prefix}switched.${name}` };
}

/** Returns the former values of a tenant's or a store's own setting, the oldest first. */
function formerOf(fields: Fields, level: string, setting: DatedSetting): Former[] {
  const names = fieldsOf(level, setting);
  const text = fields[names.former];
  if (text !== undefined) return decodeFormer(text);
  const switched = fields[names.switched];
  return switched === undefined ? [] : formerBySwitches(fields, level, setting, switched);
}

/**
 * Returns the former values of a switch of which an earlier version has stored when it was switched: a list of times, or
 * only the last time. A value that was removed counts as what applied instead of it.
 */
function formerBySwitches(fields: Fields, level: string, setting: DatedSetting, stored: string): Former[] {
  const times = [parseStored("setting", stored)].flat().filter((time) => typeof time === "string");
  const own = fields[fieldsOf(level, setting).own];
  const instead =
    level === DEFAULT_STORE ? undefined : ownTextAt(fields, DEFAULT_STORE, setting, times.at(-1));
  const isOn = (own ?? instead ?? defaultOf(setting)) === "true";
  return times.map((time, i) => [time, JSON.stringify((times.length - i) % 2 === 0 ? isOn : !isOn)]);
}

/**
 * Returns the fields that record the former values of settings, for those that count as they were at an earlier time,
 * and the names of the fields that they depend on. `time` is that of the changes, in ISO 8601.
 */
export function datedFields(
  changes: SettingChanges,
  fields: Fields,
  store: string,
  time: string,
): { dated: Record<string, string>; dependsOn: string[] } {
  const { set, cleared } = settingChanges(changes, store);
  const dated: Record<string, string> = {};
  const dependsOn: string[] = [];
  for (const setting of DATED) {
    const { own, former } = fieldsOf(store, setting);
    if (!(own in set) && !cleared.includes(own)) continue;
    // A change that changes nothing depends on them too: another one at the same time may change something.
    dependsOn.push(own, former);
    const before = fields[own];
    if (before === set[own]) continue;
    const all = [...formerOf(fields, store, setting), [time, before ?? null]].slice(-MAX_FORMER);
    dated[former] = JSON.stringify(all);
  }
  return { dated, dependsOn };
}

const defaultOf = (setting: DatedSetting): string => JSON.stringify(DEFAULT_SETTINGS.alerts[setting]);

/** Returns a tenant's or a store's own setting at a time, as stored text; undefined for none. */
function ownTextAt(
  fields: Fields,
  level: string,
  setting: DatedSetting,
  time: string | undefined,
): string | undefined {
  const later = formerOf(fields, level, setting).find(([until]) => time !== undefined && time < until);
  return later ? (later[1] ?? undefined) : fields[fieldsOf(level, setting).own];
}

/**
 * Returns the text of a store's setting as it was at a time (ISO 8601), as far as its former values are kept; as it is
 * now without a time.
 */
const textAt = (fields: Fields, store: string, setting: DatedSetting, time: string | undefined): string =>
  ownTextAt(fields, store, setting, time) ??
  ownTextAt(fields, DEFAULT_STORE, setting, time) ??
  defaultOf(setting);

/** Returns the settings of price drops of a store as they were at a time (ISO 8601), or are now without a time. */
export function dropSettingsAt(fields: Fields, store: string, time: string | undefined): DropSettings {
  const valueAt = (setting: keyof DropSettings) => Number(textAt(fields, store, setting, time));
  return {
    priceDropPercent: valueAt("priceDropPercent"),
    priceDropAmount: valueAt("priceDropAmount"),
    minStepPercent: valueAt("minStepPercent"),
  };
}

/** Returns when a type of alert was switched on or off in a store, ISO 8601, the oldest first. */
function switchesOf(fields: Fields, store: string, name: AlertSwitch): string[] {
  const levels = [...new Set([store, DEFAULT_STORE])];
  const times = levels.flatMap((level) => formerOf(fields, level, name).map(([until]) => until)).sort();
  const states = ["", ...times].map((time) => textAt(fields, store, name, time));
  return times.filter((_, i) => states[i] !== states[i + 1]);
}

/** Returns when a type of alert was last switched on or off in a store, ISO 8601; undefined if it never was. */
export const switchTimeOf = (fields: Fields, store: string, name: AlertSwitch): string | undefined =>
  switchesOf(fields, store, name).at(-1);

/**
 * Whether a type of alert was on without a break from one time to another (both ISO 8601), as far as its former values
 * are kept. A missing end means now; a missing start means the end.
 */
export function wasOnBetween(
  fields: Fields,
  store: string,
  name: AlertSwitch,
  { from, to }: { from: string | undefined; to: string | undefined },
): boolean {
  if (textAt(fields, store, name, to) !== "true") return false;
  const last = switchesOf(fields, store, name).findLast((time) => to === undefined || time <= to);
  return from === undefined || last === undefined || last <= from;
}
