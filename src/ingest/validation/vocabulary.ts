import ajvFormats from "ajv-formats";
import { Ajv2020, type AnySchemaObject } from "ajv/dist/2020.js";
import type { DataValidateFunction } from "ajv/dist/types/index.js";
import { keepsValue, SAFE_DIGITS } from "../json/numbers.ts";
import { normalisePhone, normaliseReference } from "./normalise.ts";
import { isDay, readTime } from "./time.ts";

const MAX_TAGS = 250;
const TAG_LENGTH = 255;
/** Maximum number of characters of a list of tags. */
export const MAX_TAG_TEXT = 70_000;
const DECIMAL = /^\d{1,15}(?:\.\d{1,6})?$/;
const LEADING_ZEROS = /^0+(?=\d)/;
/** Counts code points, as all limits of the schemas do. */
const charactersOf = (text: string) =>
  text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
/** Codes of ISO 4217 that `Intl` does not list: units of account, metals, bond markets, tests, and no currency. */
const UNLISTED_CURRENCIES =
  "BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD XAG XAU XBA XBB XBC XBD XPD XPT XTS XUA XXX".split(" ");
const CURRENCIES = new Set([...Intl.supportedValuesOf("currency"), ...UNLISTED_CURRENCIES]);

/** The service's own formats, with their error messages. */
export const FORMATS: Record<string, { test: (text: string) => boolean; message: string }> = {
  "iso-4217": {
    test: (text) => CURRENCIES.has(text),
    message: "must be a currency code of ISO 4217, such as EUR",
  },
  "tag-list": {
    test: (text) => {
      // The schema's limit of characters refuses a longer text as well; it is not worth looking at each of its tags.
      if (text.length > MAX_TAG_TEXT) return false;
      const tags = text.split(",").map((tag) => tag.trim());
      return (
        tags.filter((tag) => tag !== "").length <= MAX_TAGS &&
        tags.every((tag) => charactersOf(tag) <= TAG_LENGTH)
      );
    },
    message: `must be at most ${MAX_TAGS} tags, separated by commas, of at most ${TAG_LENGTH} characters each`,
  },
};

interface ValueLocation {
  parentData: Record<string, unknown> | unknown[];
  parentDataProperty: string | number;
}

function replace({ parentData, parentDataProperty }: ValueLocation, value: unknown): void {
  (parentData as Record<string | number, unknown>)[parentDataProperty] = value;
}

/** Adds the formats. */
function addFormats(ajv: Ajv2020): void {
  // The package is CommonJS: in Node.js the default export is the plugin itself.
  (ajvFormats as unknown as (ajv: Ajv2020, formats: string[]) => void)(ajv, ["email", "uri"]);
  ajv.addFormat("date", isDay);
  ajv.addFormat("date-time", (text) => readTime(text) !== undefined);
  for (const [name, { test }] of Object.entries(FORMATS)) ajv.addFormat(name, test);
}

/** Whether the schema refuses a text because of its length. */
const isTooLong = (value: unknown, { maxLength }: AnySchemaObject) =>
  typeof value === "string" && typeof maxLength === "number" && charactersOf(value) > maxLength;

/**
 * Adds a keyword that converts a value, and refuses it with a message if `convert` returns false. A refused value must
 * not be changed, because a second check must refuse it, too.
 */
function addConversion(
  ajv: Ajv2020,
  keyword: string,
  convert: (value: unknown, location: ValueLocation) => boolean,
  message?: string,
): void {
  ajv.addKeyword({
    keyword,
    modifying: true,
    validate: (_: true, value: unknown, schema?: AnySchemaObject, location?: unknown) =>
      isTooLong(value, schema ?? {}) || convert(value, location as ValueLocation),
    ...(message === undefined ? {} : { error: { message } }),
  });
}

/** Adds the keyword of references. An integer becomes text, if it certainly has all of its digits. */
function addReferences(ajv: Ajv2020): void {
  const convert = (value: unknown, location: ValueLocation) => {
    if (typeof value === "string") replace(location, normaliseReference(value));
    if (typeof value !== "number" || (Number.isFinite(value) && !Number.isInteger(value))) return true;
    // The parser has already converted long integers to text. Other unsafe integers were written with an exponent or a
    // fraction.
    if (Number.isSafeInteger(value)) replace(location, value.toString());
    return Number.isSafeInteger(value);
  };
  addConversion(
    ajv,
    "x-reference",
    convert,
    "must be written with all of its digits, without a fraction or an exponent",
  );
}

/** Adds the keywords that convert a value and never refuse it. */
function addChanges(ajv: Ajv2020): void {
  const change = (keyword: string, apply: (value: unknown, location: ValueLocation) => void) =>
    addConversion(ajv, keyword, (value, location) => {
      apply(value, location);
      return true;
    });
  // The format refuses text that is not a time.
  change("x-time", (value, location) => {
    if (typeof value === "string") replace(location, readTime(value) ?? value);
  });
  change("x-flag", (value, location) => {
    if (value === "true" || value === "false") replace(location, value === "true");
  });
  change("x-without-nulls", (value) => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (member === null) Reflect.deleteProperty(value, name);
    }
  });
  change("x-list", (value, location) => {
    if (typeof value === "string") replace(location, namesIn(value));
  });
}

/** Splits a text with names separated by commas. */
const namesIn = (text: string) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Returns the day of a time, in UTC. */
const utcDayOf = (time: string | undefined) =>
  time === undefined ? undefined : new Date(time).toISOString().slice(0, 10);

/** Adds the keywords that parse texts. */
function addConversions(ajv: Ajv2020): void {
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
    (text) => (DECIMAL.test(text) && keepsValue(text) ? Number(text) : undefined),
    "must be a number that is not negative; as text, with at most 15 digits and 6 decimal places",
  );
  parse(
    "x-day",
    (text) => (isDay(text) ? text : utcDayOf(readTime(text))),
    "must be a day in ISO 8601, such as 2026-01-31",
  );
  parse("x-phone", normalisePhone, "must be a phone number in E.164 format, such as +4930123456");
  addConversion(
    ajv,
    "x-money",
    (amount, location) => {
      if (typeof amount !== "string" && typeof amount !== "number") return true;
      const text = amount.toString();
      // More digits were rounded to those that a number keeps.
      if (!DECIMAL.test(text) || (typeof amount === "number" && text.replace(".", "").length > SAFE_DIGITS))
        return false;
      replace(location, text.replace(LEADING_ZEROS, ""));
      return true;
    },
    "must be an amount of money with at most 15 digits and 6 decimal places, such as 19.90",
  );
}

/** Adds the limits of the size of a value as JSON. */
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
    validate: (limit: number, data: unknown) => charactersOf(JSON.stringify(data)) <= limit,
    error: { message: ({ schema }) => `must be at most ${String(schema)} characters as JSON` },
  });
}

function addVocabulary(ajv: Ajv2020): void {
  addFormats(ajv);
  addReferences(ajv);
  addChanges(ajv);
  addConversions(ajv);
  addLimits(ajv);
  // Only for the API document; the routes check this rule themselves, and name the field.
  ajv.addKeyword("x-needs");
  ajv.addKeyword("x-platform-name");
  // Only for errors: describes the pattern of the same schema.
  ajv.addKeyword("x-must");
}

/** @param options.allErrors whether the validator continues after the first error of a value */
function newAjv({ allErrors }: { allErrors: boolean }): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    removeAdditional: true,
    allowUnionTypes: true,
    strictNumbers: true,
    ownProperties: true,
    // Adds the schema to each error; it may have an error message.
    verbose: true,
    // A test checks the schemas as parts of the API document.
    meta: false,
    validateSchema: false,
    // Its optimization would double the time of the first request of each route, and make no check faster: V8 optimizes
    // the code as well.
    code: { optimize: false },
    // Each definition becomes a function.
    inlineRefs: false,
  });
  addVocabulary(ajv);
  return ajv;
}

// Each error repeats the names in its path. If callers choose the names, the errors of an object can be a thousand
// times as long as the object, so the check stops at the first error.
function addDictionaries(ajv: Ajv2020): void {
  const untilFirstError = newAjv({ allErrors: false });
  ajv.addKeyword({
    keyword: "x-dictionary",
    type: "object",
    schemaType: "object",
    compile: (schema: AnySchemaObject): DataValidateFunction => {
      const validate = untilFirstError.compile({ type: "object", ...schema });
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
}

/** Creates a validator with the keywords and formats of the service's schemas, which finds all errors of a value. */
export function newValidator(): Ajv2020 {
  const ajv = newAjv({ allErrors: true });
  addDictionaries(ajv);
  return ajv;
}
