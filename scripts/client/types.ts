import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";

interface Parameter {
  name?: string;
  example?: unknown;
}
interface Operation {
  parameters?: Parameter[];
}

const NOTE = "// Made from the OpenAPI document by `npm run client`.\n\n";

/** The client sets these headers itself. */
const SET_BY_CLIENT = ["X-SVC-Tenant"];

/** Such an alternative becomes `unknown`, and with it the whole type: no member of a body would be checked. */
const saysOnlyWhatIsRequired = (alternative: object) => Object.keys(alternative).join() === "required";

/** The types of the document, as the typed client uses them. */
export async function clientTypes(document: string): Promise<string> {
  const parsed = JSON.parse(document) as OpenAPI3 & { paths: Record<string, Record<string, Operation>> };
  for (const operation of Object.values(parsed.paths).flatMap((methods) => Object.values(methods)))
    operation.parameters = (operation.parameters ?? [])
      .filter(({ name = "" }) => !SET_BY_CLIENT.includes(name))
      // Examples are others whenever they are recorded.
      .map(({ example: _, ...parameter }) => parameter);
  for (const schema of Object.values(parsed.components?.schemas ?? {}))
    if ("anyOf" in schema && schema.anyOf.every(saysOnlyWhatIsRequired)) delete schema.anyOf;
  return NOTE + astToString(await openapiTS(parsed));
}
