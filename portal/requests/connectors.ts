import { HIDDEN_SECRET } from "../../src/store/exports/secret-settings.ts";
import { API_PATH } from "../api/path.ts";
import { checked } from "../api/problem.ts";

/** A setting of a connector, as the API document describes it. */
export interface ConnectorField {
  name: string;
  description: string;
  isRequired: boolean;
  /** The choices, if the value is one of some; else empty. */
  choices: string[];
  type: "text" | "number" | "flag";
}

/** The form of a connector. */
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
/** The parts of the API document that describe connectors. */
export interface ApiDocument {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
}

const PATH = `${API_PATH}/exports`;

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

/** Returns the forms of all connectors in an API document. */
export function connectorFormsIn({ paths, components }: ApiDocument): ConnectorForm[] {
  const resolve = (schema: Schema | undefined): Schema =>
    schema?.$ref === undefined
      ? (schema ?? {})
      : resolve(components.schemas[schema.$ref.split("/").pop() ?? ""]);
  const content = paths[PATH]?.post?.requestBody?.content["application/json"]?.schema;
  const connector = resolve(resolve(content).properties?.["connector"]);
  return (connector.anyOf ?? []).map((schema) => formOf(resolve(schema))).filter(({ type }) => type !== "");
}

/** Loads the forms of all connectors from the API document of the service. Throws a `Refusal` if it cannot be read. */
export async function connectorForms(): Promise<ConnectorForm[]> {
  const answer = await checked(await fetch("/openapi.json"));
  return connectorFormsIn((await answer.json()) as ApiDocument);
}

/** Returns the settings of a connector from the texts of a form, without empty fields: the service has the defaults. */
export function connectorOf(
  { type, fields }: ConnectorForm,
  values: Record<string, string>,
): Record<string, unknown> {
  const given = fields.flatMap(({ name, type: kind }): [string, unknown][] => {
    const text = values[`connector/${name}`] ?? "";
    if (text === "") return [];
    if (kind === "flag") return [[name, text === "true"]];
    return [[name, kind === "number" ? Number(text) : text]];
  });
  return { type, ...Object.fromEntries(given) };
}

/**
 * Returns the settings of a connector after a change of its form. A secret that is left empty does not change, and
 * neither do settings without a field.
 */
export function changedConnectorOf(
  form: ConnectorForm,
  values: Record<string, string>,
  before: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = new Set(form.fields.map(({ name }) => name));
  const kept = Object.entries(before).filter(([name, value]) => !names.has(name) || value === HIDDEN_SECRET);
  return { ...Object.fromEntries(kept), ...connectorOf(form, values) };
}
