function limited(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(limited);
  return typeof value === "object" && value !== null ? withLimitedArrays(value) : value;
}

/**
 * Returns the schema with its arrays changed: their entries are checked only if there are not too many. The validator
 * looks for all errors, and would otherwise check a million entries of an array that it refuses. Apart from the errors
 * of those entries, the meaning stays the same.
 */
export function withLimitedArrays(schema: object): object {
  const members = Object.entries(schema).map(([name, value]) => [name, limited(value)] as const);
  const { items, uniqueItems = false, ...others } = Object.fromEntries(members);
  const { maxItems } = others;
  if (items === undefined || maxItems === undefined) return Object.fromEntries(members);
  const type = "array";
  return { ...others, if: { type, maxItems }, then: { type, items, uniqueItems } };
}
