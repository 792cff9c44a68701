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

/** The types of the document, as the typed client uses them. */
export async function clientTypes(document: string): Promise<string> {
  const parsed = JSON.parse(document) as OpenAPI3 & { paths: Record<string, Record<string, Operation>> };
  for (const operation of Object.values(parsed.paths).flatMap((methods) => Object.values(methods)))
    operation.parameters = (operation.parameters ?? [])
      .filter(({ name = "" }) => !SET_BY_CLIENT.includes(name))
      // Examples are others whenever they are recorded.
      .map(({ example: _, ...parameter }) => parameter);
  return NOTE + astToString(await openapiTS(parsed));
}
