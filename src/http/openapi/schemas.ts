import { isDeepStrictEqual } from "node:util";
import { ownValue } from "../../collections/own-value.ts";
import { isObject } from "../../ingest/json/json.ts";
import { type HeaderName, namedHeaders } from "./headers.ts";

type Json = Record<string, unknown>;

/**
 * Keywords of the validator for values with several accepted forms. The document shows the form that answers have, and
 * describes the others in a note: generated clients with unions of types are hard to use.
 */
const FORMS: Readonly<Record<string, { type: string; note: string }>> = {
  "x-reference": { type: "string", note: "A whole number or a Shopify global id is also accepted." },
  "x-flag": { type: "boolean", note: 'The text "true" or "false" is also accepted.' },
  "x-money": { type: "string", note: "An amount such as 19.90. A number is also accepted." },
  "x-decimal": { type: "number", note: "Decimal text is also accepted." },
  "x-list": { type: "array", note: "A text with entries separated by commas is also accepted." },
};

/** Adds a sentence to a description. */
const withNote = (description: unknown, note: string) =>
  typeof description === "string" ? `${description} ${note}` : note;

const typesOf = ({ type }: Json): unknown[] => [type].flat();

/** Returns a schema in its documented form. */
function inOneForm(schema: Json): Json {
  const keyword = Object.keys(FORMS).find((name) => schema[name] === true);
  const form = keyword === undefined ? undefined : ownValue(FORMS, keyword);
  const types = typesOf(schema);
  if (!form || types.filter((type) => type !== "null").length < 2) return schema;
  const { enum: _, ...rest } = schema;
  return {
    ...rest,
    type: types.includes("null") ? [form.type, "null"] : form.type,
    description: withNote(schema["description"], form.note),
  };
}

/** Converts `x-needs` to JSON Schema: the members of at least one group are required. */
function withNeeds({ "x-needs": needs, ...schema }: Json): Json {
  if (!Array.isArray(needs)) return schema;
  return { ...schema, anyOf: needs.map((group: unknown) => ({ required: group })) };
}

/** Moves the keywords of `x-dictionary`, which the validator compiles separately, into the schema. */
function withDictionary({ "x-dictionary": dictionary, ...schema }: Json): Json {
  return isObject(dictionary) ? { ...schema, ...dictionary } : schema;
}

/** Components of the document: each schema with a title and each refusal appears once, under its name. */
export class Components {
  readonly schemas: Json = {};
  readonly responses: Json = {};

  /**
   * Returns a schema as the document shows it: without keywords of the validator, and with references to titled parts.
   */
  use(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((each) => this.use(each));
    if (!isObject(schema)) return schema;
    const { title } = schema;
    if (typeof title !== "string") return this.#plain(schema);
    const types = typesOf(schema);
    if (!types.includes("null")) return this.named(title, schema);
    const [type] = types.filter((each) => each !== "null");
    return { anyOf: [this.named(title, { ...schema, type }), { type: "null" }] };
  }

  /** Registers a schema under a name, and returns a reference to it. */
  named(name: string, schema: Json): Json {
    const { title: _, ...rest } = schema;
    this.schemas[name] = this.#plain(rest);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Registers a refusal, and returns a reference to it. Further refusals of the same status are numbered. */
  refusal(status: string, description: string, problem: Json, headers: readonly HeaderName[]): Json {
    const content = { "application/problem+json": { schema: this.use(problem) } };
    const refusal = { description, ...namedHeaders(headers), content };
    for (let number = 1; ; number++) {
      const name = `Problem${status}${number === 1 ? "" : `_${number}`}`;
      const known = (this.responses[name] ??= refusal);
      if (!isDeepStrictEqual(known, refusal)) continue;
      return { $ref: `#/components/responses/${name}` };
    }
  }

  #plain(schema: Json): Json {
    const { additionalProperties, ...rest } = withDictionary(withNeeds(inOneForm(schema)));
    // Unknown members are ignored, not refused.
    const kept = additionalProperties === undefined || additionalProperties === false;
    return Object.fromEntries(
      Object.entries(kept ? rest : { ...rest, additionalProperties })
        .filter(([name]) => !name.startsWith("x-"))
        .map(([name, value]) => [name, this.#member(name, value)]),
    );
  }

  /** Converts one member of a schema. Names of properties and values of examples are not schemas. */
  #member(name: string, value: unknown): unknown {
    if (name === "properties" && isObject(value))
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, schema]) => !isObject(schema) || schema["x-platform-name"] !== true)
          .map(([member, schema]) => [member, this.use(schema)]),
      );
    return name === "example" || name === "enum" || name === "required" ? value : this.use(value);
  }
}
