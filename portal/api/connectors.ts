/** A setting of a connector, as the API document describes it. */
export interface ConnectorField {
  name: string;
  description: string;
  isRequired: boolean;
  /** Choices, if it is one of some. */
  choices: string[];
  type: "text" | "number" | "flag";
}

/** A place that exports can go to. */
export interface ConnectorForm {
  type: string;
  fields: ConnectorField[];
}

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  const?: string;
  enum?: unknown[];
  type?: string | string[];
  description?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
}
interface ApiDocument {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
}

const PATH = "/services/wsservice/api/exports";

const typeOf = ({ type, enum: choices = [] }: Schema): ConnectorField["type"] => {
  const types = [type ?? []].flat();
  if (types.includes("boolean") || choices.includes(true)) return "flag";
  return types.some((each) => each === "integer" || each === "number") ? "number" : "text";
};

function formOf({ properties = {}, required = [] }: Schema): ConnectorForm {
  const kind = properties["type"];
  const fields = Object.entries(properties).flatMap(([name, schema]): ConnectorField[] => {
    const isSimple =
      !schema.properties && ![schema.type ?? []].flat().some((type) => type === "object" || type === "array");
    if (name === "type" || !isSimple) return [];
    const choices = (schema.enum ?? []).filter((value) => typeof value === "string");
    return [
      {
        name,
        description: schema.description ?? "",
        isRequired: required.includes(name),
        choices,
        type: typeOf(schema),
      },
    ];
  });
  return { type: kind?.const ?? kind?.enum?.find((name) => typeof name === "string") ?? "", fields };
}

/** The forms of all connectors, from the API's own description. */
export async function connectorForms(): Promise<ConnectorForm[]> {
  const { paths, components } = (await (await fetch("/openapi.json")).json()) as ApiDocument;
  const resolve = (schema: Schema | undefined): Schema =>
    schema?.$ref === undefined
      ? (schema ?? {})
      : resolve(components.schemas[schema.$ref.split("/").pop() ?? ""]);
  const content = paths[PATH]?.post?.requestBody?.content["application/json"]?.schema;
  const connector = resolve(resolve(content).properties?.["connector"]);
  return (connector.anyOf ?? []).map((schema) => formOf(resolve(schema))).filter(({ type }) => type !== "");
}

/** The settings of a connector, from the texts of a form; empty fields are left out. */
export function connectorOf({ type, fields }: ConnectorForm, values: Record<string, string>): object {
  const given = fields.flatMap(({ name, type: kind }): [string, unknown][] => {
    const text = values[`connector/${name}`] ?? "";
    if (kind === "flag") return [[name, text !== ""]];
    if (text === "") return [];
    return [[name, kind === "number" ? Number(text) : text]];
  });
  return { type, ...Object.fromEntries(given) };
}
