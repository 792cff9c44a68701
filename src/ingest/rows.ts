import Type, { type TSchema } from "typebox";
import { shorten } from "../store/shorten.ts";
import { isObject } from "./json/json.ts";
import { type FieldError, MAX_DETAIL, sentenceOf } from "./problem.ts";
import type { Validate } from "./validation/validation.ts";

/** Rows that one request takes. */
export const MAX_ROWS = 1000;

/** A body with rows: one of them bare, an array of them, or an object that holds the array. */
export const RowsBody = Type.Unsafe<object>({ type: ["object", "array"] });

/** For the document. */
export const rowsDoc = (name: string, row: TSchema) =>
  Type.Union(
    [
      row,
      Type.Array(row, { maxItems: MAX_ROWS }),
      Type.Object({ [name]: Type.Array(row, { maxItems: MAX_ROWS }) }),
    ],
    {
      description: `One, an array of up to ${MAX_ROWS}, or an object with the array as ${name}.`,
    },
  );

/** The rows of a body. */
export function rowsOf(body: object, name: string): unknown[] {
  if (Array.isArray(body)) return body;
  const named = fieldsOf(body)[name];
  return Array.isArray(named) ? named : [body];
}

/** How many rows a body has. */
export const countRows = (name: string) => (body: object) => rowsOf(body, name).length;

/** What is wrong with a body as a whole. */
export const checkRows =
  (name: string) =>
  (body: object): FieldError[] => {
    const { length } = rowsOf(body, name);
    if (length >= 1 && length <= MAX_ROWS) return [];
    return [
      { path: Array.isArray(body) ? "" : `/${name}`, message: `must have between 1 and ${MAX_ROWS} rows` },
    ];
  };

export interface RowError {
  code: string;
  detail: string;
  errors?: FieldError[];
}

/** The member of a row that a path leads to or into, such as `/addresses` of `/addresses/0/city`. */
const memberAt = (path: string) => path.split("/", 2).join("/");

/**
 * Checks a row that can do without some of its members: if only these are invalid, they are removed from the row and
 * returned as `ignored`.
 * @param dispensable the members by their paths, such as `/email`
 */
export function validateWithout(
  validate: Validate,
  row: unknown,
  dispensable: readonly string[],
): { errors: FieldError[]; ignored: FieldError[] } {
  const errors = validate(row);
  if (!errors.every(({ path }) => dispensable.includes(memberAt(path)))) return { errors, ignored: [] };
  for (const { path } of errors) Reflect.deleteProperty(fieldsOf(row), memberAt(path).slice(1));
  return { errors: errors.length > 0 ? validate(row) : [], ignored: errors };
}

/** The members of a row's answer that name its ignored members; none if all were used. */
export const ignoredIn = (ignored: FieldError[] | undefined) =>
  ignored !== undefined && ignored.length > 0 ? { ignored } : {};

/** The error of a row that breaks rules. */
export function invalidRow(errors: FieldError[]): RowError {
  return { code: "InvalidInput", detail: shorten(sentenceOf(errors, "the row"), MAX_DETAIL), errors };
}

const FieldErrors = Type.Array(Type.Object({ path: Type.String(), message: Type.String() }));

/** For the document: fields of a row that were ignored. */
export const IgnoredDoc = Type.Unsafe<FieldError[]>({
  ...FieldErrors,
  description: "Fields that are not valid. The row was written without them.",
});

/** Note about a row that was written without some of its members, if it has no other answer. */
export const ignoredError = (ignored: FieldError[]): RowError => ({
  ...invalidRow(ignored),
  code: "FieldsIgnored",
});

export const RowErrorDoc = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  errors: Type.Optional(FieldErrors),
});

/** A row as far as it can be read: an object, or nothing. */
export const fieldsOf = (row: unknown): Record<string, unknown> =>
  isObject(row) && !Array.isArray(row) ? row : {};

/** A member as text, where it is text or a number. */
export const textIn = (row: unknown, name: string): string | undefined => {
  const value = fieldsOf(row)[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
};
