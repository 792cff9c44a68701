import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { TSchema } from "typebox";
import type { FieldError } from "./problem.ts";
import { readTextValues } from "./text-values.ts";

const MAX_TAGS = 250;
const TAG_LENGTH = 255;
/** Maximum number of errors in an answer. */
export const MAX_ERRORS = 20;
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

function addVocabulary(ajv: Ajv2020): void {
  // The package is CommonJS: under Node the plugin itself is the default export.
  (ajvFormats as unknown as (ajv: Ajv2020, formats: string[]) => void)(ajv, [
    "email",
    "date",
    "date-time",
    "uri",
  ]);
  const { date, "date-time": time } = ajv.formats as Record<string, { validate: (text: string) => boolean }>;
  // The grammar allows leap seconds and short offsets, which cannot be converted to a time.
  const isTime = (text: string) => time?.validate(text) === true && !Number.isNaN(Date.parse(text));
  ajv.addFormat("date-time", isTime);
  for (const [name, { test }] of Object.entries(FORMATS)) ajv.addFormat(name, test);
  const modify = (keyword: string, change: (value: unknown, location: ValueLocation) => void) =>
    ajv.addKeyword({
      keyword,
      modifying: true,
      schema: false,
      validate: (data: unknown, location?: unknown) => {
        change(data, location as ValueLocation);
        return true;
      },
    });
  modify("x-reference", (value, location) => {
    if (typeof value === "string") replace(location, normaliseReference(value));
    // Written with an exponent or not, a number is its digits.
    if (typeof value === "number" && Number.isInteger(value)) replace(location, BigInt(value).toString());
  });
  modify("x-flag", (value, location) => {
    if (typeof value === "string") replace(location, value === "true");
  });
  modify("x-without-nulls", (value) => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (member === null) Reflect.deleteProperty(value, name);
    }
  });
  const parse = (keyword: string, read: (text: string) => unknown, message: string) =>
    ajv.addKeyword({
      keyword,
      modifying: true,
      schema: false,
      validate: (data: unknown, location?: unknown) => {
        if (typeof data !== "string") return true;
        const value = read(data);
        if (value === undefined) return false;
        replace(location as ValueLocation, value);
        return true;
      },
      error: { message },
    });
  parse(
    "x-decimal",
    (text) => (DECIMAL.test(text) ? Number(text) : undefined),
    "must be a number, not below zero; also as text",
  );
  ajv.addKeyword({
    keyword: "x-money",
    modifying: true,
    schema: false,
    validate: (data: unknown, location?: unknown) => {
      if (typeof data !== "string" && typeof data !== "number") return true;
      const text = data.toString();
      if (!DECIMAL.test(text)) return false;
      replace(location as ValueLocation, text);
      return true;
    },
    error: { message: "must be an amount of money, such as 19.90" },
  });
  parse(
    "x-day",
    (text) =>
      date?.validate(text) ? text : isTime(text) ? new Date(text).toISOString().slice(0, 10) : undefined,
    "must be a day in ISO 8601, such as 2026-01-31",
  );
  parse("x-phone", normalisePhone, "must be a phone number in E.164 format, such as +4930123456");
  modify("x-list", (value, location) => {
    if (typeof value === "string") replace(location, value === "" ? [] : [value]);
  });
  // For the document alone: the routes check it, and name the field.
  ajv.addKeyword("x-needs");
  ajv.addKeyword("x-platform-name");
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

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
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

const ajv = newAjv();

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

function errorOf(error: ErrorObject): FieldError {
  const { missingProperty } = error.params as { missingProperty?: string };
  if (error.keyword === "required" && missingProperty !== undefined) {
    return { path: `${error.instancePath}/${missingProperty}`, message: "is missing" };
  }
  return { path: error.instancePath, message: messageOf(error) };
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
