import { pointerTo } from "./pointer.ts";

/** Tokens of a JSON text: whole strings, and the characters that open, separate and close objects and arrays. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gs;

type Step = string | number;

/** An open object or array: its names so far, and the step to the member that is being read. */
interface Open {
  names: Set<string> | undefined;
  step: Step;
}

/**
 * Returns the JSON Pointer of the first member with a name that its object already has; undefined if there is none. The
 * text must be valid JSON.
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
 * Returns the JSON Pointer of the first text or member name (`isName`) in a JSON value for which `isMeant` returns
 * true.
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
