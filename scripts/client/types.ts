import { createHash } from "node:crypto";
import type { OpenAPI3 } from "openapi-typescript";

interface Parameter {
  name?: string;
  example?: unknown;
}
interface Operation {
  parameters?: Parameter[];
}

const NOTE = "// Generated from the OpenAPI document by `npm run client`.";

/** The client sets these headers itself. */
const SET_BY_CLIENT = ["X-SVC-Tenant"];

/** Such an alternative becomes `unknown`, and so does the whole type. No member of a body would be checked. */
const saysOnlyWhatIsRequired = (alternative: object) => Object.keys(alternative).join() === "required";

/** The part of a document that the types are generated from. */
function typedPart(document: string): OpenAPI3 {
  const parsed = JSON.parse(document) as OpenAPI3 & { paths: Record<string, Record<string, Operation>> };
  for (const operation of Object.values(parsed.paths).flatMap((methods) => Object.values(methods)))
    operation.parameters = (operation.parameters ?? [])
      .filter(({ name = "" }) => !SET_BY_CLIENT.includes(name))
      // Examples change each time they are recorded.
      .map(({ example: _, ...parameter }) => parameter);
  for (const schema of Object.values(parsed.components?.schemas ?? {}))
    if ("anyOf" in schema && schema.anyOf.every(saysOnlyWhatIsRequired)) delete schema.anyOf;
  return parsed;
}

/** The first lines of a file of types. */
function headOf(part: OpenAPI3, types: string): string {
  const { paths, webhooks, components: { securitySchemes: _, ...components } = {} } = part;
  // The rest is about the address of this service.
  const text = JSON.stringify([paths, webhooks, components]);
  const digest = createHash("sha256").update(text).update("\0").update(types).digest("hex");
  return `${NOTE}\n// Digest of both: ${digest}\n\n`;
}

/** The types of the document, as the typed client uses them: the text of a file. */
export async function clientTypes(document: string): Promise<string> {
  // Loading it, with the compiler, takes a second.
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  const part = typedPart(document);
  // It changes its argument.
  const types = astToString(await openapiTS(structuredClone(part)));
  return headOf(part, types) + types;
}

/**
 * Whether a file of types is the one that {@link clientTypes} generates from this document. Much cheaper than
 * generating it.
 */
export function areTypesOf(document: string, file: string): boolean {
  const part = typedPart(document);
  const types = file.slice(headOf(part, "").length);
  return file === headOf(part, types) + types;
}
