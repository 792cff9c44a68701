import { Ajv2020 } from "ajv/dist/2020.js";
import type { Example } from "../../../src/http/openapi/examples.ts";
import { given, type Json } from "../service.ts";
import { operationNamed } from "./example-call.ts";

/** Returns a function that compares the body and the answer of an example with the schemas of the document. */
export function exampleChecks(document: Json): (name: string, example: Example) => string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
  ajv.addSchema(document, "document");
  const faultsIn = (pointer: string[], value: unknown): string[] => {
    const escaped = pointer.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
    const validate = given(ajv.getSchema(`document#/${escaped.map(encodeURIComponent).join("/")}`));
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  return (name, { type = "application/json", body, status, answer }) => {
    const { path, method, operation } = operationNamed(document, name);
    const at = ["paths", path, method.toLowerCase()];
    const ofBody =
      operation.requestBody && typeof body === "object"
        ? faultsIn([...at, "requestBody", "content", type, "schema"], body)
        : [];
    const response = operation.responses[status];
    if (!response) return [...ofBody, `the document does not have the status ${status}`];
    if (answer === undefined || !response.content) return ofBody;
    const schema = [...at, "responses", status.toString(), "content", "application/json", "schema"];
    return [...ofBody, ...faultsIn(schema, answer)];
  };
}
