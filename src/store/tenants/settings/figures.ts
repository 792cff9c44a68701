import type { SettingChanges, Settings } from "./settings.ts";

/** A switch or a number among the settings, before and after a change. */
export interface FigureChange {
  /** Name of the setting, such as `alerts.holdSeconds`. */
  member: string;
  before: number | boolean;
  /** Null if the setting is reset to its default. */
  after: number | boolean | null;
}

const isFigure = (value: unknown): value is number | boolean =>
  typeof value === "number" || typeof value === "boolean";

/** Returns settings by their names; settings of groups have names such as `group.name`. */
const named = (settings: object): [name: string, value: unknown][] =>
  Object.entries(settings).flatMap(([name, value]: [string, unknown]): [string, unknown][] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([member, inner]) => [`${name}.${member}`, inner])
      : [[name, value]],
  );

/**
 * Returns the switches and numbers that a change of settings sets, with their values before the change. Texts are left
 * out, because they may name people.
 */
export function figureChanges(before: Settings, changes: SettingChanges): FigureChange[] {
  const known = new Map(named(before));
  return named(changes).flatMap(([member, after]): FigureChange[] => {
    const value = known.get(member);
    return isFigure(value) && (isFigure(after) || after === null) ? [{ member, before: value, after }] : [];
  });
}
