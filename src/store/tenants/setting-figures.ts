import type { SettingChanges, Settings } from "./settings.ts";

/** A switch or a number among the settings, before and after a change. */
export interface FigureChange {
  /** Its name, such as `alerts.holdSeconds`. */
  member: string;
  before: number | boolean;
  /** Null if the setting is reset to the value that it has by default. */
  after: number | boolean | null;
}

const isFigure = (value: unknown): value is number | boolean =>
  typeof value === "number" || typeof value === "boolean";

/** Settings by their names, those of groups as `group.name`. */
const named = (settings: object): [name: string, value: unknown][] =>
  Object.entries(settings).flatMap(([name, value]: [string, unknown]): [string, unknown][] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([member, inner]) => [`${name}.${member}`, inner])
      : [[name, value]],
  );

/**
 * The switches and numbers that a change of settings sets, with what they are before. Texts are left out: they may name
 * persons.
 */
export function figureChanges(before: Settings, changes: SettingChanges): FigureChange[] {
  const known = new Map(named(before));
  return named(changes).flatMap(([member, after]): FigureChange[] => {
    const was = known.get(member);
    return isFigure(was) && (isFigure(after) || after === null) ? [{ member, before: was, after }] : [];
  });
}
