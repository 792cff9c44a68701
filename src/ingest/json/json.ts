import { memberNamedTwice, placeIn } from "./json-paths.ts";
import { isLost, SAFE_DIGITS } from "./numbers.ts";
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfNumber,
  endOfString,
  isDigit,
  MINUS,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./tokens.ts";

/** Maximum depth of nested objects and arrays in a body. */
const MAX_DEPTH = 32;

const INTEGER = /^-?\d+$/;
/** What is read instead of a number that would become another integer: no schema accepts an infinite number. */
const INFINITE = "1e999";

interface Outline {
  depth: number;
  /** Number of members, counted by the colons in the text. */
  members: number;
  /** Each number whose value would be lost, with its position and what is read instead. */
  replaced: { start: number; end: number; by: string }[];
}

/**
 * Returns what is read instead of a number that would lose its value: of a long integer, its digits as text, so that a
 * reference keeps them.
 */
function insteadOf(written: string): string | undefined {
  if (INTEGER.test(written))
    return written.replace("-", "").length > SAFE_DIGITS ? `"${written}"` : undefined;
  return isLost(written) ? INFINITE : undefined;
}

/** Measures a JSON text in one pass, without building anything. */
function outline(text: string): Outline {
  const found: Outline = { depth: 0, members: 0, replaced: [] };
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === COLON) found.members++;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) found.depth = Math.max(found.depth, ++depth);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
    else if (code !== COMMA && (code === MINUS || isDigit(code))) {
      const written = text.slice(i, endOfNumber(text, i));
      const by = insteadOf(written);
      if (by !== undefined) found.replaced.push({ start: i, end: i + written.length, by });
      i += written.length - 1;
    }
  }
  return found;
}

/** Replaces parts of a text. */
function withReplaced(text: string, replaced: Outline["replaced"]): string {
  let result = "";
  let from = 0;
  for (const { start, end, by } of replaced) {
    result += `${text.slice(from, start)}${by}`;
    from = end;
  }
  return result + text.slice(from);
}

/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

interface Census {
  members: number;
  hasProto: boolean;
  isWellFormed: boolean;
}

function count(value: unknown, census: Census): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) census.isWellFormed = false;
  } else if (Array.isArray(value)) {
    for (const element of value) count(element, census);
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      census.members++;
      if (name === "__proto__") census.hasProto = true;
      if (!name.isWellFormed()) census.isWellFormed = false;
      count(value[name], census);
    }
  }
}

/** `malformed`: the text is not acceptable as JSON; `invalid`: it is JSON that no schema accepts. */
interface JsonFault {
  kind: "malformed" | "invalid";
  /** JSON Pointer to the faulty value; empty for the whole text. */
  path: string;
  /** The error, without its path. */
  message: string;
}
/** Writes a fault as a sentence; `whole` names the text if the path is empty. */
export const faultSentence = (whole: string, { path, message }: JsonFault) => `${path || whole} ${message}.`;

type ParsedJson = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

const fault = (kind: JsonFault["kind"], message: string, path = ""): ParsedJson => ({
  ok: false,
  fault: { kind, path, message },
});

/**
 * Matches text that {@link parsePlain} leaves to the strict parser: numbers that may lose their value, escaped
 * characters, and the refused name.
 */
const IS_UNUSUAL = /\d[\d.]{15}|\\u|__proto__/;
const IS_TINY = /\d[eE]-\d{3}/;

/** Whether a text may have a number that is too small. The search for its sign is much faster than the pattern. */
const mayBeTiny = (text: string) => (text.includes("e-") || text.includes("E-")) && IS_TINY.test(text);

/**
 * Counts the members of a value; NaN if it has more than `levels` levels, or a number that is read as {@link INFINITE}.
 */
function membersOf(value: unknown, levels: number): number {
  if (!isObject(value)) return value === -Infinity ? Number.NaN : 0;
  if (levels === 0) return Number.NaN;
  let members = 0;
  if (Array.isArray(value)) {
    for (const element of value) members += membersOf(element, levels - 1);
    return members;
  }
  for (const name of Object.keys(value)) members += 1 + membersOf(value[name], levels - 1);
  return members;
}

function colonsIn(text: string): number {
  let colons = 0;
  for (let i = text.indexOf(":"); i >= 0; i = text.indexOf(":", i + 1)) colons++;
  return colons;
}

/**
 * Parses a text without anything unusual. Only a name may still occur twice in its object: then the text has more
 * members than the value. Returns undefined for other texts, which need the strict parser.
 */
function parsePlain(text: string): { value: unknown; members: number } | undefined {
  if (IS_UNUSUAL.test(text) || mayBeTiny(text) || !text.isWellFormed()) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const members = membersOf(value, MAX_DEPTH);
    return Number.isNaN(members) ? undefined : { value, members };
  } catch {
    return undefined;
  }
}

const namedTwice = (text: string) => fault("invalid", "is named twice in its object", memberNamedTwice(text));

/**
 * Parses JSON (RFC 8259) strictly: unique names in each object, no `__proto__`, no lone surrogates, up to 32 levels.
 * Integers that are too long for a number become strings with every digit. Other numbers that would become another
 * integer become infinite.
 */
export function parseJson(text: string): ParsedJson {
  const plain = parsePlain(text);
  if (!plain) return parseStrictly(text);
  const { value, members } = plain;
  // Colons are counted first: most texts have none in a string, and counting members takes longer.
  const isUnique = members === colonsIn(text) || members === outline(text).members;
  return isUnique ? { ok: true, value } : namedTwice(text);
}

function parseStrictly(text: string): ParsedJson {
  if (text === "") return fault("malformed", "is empty");
  const { depth, members, replaced } = outline(text);
  if (depth > MAX_DEPTH) return fault("invalid", `nests deeper than ${MAX_DEPTH} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
    // Only after the original text was parsed: quotes around an integer can turn invalid text into valid JSON.
    if (replaced.length > 0) value = JSON.parse(withReplaced(text, replaced));
  } catch {
    return fault("malformed", "is not JSON");
  }
  const census: Census = { members: 0, hasProto: false, isWellFormed: true };
  count(value, census);
  if (census.hasProto)
    return fault(
      "malformed",
      "is a member name that is not permitted",
      placeIn(value, (name, isName) => isName && name === "__proto__"),
    );
  if (!census.isWellFormed)
    return fault(
      "invalid",
      "is not well-formed Unicode",
      placeIn(value, (some) => !some.isWellFormed()),
    );
  return census.members === members ? { ok: true, value } : namedTwice(text);
}

/** Maximum size of a body, in bytes. */
export const BODY_LIMIT = 1024 * 1024;
