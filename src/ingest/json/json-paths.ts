import { pointerTo } from "./pointer.ts";

/** Texts of a JSON text as a whole, and what opens, parts and closes objects and arrays. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gs;

type Step = string | number;

/** An object or array that is open: the names that it has so far, and the step to what is being read in it. */
interface Open {
  names: Set<string> | undefined;
  step: Step;
}

/**
 * JSON Pointer of the first member of a valid JSON text whose name its object already has; undefined if there is none.
 */
export function memberNamedTwice(text: string): string | undefined {
  const open: Open[] = [];
  let isName = false;
  for (const [token] of text.matchAll(TOKENS)) {
    const level = open.at(-1);
    if (token === "{" || token === "[") {
      isName = token === "{";
      open.push({ names: isName ? new Set() : undefined, step: 0 });
    } else if (token === "}" || token === "]") open.pop();
    else if (token === ",") {
      isName = level?.names !== undefined;
      if (typeof level?.step === "number") level.step++;
    } else if (isName && level?.names) {
      level.step = String(JSON.parse(token));
      if (level.names.has(level.step)) return pointerTo(open.map(({ step }) => step));
      level.names.add(level.step);
      isName = false;
    }
  }
  return undefined;
}

/**
 * JSON Pointer of the first text in a JSON value that meets a condition, or the first such name of a member (`isName`).
 */
export function placeIn(
  value: unknown,
  isMeant: (text: string, isName: boolean) => boolean,
  steps: readonly Step[] = [],
): string | undefined {
  if (typeof value === "string") return isMeant(value, false) ? pointerTo(steps) : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  const isArray = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const to = [...steps, name];
    if (!isArray && isMeant(name, true)) return pointerTo(to);
    const found = placeIn(member, isMeant, to);
    if (found !== undefined) return found;
  }
  return undefined;
}
