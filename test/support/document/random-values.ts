import fc from "fast-check";
import type { Json } from "../service.ts";

/** Values that no field expects, or that have often been handled wrongly. */
const ODD: unknown[] = [
  null,
  "",
  " ",
  "\u0000",
  "\ud800",
  "e\u0301",
  "日本",
  "😀".repeat(200),
  "x".repeat(5000),
  "..",
  "%2F",
  "a\r\nb",
  "=1+1",
  "<script>",
  "__proto__",
  "constructor",
  "2026-02-30T00:00:00Z",
  "1e3",
  0,
  -1,
  1.5,
  2 ** 53,
  Number.MAX_VALUE,
  true,
  [],
  {},
  [null],
  [[[[[]]]]],
];

const TIMES = ["2026-01-20T10:00:00Z", "2030-01-01T00:00:00+14:00", "1969-12-31T23:59:59Z", "2026-01-20"];
const EMAILS = ["a@shop.invalid", "A@SHOP.invalid", "ü@exämple.invalid", "none"];
/** Nothing is sent to these addresses: the names never resolve (RFC 6761), and the service refuses private addresses. */
const URLS = ["https://hooks.invalid/a", "https://hooks.invalid:99999/", "http://127.0.0.1:9/", "//x"];
const WORDS = ["a", "summer", "sun hat", "S-1", "0"];

/** Names of records that exist, by the names of fields, such as `wishlistRef`. */
export type Names = Record<string, string[]>;

/** Settings of the values. */
interface Values {
  document: Json;
  names: Names;
}

/** The target of a reference within the document. */
export function resolved(document: Json, schema: Json): Json {
  let target = schema;
  while (target?.$ref)
    target = target.$ref
      .slice(2)
      .split("/")
      .reduce((parent: Json, name: string) => parent[name], document);
  return target ?? {};
}

function texts(name: string, schema: Json, { names }: Values): fc.Arbitrary<string> {
  const known = names[name] ?? (/(id|ref|token)$/i.test(name) ? Object.values(names).flat() : []);
  if (known.length > 0) return fc.constantFrom(...known, ...WORDS);
  if (schema.format?.startsWith("date")) return fc.constantFrom(...TIMES);
  if (schema.format === "email") return fc.constantFrom(...EMAILS);
  if (schema.format === "uri" || /url$/i.test(name)) return fc.constantFrom(...URLS);
  return fc.constantFrom(...WORDS, ...(schema.examples ?? []));
}

/** Objects with all required members, and some of the others. */
function objects(schema: Json, values: Values): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [
    name,
    valuesOf(name, member, values),
  ]);
  const required = (schema.required ?? []).filter((name: string) => schema.properties?.[name]);
  const known = fc.record(Object.fromEntries(members), { requiredKeys: required });
  const extra = schema.additionalProperties;
  if (typeof extra !== "object") return known;
  const others = fc.dictionary(fc.constantFrom(...WORDS), valuesOf("", extra, values), { maxKeys: 2 });
  return fc.tuple(known, others).map(([some, more]) => Object.assign({}, more, some));
}

/** Values of a schema without its combinations. */
function plainValues(name: string, schema: Json, values: Values): fc.Arbitrary<unknown> {
  const types: string[] = [schema.type ?? (schema.properties ? "object" : "string")].flat();
  const ofTypes = types.map((type): fc.Arbitrary<unknown> => {
    if (type === "object") return objects(schema, values);
    if (type === "array") return fc.array(valuesOf(name, schema.items ?? {}, values), { maxLength: 3 });
    if (type === "integer") return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 20 });
    if (type === "number") return fc.constantFrom(0, 0.5, 12.5, 1000);
    if (type === "boolean") return fc.boolean();
    return type === "null" ? fc.constant(null) : texts(name, schema, values);
  });
  return fc.oneof(...ofTypes);
}

/** Values of a field: most match its schema, and some are odd. */
export function valuesOf(name: string, unresolved: Json, values: Values): fc.Arbitrary<unknown> {
  const schema = resolved(values.document, unresolved);
  const odd = { weight: 1, arbitrary: fc.constantFrom(...ODD) };
  const mixed = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof({ weight: 60, arbitrary }, odd);
  if (schema.const !== undefined) return mixed(fc.constant(schema.const));
  if (schema.enum) return mixed(fc.constantFrom(...schema.enum));
  const alternatives: Json[] | undefined = schema.oneOf ?? schema.anyOf;
  if (alternatives) {
    const { oneOf: _, anyOf: __, ...shared } = schema;
    const withShared = alternatives.map((each) => {
      const one = resolved(values.document, each);
      const properties = { ...shared.properties, ...one.properties };
      return { ...shared, ...one, ...(shared.properties ? { properties } : {}) };
    });
    return mixed(fc.oneof(...withShared.map((each) => valuesOf(name, each, values))));
  }
  return mixed(plainValues(name, schema, values));
}
