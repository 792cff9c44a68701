import type { ErrorObject } from "ajv/dist/2020.js";
import { ownValue } from "../../collections/own-value.ts";
import { SAFE_DIGITS } from "../json/numbers.ts";
import { shortPointer } from "../json/pointer.ts";
import { type FieldError, MAX_ERRORS } from "../problem.ts";
import { FORMATS } from "./vocabulary.ts";

const FORMAT_MESSAGES: Record<string, string> = {
  email: "must be an e-mail address",
  "date-time": "must be a time in ISO 8601 with a time zone, such as 2026-01-31T12:00:00Z",
  ...Object.fromEntries(Object.entries(FORMATS).map(([name, { message }]) => [name, message])),
};

const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

const noLess = (limit: number, what: string) =>
  limit === 1 ? "must not be empty" : `must have at least ${limit} ${what}`;
const noMore = (limit: number, what: string) => `must have at most ${limit} ${what}`;

/** Error messages of the keywords with a limit. */
const LIMITS: Record<string, (limit: number) => string> = {
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  minLength: (limit) => noLess(limit, "characters"),
  maxLength: (limit) => noMore(limit, "characters"),
  minItems: (limit) => noLess(limit, "entries"),
  maxItems: (limit) => noMore(limit, "entries"),
  minProperties: (limit) => noLess(limit, "members"),
  maxProperties: (limit) => noMore(limit, "members"),
};

interface Params {
  format?: string;
  allowedValues?: unknown[];
  type?: string | string[];
  limit?: number;
}

const DIGITS = /^-?\d+$/;

/** Whether a value was sent as a number that the parser does not read as one, because it would lose its value. */
const isTooLong = (types: readonly string[], value: unknown) =>
  types.some((type) => type === "integer" || type === "number") &&
  (typeof value === "string" ? value.length > SAFE_DIGITS && DIGITS.test(value) : value === Infinity);

function typeMessage(types: readonly string[], value: unknown): string {
  const message = `must be ${types.map((each) => ownValue(TYPES, each) ?? each).join(" or ")}`;
  return isTooLong(types, value) ? `${message}, with at most ${SAFE_DIGITS} digits` : message;
}

/**
 * Keywords whose errors cannot be described from their parameters: `x-must` in the same schema says what is required.
 */
const NEEDS_REQUIREMENT = new Set(["pattern", "not", "anyOf"]);

/** Describes the error of a value. The validator's own messages are for authors of schemas, not for callers. */
function messageOf({ keyword, params, message, parentSchema, data }: ErrorObject): string {
  const { format, allowedValues, type, limit }: Params = params;
  const requirement: unknown = parentSchema?.["x-must"];
  if (NEEDS_REQUIREMENT.has(keyword) && typeof requirement === "string") return `must ${requirement}`;
  if (keyword === "format") return ownValue(FORMAT_MESSAGES, format ?? "") ?? message ?? "is not valid";
  if (allowedValues)
    return `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  if (keyword === "uniqueItems") return "must not have the same entry twice";
  if (type !== undefined) return typeMessage([type].flat(), data);
  if (limit !== undefined) return ownValue(LIMITS, keyword)?.(limit) ?? message ?? "is not valid";
  return message ?? "is not valid";
}

function errorOf(error: ErrorObject): FieldError {
  const { missingProperty } = error.params as { missingProperty?: string };
  const path = shortPointer(error.instancePath);
  if (error.keyword === "required" && missingProperty !== undefined)
    return { path: `${path}/${missingProperty}`, message: "is missing" };
  const message = messageOf(error);
  return { path, message: error.propertyName === undefined ? message : `has a name that ${message}` };
}

/**
 * Returns the first errors of a value, one for each member. If a member has several errors, the last one is the most
 * specific.
 */
export function fieldErrorsOf(errors: readonly ErrorObject[]): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const error of errors) {
    // They only repeat the errors of the name, or of the entries, which come before them.
    if (error.keyword === "propertyNames" || error.keyword === "if") continue;
    const { path, message } = errorOf(error);
    if (found.size === MAX_ERRORS && !found.has(path)) break;
    found.set(path, { path, message });
  }
  return [...found.values()];
}
