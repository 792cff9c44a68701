import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Json } from "../service.ts";

/** Of the document under the name `doc`, once a test has added it. */
export const ajv = new Ajv2020({ strict: false, validateFormats: false });

const validators = new Map<string, ValidateFunction>();
/** Compiled once for each schema: most answers share the one of a problem. */
export function validatorOf(schema: Json): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components');
  const known = validators.get(text) ?? ajv.compile(JSON.parse(text) as object);
  validators.set(text, known);
  return known;
}
