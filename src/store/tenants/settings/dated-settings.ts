import { listDecoderOf } from "../../records/decode.ts";
import { switchTimes } from "./alert-switches.ts";
import { type AlertSettings, DEFAULT_SETTINGS, DEFAULT_STORE, type SettingChanges } from "./settings.ts";
import { prefixOf, settingChanges } from "./stored-settings.ts";

/**
 * Settings that count as they were when a price fell. A wave has left out the wishes whose price had not fallen far
 * enough, and a later change does not begin another wave.
 */
const OF_DROPS = ["priceDropPercent", "priceDropAmount", "minStepPercent"] as const;
type DropSettings = Pick<AlertSettings, (typeof OF_DROPS)[number]>;

/** A former value, as stored text or null for none, and when it ended, ISO 8601. */
type Former = [until: string, text: string | null];

/** Maximum number of former values that are kept for a setting: the newest. */
const MAX_FORMER = 20;

const nameOf = (setting: string) => `alerts.${setting}`;
const formerField = (setting: string) => `former.${nameOf(setting)}`;
const decodeFormer = listDecoderOf<Former[]>("setting");

/** Returns the former values of a tenant's or a store's own setting, the oldest first. */
function formerOf(fields: Readonly<Record<string, string>>, level: string, setting: string): Former[] {
  const text = fields[prefixOf(level) + formerField(setting)];
  return text === undefined ? [] : decodeFormer(text);
}

/** Returns the fields that record the former values of changed settings of price drops. */
function formerValues(
  changes: SettingChanges,
  fields: Readonly<Record<string, string>>,
  store: string,
  time: string,
): Record<string, string> {
  const { set, cleared } = settingChanges(changes, store);
  const changed = OF_DROPS.filter((setting) => {
    const field = prefixOf(store) + nameOf(setting);
    return cleared.includes(field)
      ? fields[field] !== undefined
      : (set[field] ?? fields[field]) !== fields[field];
  });
  return Object.fromEntries(
    changed.map((setting) => {
      const former: Former = [time, fields[prefixOf(store) + nameOf(setting)] ?? null];
      const all = [...formerOf(fields, store, setting), former].slice(-MAX_FORMER);
      return [prefixOf(store) + formerField(setting), JSON.stringify(all)];
    }),
  );
}

/**
 * Returns the fields that record when the changes of a store's settings are made, for settings that count as they were
 * at an earlier time. `time` is in ISO 8601.
 */
export const datedFields = (...change: Parameters<typeof switchTimes>): Record<string, string> => ({
  ...switchTimes(...change),
  ...formerValues(...change),
});

/** Returns a tenant's or a store's own setting at a time, as stored text; undefined for none. */
function textAt(
  fields: Readonly<Record<string, string>>,
  level: string,
  setting: string,
  time: string | undefined,
): string | undefined {
  const later = formerOf(fields, level, setting).find(([until]) => time !== undefined && time < until);
  return later ? (later[1] ?? undefined) : fields[prefixOf(level) + nameOf(setting)];
}

/**
 * Returns the settings of price drops of a store as they were at a time (ISO 8601), as far as their former values are
 * kept; as they are now without a time.
 */
export function dropSettingsAt(
  fields: Readonly<Record<string, string>>,
  store: string,
  time: string | undefined,
): DropSettings {
  const valueOf = (setting: keyof DropSettings): number => {
    const text = textAt(fields, store, setting, time) ?? textAt(fields, DEFAULT_STORE, setting, time);
    return text === undefined ? DEFAULT_SETTINGS.alerts[setting] : Number(text);
  };
  return {
    priceDropPercent: valueOf("priceDropPercent"),
    priceDropAmount: valueOf("priceDropAmount"),
    minStepPercent: valueOf("minStepPercent"),
  };
}
