/** Keywords whose value is not a schema that the validator compiles. */
const OTHER_VALUES = new Set(["x-dictionary", "enum", "const", "default"]);

/** Replaces the objects in the value of a keyword. */
type Replace = (value: unknown) => unknown;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const mapped = (schema: object, map: (value: unknown, name: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, map(value, name)]));

/** Returns the schema with the schemas in it replaced. */
const withReplaced = (schema: object, replace: Replace): Record<string, unknown> =>
  mapped(schema, (value, keyword) => {
    if (OTHER_VALUES.has(keyword)) return value;
    // The names of its members are not keywords.
    return keyword === "properties" && isObject(value) ? mapped(value, replace) : replace(value);
  });

/**
 * Returns the schema with each object in it as a definition: its check becomes a function of its own, which equal
 * objects share. Otherwise, the whole check would be one function. V8 never optimizes a function of more than 60 KiB of
 * bytecode (`--max-optimized-bytecode-size`), and a check that it does not optimize takes up to four times as long.
 */
export function withDefinitions(schema: object): object {
  const names = new Map<string, string>();
  const definitions: Record<string, object> = {};
  const replace: Replace = (value) => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isObject(value)) return value;
    const inner = withReplaced(value, replace);
    if (!("properties" in inner)) return inner;
    const text = JSON.stringify(inner);
    const name = names.get(text) ?? `object${names.size}`;
    names.set(text, name);
    definitions[name] = inner;
    return { $ref: `#/$defs/${name}` };
  };
  return { ...withReplaced(schema, replace), $defs: definitions };
}
