import { type AnySchemaObject, Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { DataValidateFunction } from "ajv/dist/types/index.js";
import ajvFormats from "ajv-formats";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { TSchema } from "typebox";
import { shorten } from "../store/shorten.ts";
import { type FieldError, MAX_ERRORS } from "./problem.ts";
import { readTextValues } from "./text-values.ts";

const MAX_TAGS = 250;
const TAG_LENGTH = 255;
/** Characters of a member's name in an error's path; the names of some members are the caller's own. */
const MAX_NAME = 255;
const GLOBAL_ID = /^gid:\/\/shopify\/[A-Za-z]+\/(\d+)(?:\?.*)?$/;
const DECIMAL = /^\d{1,15}(?:\.\d{1,6})?$/;
const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** Formats of our own, each with its description. */
const FORMATS: Record<string, { test: (text: string) => boolean; message: string }> = {
  "iso-4217": {
    test: (text) => CURRENCIES.has(text),
    message: "must be a currency code of ISO 4217, such as EUR",
  },
  "tag-list": {
    test: (text) => {
      const tags = text.split(",");
      return tags.length <= MAX_TAGS && tags.every((tag) => tag.trim().length <= TAG_LENGTH);
    },
    message: `must be at most ${MAX_TAGS} tags, separated by commas, of at most ${TAG_LENGTH} characters each`,
  },
};

const FORMAT_MESSAGES: Record<string, string> = {
  email: "must be an e-mail address",
  "date-time": "must be a time in ISO 8601 with a time zone, such as 2026-01-31T12:00:00Z",
  ...Object.fromEntries(Object.entries(FORMATS).map(([name, { message }]) => [name, message])),
};

interface ValueLocation {
  parentData: Record<string, unknown> | unknown[];
  parentDataProperty: string | number;
}

function replace({ parentData, parentDataProperty }: ValueLocation, value: unknown): void {
  (parentData as Record<string | number, unknown>)[parentDataProperty] = value;
}

/** The form of a reference that may come as a Shopify global id, of which the digits are stored. */
export function normaliseReference(reference: string): string {
  return GLOBAL_ID.exec(reference)?.[1] ?? reference;
}

/**
 * A phone number in E.164, with any punctuation; undefined if it is not one or lacks its country, such as `030 123456`.
 */
export function normalisePhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text, { extract: false });
  return phone?.isPossible() && phone.ext === undefined ? phone.number : undefined;
}

type IsText = (text: string) => boolean;

/** Adds the formats of texts. Gives those that keywords use too. */
function addFormats(ajv: Ajv2020): { isDay: IsText; isTime: IsText } {
  // The package is CommonJS: under Node the plugin itself is the default export.
  (ajvFormats as unknown as (ajv: Ajv2020, formats: string[]) => void)(ajv, [
    "email",
    "date",
    "date-time",
    "uri",
  ]);
  const { date, "date-time": time } = ajv.formats as Record<string, { validate: IsText }>;
  // The grammar allows leap seconds and short offsets, which cannot be converted to a time.
  const isTime: IsText = (text) => time?.validate(text) === true && !Number.isNaN(Date.parse(text));
  ajv.addFormat("date-time", isTime);
  for (const [name, { test }] of Object.entries(FORMATS)) ajv.addFormat(name, test);
  return { isDay: (text) => date?.validate(text) === true, isTime };
}

/** Adds a keyword that converts a value, and refuses it with a message where `convert` returns false. */
function addConversion(
  ajv: Ajv2020,
  keyword: string,
  convert: (value: unknown, location: ValueLocation) => boolean,
  message?: string,
): void {
  ajv.addKeyword({
    keyword,
    modifying: true,
    schema: false,
    validate: (data: unknown, location?: unknown) => convert(data, location as ValueLocation),
    ...(message === undefined ? {} : { error: { message } }),
  });
}

/** Adds the keywords that convert values of any form; none is refused. */
function addChanges(ajv: Ajv2020): void {
  const change = (keyword: string, apply: (value: unknown, location: ValueLocation) => void) =>
    addConversion(ajv, keyword, (value, location) => {
      apply(value, location);
      return true;
    });
  change("x-reference", (value, location) => {
    if (typeof value === "string") replace(location, normaliseReference(value));
    // Written with an exponent or not, a number is its digits.
    if (typeof value === "number" && Number.isInteger(value)) replace(location, BigInt(value).toString());
  });
  change("x-flag", (value, location) => {
    if (typeof value === "string") replace(location, value === "true");
  });
  change("x-without-nulls", (value) => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (member === null) Reflect.deleteProperty(value, name);
    }
  });
  change("x-list", (value, location) => {
    if (typeof value === "string") replace(location, value === "" ? [] : [value]);
  });
}

/** Adds the keywords that read texts. */
function addConversions(ajv: Ajv2020, { isDay, isTime }: ReturnType<typeof addFormats>): void {
  const parse = (keyword: string, read: (text: string) => unknown, message: string) => {
    const convert = (text: unknown, location: ValueLocation) => {
      if (typeof text !== "string") return true;
      const value = read(text);
      if (value !== undefined) replace(location, value);
      return value !== undefined;
    };
    addConversion(ajv, keyword, convert, message);
  };
  parse(
    "x-decimal",
    (text) => (DECIMAL.test(text) ? Number(text) : undefined),
    "must be a number, not below zero; also as text",
  );
  parse(
    "x-day",
    (text) => (isDay(text) ? text : isTime(text) ? new Date(text).toISOString().slice(0, 10) : undefined),
    "must be a day in ISO 8601, such as 2026-01-31",
  );
  parse("x-phone", normalisePhone, "must be a phone number in E.164 format, such as +4930123456");
  addConversion(
    ajv,
    "x-money",
    (amount, location) => {
      if (typeof amount !== "string" && typeof amount !== "number") return true;
      const text = amount.toString();
      if (DECIMAL.test(text)) replace(location, text);
      return DECIMAL.test(text);
    },
    "must be an amount of money, such as 19.90",
  );
}

/** Adds the limits of how large a value is as JSON. */
function addLimits(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: "x-max-bytes",
    schemaType: "number",
    validate: (limit: number, data: unknown) => Buffer.byteLength(JSON.stringify(data)) <= limit,
    error: { message: ({ schema }) => `must be at most ${String(schema)} bytes as JSON` },
  });
  ajv.addKeyword({
    keyword: "x-max-json",
    schemaType: "number",
    validate: (limit: number, data: unknown) => JSON.stringify(data).length <= limit,
    error: { message: ({ schema }) => `must be at most ${String(schema)} characters as JSON` },
  });
}

function addVocabulary(ajv: Ajv2020): void {
  const formats = addFormats(ajv);
  addChanges(ajv);
  addConversions(ajv, formats);
  addLimits(ajv);
  // For the document alone: the routes check it, and name the field.
  ajv.addKeyword("x-needs");
  ajv.addKeyword("x-platform-name");
}

/** @param allErrors whether it goes on after the first error of a value */
function newAjv(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    removeAdditional: true,
    allowUnionTypes: true,
    strictNumbers: true,
    ownProperties: true,
    // The schemas are ours, and a test checks them as parts of the document.
    meta: false,
    validateSchema: false,
  });
  addVocabulary(ajv);
  return ajv;
}

const ajv = newAjv(true);
const firstErrorAjv = newAjv(false);

// Each error repeats the names around it, so the errors of an object whose names are the caller's own can be a
// thousand times as long as the object: it is checked up to the first one.
ajv.addKeyword({
  keyword: "x-dictionary",
  type: "object",
  schemaType: "object",
  compile: (schema: AnySchemaObject): DataValidateFunction => {
    const validate = firstErrorAjv.compile({ type: "object", ...schema });
    const check: DataValidateFunction = (data, location) => {
      if (validate(data)) return true;
      check.errors = (validate.errors ?? []).map((error) => ({
        ...error,
        instancePath: `${location?.instancePath ?? ""}${error.instancePath}`,
      }));
      return false;
    };
    return check;
  },
});

function messageOf({ keyword, params, message }: ErrorObject): string {
  const { format, allowedValues, type } = params as {
    format?: string;
    allowedValues?: unknown[];
    type?: string | string[];
  };
  if (keyword === "format") return FORMAT_MESSAGES[format ?? ""] ?? message ?? "is not valid";
  if (allowedValues)
    return `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  if (Array.isArray(type)) return `must be ${type.join(" or ")}`;
  return message ?? "is not valid";
}

const unescaped = (segment: string) => segment.replaceAll("~1", "/").replaceAll("~0", "~");
const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** A JSON Pointer whose names are shortened. */
const shortened = (pointer: string) =>
  pointer.length <= MAX_NAME
    ? pointer
    : pointer
        .split("/")
        .map((segment) => escaped(shorten(unescaped(segment), MAX_NAME)))
        .join("/");

function errorOf(error: ErrorObject): FieldError {
  const { missingProperty } = error.params as { missingProperty?: string };
  const path = shortened(error.instancePath);
  if (error.keyword === "required" && missingProperty !== undefined)
    return { path: `${path}/${missingProperty}`, message: "is missing" };
  return { path, message: messageOf(error) };
}

/** Checks a value, and normalises it at the same time. Returns the errors. */
export type Validate = (value: unknown) => FieldError[];

/** Compiles the schema when it is first used: those of all routes together would delay each start by half a second. */
function collect(schema: TSchema): Validate {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, MAX_ERRORS).map(errorOf);
  };
}

/** Checks values against a body schema. Unknown members are dropped, references become text, "true" becomes true. */
export function compileBody(schema: TSchema): Validate {
  return collect(schema);
}

/** Checks values against the schema of query parameters, which come as text. */
export function compileQuery(schema: TSchema): Validate {
  const { properties = {} } = schema as TSchema & { properties?: Record<string, TSchema> };
  const validate = collect(schema);
  return (value) => {
    readTextValues(properties, value as Record<string, unknown>);
    return validate(value);
  };
}
