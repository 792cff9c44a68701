import Type, { type TProperties, type TSchema } from "typebox";

/** Maximum length of a reference. */
const REFERENCE_LENGTH = 255;
/** Maximum length of attribute groups, as JSON: limits the size of a page of items. */
const ATTRIBUTE_GROUPS_LENGTH = 16_384;

/** A retailer's reference or a service id: text, or an integer, or a Shopify global id. */
export const Reference = Type.Unsafe<string>({
  type: ["string", "integer"],
  minLength: 1,
  maxLength: REFERENCE_LENGTH,
  "x-reference": true,
});

/** A boolean, also as the text that some platforms send. */
export const Flag = Type.Unsafe<boolean>({
  type: ["boolean", "string"],
  enum: [true, false, "true", "false"],
  "x-flag": true,
});

/** Schema of a text of at most `maxLength` characters. */
export const text = (maxLength: number, options: object = {}) => Type.String({ maxLength, ...options });

export const Timestamp = Type.String({ format: "date-time", maxLength: 40, "x-time": true });

/** One of the codes of a type. What lacks one of them, or names another, does not compile. */
export const codesOf = <T extends string>(codes: Readonly<Record<T, true>>, options: object = {}) =>
  Type.Unsafe<T>({ type: "string", enum: Object.keys(codes), ...options });

/** The schema, or null to clear the field. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as unknown as { type: string | string[]; enum?: unknown[] };
  const values = rest.enum ? { enum: [...rest.enum, null] } : {};
  return Type.Unsafe<Type.Static<T> | null>({
    ...rest,
    type: [...new Set([type, "null"].flat())],
    ...values,
  });
}

/** An object of which only the named members are read. */
export function record<T extends TProperties>(properties: T, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** Every member optional, and null where it is to be cleared. */
export function clearable<T extends TProperties>(properties: T) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(nullable(schema))]),
  ) as { [K in keyof T]: ReturnType<typeof Type.Optional<ReturnType<typeof nullable<T[K]>>>> };
}

/**
 * An object whose members have names of the caller's own, with what its schema says of them. Only its first error is
 * reported.
 */
export const dictionary = <V>(
  options: object,
  schema: { additionalProperties: object; [keyword: string]: unknown },
) => Type.Unsafe<Record<string, V>>({ type: "object", ...options, "x-dictionary": schema });

export const AttributeGroupsSchema = dictionary<{
  attributes?: Record<string, string>;
  description?: string;
}>(
  {
    title: "AttributeGroups",
    description: `Extra attributes in groups, by the group's name: at most ${ATTRIBUTE_GROUPS_LENGTH} characters as JSON.`,
  },
  {
    maxProperties: 50,
    "x-max-json": ATTRIBUTE_GROUPS_LENGTH,
    propertyNames: { maxLength: 255 },
    additionalProperties: {
      type: "object",
      additionalProperties: false,
      properties: {
        attributes: {
          type: "object",
          maxProperties: 250,
          propertyNames: { maxLength: 255 },
          additionalProperties: { type: "string", maxLength: 4096 },
        },
        description: { type: "string", maxLength: 1000 },
      },
    },
  },
);

/** `pageSize` and `lastItemId`, as all lists take them. */
export const paging = {
  pageSize: Type.Optional(
    Type.Integer({ minimum: 1, default: 20, description: "Entries of the page; above 50 counts as 50." }),
  ),
  lastItemId: Type.Optional(
    Type.String({
      maxLength: 300,
      description: "Only entries with an id greater than this one are returned.",
    }),
  ),
};

/** Schema of an optional reference in a query. */
export const queryReference = (description: string, { minLength = 1 } = {}) =>
  Type.Optional(
    Type.Unsafe<string>({
      type: "string",
      minLength,
      maxLength: REFERENCE_LENGTH,
      description,
      "x-reference": true,
    }),
  );
