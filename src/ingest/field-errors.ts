import type { ErrorObject } from "ajv/dist/2020.js";
import { shorten } from "../store/shorten.ts";
import { type FieldError, MAX_ERRORS } from "./problem.ts";
import { FORMATS } from "./vocabulary.ts";

/** Characters of a member's name in an error's path; the names of some members are the caller's own. */
const MAX_NAME = 255;

const FORMAT_MESSAGES: Record<string, string> = {
  email: "must be an e-mail address",
  "date-time": "must be a time in ISO 8601 with a time zone, such as 2026-01-31T12:00:00Z",
  ...Object.fromEntries(Object.entries(FORMATS).map(([name, { message }]) => [name, message])),
};

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

/** The first errors of a value, with the members that they are about. */
export const fieldErrorsOf = (errors: readonly ErrorObject[]): FieldError[] =>
  errors.slice(0, MAX_ERRORS).map(errorOf);
