import type { ValidateFunction } from "ajv/dist/2020.js";
import type { TSchema } from "typebox";
import type { FieldError } from "../problem.ts";
import { withDefinitions } from "./definitions.ts";
import { fieldErrorsOf } from "./field-errors.ts";
import { withLimitedArrays } from "./limited-arrays.ts";
import { readTextValues } from "./text-values.ts";
import { newValidator } from "./vocabulary.ts";

const validator = newValidator();

/** Checks a value and normalises it in place. Returns the errors. */
export type Validate = (value: unknown) => FieldError[];

/**
 * Compiles the schema at its first use: compiling the schemas of all routes would delay each start by half a second.
 */
function collect(schema: TSchema): Validate {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= validator.compile(withDefinitions(withLimitedArrays(schema)));
    if (validate(value)) return [];
    return fieldErrorsOf(validate.errors ?? []);
  };
}

/**
 * Returns a check for values of a body schema. It removes unknown members, converts references to text, and "true" to
 * true.
 */
export function compileBody(schema: TSchema): Validate {
  return collect(schema);
}

/** Returns a check for the values of query parameters, which arrive as text. */
export function compileQuery(schema: TSchema): Validate {
  const { properties = {} } = schema as TSchema & { properties?: Record<string, TSchema> };
  const validate = collect(schema);
  return (value) => {
    readTextValues(properties, value as Record<string, unknown>);
    return validate(value);
  };
}
