import { pointerTo } from "./pointer.ts";
import { CLOSE_ARRAY, CLOSE_OBJECT, COMMA, endOfString, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from "./tokens.ts";

type Step = string | number;

/** An open object or array: its names so far, and the step to the member that is being read. */
interface Open {
  names: Set<string> | undefined;
  step: Step;
}

/** Returns the name that is written between quotes. */
const nameOf = (written: string): string =>
  written.includes("\\") ? String(JSON.parse(`"${written}"`)) : written;

/**
 * Returns the JSON Pointer of the first member with a name that its object already has; undefined if there is none. The
 * text must be valid JSON.
 */
export function memberNamedTwice(text: string): string | undefined {
  const open: Open[] = [];
  let level: Open | undefined;
  let isName = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      const start = i + 1;
      i = endOfString(text, i);
      if (!isName || !level?.names) continue;
      level.step = nameOf(text.slice(start, i));
      if (level.names.has(level.step)) return pointerTo(open.map(({ step }) => step));
      level.names.add(level.step);
      isName = false;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      isName = code === OPEN_OBJECT;
      level = { names: isName ? new Set() : undefined, step: 0 };
      open.push(level);
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      open.pop();
      level = open.at(-1);
    } else if (code === COMMA && level) {
      isName = level.names !== undefined;
      if (typeof level.step === "number") level.step++;
    }
  }
  return undefined;
}

/**
 * Returns the JSON Pointer of the first text or member name (`isName`) in a JSON value for which `isMeant` returns
 * true.
 */
export function placeIn(
  value: unknown,
  isMeant: (text: string, isName: boolean) => boolean,
): string | undefined {
  const steps: Step[] = [];
  // Both return whether the text is there. If it is, `steps` lead to it.
  const isAt = (step: Step, member: unknown): boolean => {
    steps.push(step);
    const isFound = (typeof step === "string" && isMeant(step, true)) || isIn(member);
    if (!isFound) steps.pop();
    return isFound;
  };
  const isIn = (some: unknown): boolean => {
    if (typeof some === "string") return isMeant(some, false);
    if (typeof some !== "object" || some === null) return false;
    if (!Array.isArray(some)) return Object.keys(some).some((name) => isAt(name, Reflect.get(some, name)));
    for (let i = 0; i < some.length; i++) if (isAt(i, some[i])) return true;
    return false;
  };
  return isIn(value) ? pointerTo(steps) : undefined;
}
