import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Json } from "../service.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
let hasDocument = false;

/** Adds the document, for {@link validatorOf}. All services have the same one, and test files share the process. */
export function addDocument({ components }: Json): void {
  if (hasDocument) return;
  ajv.addSchema({ $id: "doc", components });
  hasDocument = true;
}

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
