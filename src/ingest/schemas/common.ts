import Type, { type TProperties, type TSchema } from "typebox";

/** Maximum length of a reference. */
export const REFERENCE_LENGTH = 255;
/** Maximum length of attribute groups, as JSON: limits the size of a page of items. */
const ATTRIBUTE_GROUPS_LENGTH = 16_384;

/** A retailer's reference or an id of the service: text, an integer, or a Shopify global id. */
export const Reference = Type.Unsafe<string>({
  type: ["string", "integer"],
  minLength: 1,
  maxLength: REFERENCE_LENGTH,
  "x-reference": true,
});

/** A boolean; also accepted as text, because some platforms send it so. */
export const Flag = Type.Unsafe<boolean>({
  type: ["boolean", "string"],
  enum: [true, false, "true", "false"],
  "x-flag": true,
});

/** Returns the schema of a text with at most `maxLength` characters. */
export const text = (maxLength: number, options: object = {}) => Type.String({ maxLength, ...options });

/** Returns the schema of a name that people read: it has more than white space. */
export const shownName = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: "\\S", "x-must": "not be blank" });

export const Timestamp = Type.String({ format: "date-time", maxLength: 40, "x-time": true });

/** Returns the schema of one of the codes of a type. It compiles only if `codes` has exactly these codes. */
export const codesOf = <T extends string>(codes: Readonly<Record<T, true>>, options: object = {}) =>
  Type.Unsafe<T>({ type: "string", enum: Object.keys(codes), ...options });

/** Returns the schema of one of some words. */
export const oneOf = <T extends string>(words: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: "string", enum: [...words], ...options });

/** Returns the schema of the code beside a reason in words. */
export const reasonCode = <T extends string>(codes: readonly T[]) =>
  Type.Optional(
    oneOf(codes, {
      description: "The reason as a code. The meaning of a code never changes; the text of the reason may.",
    }),
  );

/** Returns a schema that also accepts null, which clears the field. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as unknown as { type: string | string[]; enum?: unknown[] };
  const values = rest.enum ? { enum: [...rest.enum, null] } : {};
  return Type.Unsafe<Type.Static<T> | null>({
    ...rest,
    type: [...new Set([type, "null"].flat())],
    ...values,
  });
}

/** Returns the schema of an object; other members than the given ones are removed. */
export function record<T extends TProperties>(properties: T, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** Makes every member optional and nullable; null clears a member. */
export function clearable<T extends TProperties>(properties: T) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(nullable(schema))]),
  ) as { [K in keyof T]: ReturnType<typeof Type.Optional<ReturnType<typeof nullable<T[K]>>>> };
}

/**
 * Returns the schema of an object whose member names are chosen by the caller; `schema` describes the members. Only the
 * first error of the object is reported.
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
    description: `Extra attributes in groups, by the name of the group. At most ${ATTRIBUTE_GROUPS_LENGTH} characters as JSON.`,
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

/** Query parameter `sortBy` of a list that can begin with its newest records. */
export const newestFirst = (description: string) => Type.Optional(oneOf(["newest"], { description }));

/** `pageSize` and `lastItemId`, the paging parameters of all lists. */
export const paging = {
  pageSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 20,
      description: "Maximum number of entries in the page; a value above 50 counts as 50.",
    }),
  ),
  lastItemId: Type.Optional(
    Type.String({ description: "Only entries with an id greater than this one are returned." }),
  ),
};

/** Description of the `cursor` in a request for a page. */
export const CURSOR = "The `cursor` of the previous page. Absent for the first page.";

/** Returns the member `cursor` of a page; `note` is another sentence about it. */
export const nextCursor = (note?: string) => {
  const description = ["Cursor of the next page. Absent on the last page.", note ?? []].flat().join(" ");
  return Type.Optional(Type.String({ description }));
};

/** Returns the query parameter `cursor` of a list, and `after`, the name that it had before. */
export const cursorParameter = (options: { description: string; [keyword: string]: unknown }) => ({
  cursor: Type.Optional(Type.String(options)),
  after: Type.Optional(
    Type.String({ ...options, description: "The former name of `cursor`.", deprecated: true }),
  ),
});

/** Returns the schema of an optional reference in a query. */
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
