import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Json } from "../service.ts";

/** Validates against the document, which a test adds under the name `doc`. */
export const ajv = new Ajv2020({ strict: false, validateFormats: false });

const validators = new Map<string, ValidateFunction>();
/**
 * Returns the validator of a schema. Each schema is compiled once, because most answers share the schema of a problem.
 */
export function validatorOf(schema: Json): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components');
  const known = validators.get(text) ?? ajv.compile(JSON.parse(text) as object);
  validators.set(text, known);
  return known;
}
