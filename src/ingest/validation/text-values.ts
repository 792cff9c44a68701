import type { TSchema } from "typebox";

const WHOLE = /^-?\d{1,300}$/;

/**
 * Converts text values to the types of their schemas: whole numbers, and true or false. Other text stays text, which
 * the schema then refuses.
 */
export function readTextValues(
  properties: Readonly<Record<string, TSchema>>,
  values: Record<string, unknown>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const { type } = (properties[name] ?? {}) as { type?: unknown };
    if (typeof value !== "string") continue;
    if (type === "integer" && WHOLE.test(value)) values[name] = Number(value);
    if (type === "boolean" && (value === "true" || value === "false")) values[name] = value === "true";
  }
}
