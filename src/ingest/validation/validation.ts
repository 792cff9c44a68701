import type { ValidateFunction } from "ajv/dist/2020.js";
import type { TSchema } from "typebox";
import type { FieldError } from "../problem.ts";
import { fieldErrorsOf } from "./field-errors.ts";
import { readTextValues } from "./text-values.ts";
import { newValidator } from "./vocabulary.ts";

const validator = newValidator();

/** Checks a value, and normalises it at the same time. Returns the errors. */
export type Validate = (value: unknown) => FieldError[];

/** Compiles the schema when it is first used: those of all routes together would delay each start by half a second. */
function collect(schema: TSchema): Validate {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= validator.compile(schema);
    if (validate(value)) return [];
    return fieldErrorsOf(validate.errors ?? []);
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
