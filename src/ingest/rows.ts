import Type, { type TSchema } from "typebox";
import { defined } from "../collections/defined.ts";
import { shorten } from "../text/shorten.ts";
import { isObject } from "./json/json.ts";
import { type FieldError, MAX_DETAIL, sentenceOf } from "./problem.ts";
import { sentErrors, type SentNames } from "./sent-names.ts";
import { normaliseReference } from "./validation/normalise.ts";
import type { Validate } from "./validation/validation.ts";

/** Maximum number of rows in one request. */
export const MAX_ROWS = 1000;

/** A body with rows: a single row, an array of rows, or an object that contains the array. */
export const RowsBody = Type.Unsafe<object>({ type: ["object", "array"] });

/** Returns the schema of a body with rows, for the API document. */
export const rowsDoc = (name: string, row: TSchema) =>
  Type.Union(
    [
      row,
      Type.Array(row, { maxItems: MAX_ROWS }),
      Type.Object({ [name]: Type.Array(row, { maxItems: MAX_ROWS }) }),
    ],
    {
      description: `One row, an array of up to ${MAX_ROWS} rows, or an object with this array as ${name}.`,
    },
  );

/** Returns the rows of a body. */
export function rowsOf(body: object, name: string): unknown[] {
  if (Array.isArray(body)) return body;
  const named = fieldsOf(body)[name];
  return Array.isArray(named) ? named : [body];
}

/** Returns a function that counts the rows of a body. */
export const countRows = (name: string) => (body: object) => rowsOf(body, name).length;

/** Returns a function that checks that a body has rows, and not too many. */
export const checkRows =
  (name: string) =>
  (body: object): FieldError[] => {
    const named = fieldsOf(body)[name];
    // Otherwise the object would be read as a row, whose errors do not name the mistake.
    if (named !== undefined && !Array.isArray(named))
      return [{ path: `/${name}`, message: "must be an array" }];
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

/** Returns the path of the member that contains a path, such as `/addresses` for `/addresses/0/city`. */
const memberAt = (path: string) => path.split("/", 2).join("/");

/**
 * Checks a row that is accepted without some of its members. If only these are invalid, they are removed from the row
 * and returned as `ignored`.
 *
 * @param dispensable the paths of these members, such as `/email`
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

/** Returns the part of a row's result that lists its ignored members; empty if there are none. */
export const ignoredIn = (ignored: FieldError[] | undefined) =>
  ignored !== undefined && ignored.length > 0 ? { ignored } : {};

/** Returns the error of an invalid row. */
export function invalidRow(errors: FieldError[]): RowError {
  return { code: "InvalidInput", detail: shorten(sentenceOf(errors, "The row"), MAX_DETAIL), errors };
}

/** Why a row was refused. `path` is that of a field in the service's format. */
export interface RowRefusal {
  code: string;
  detail: string;
  path?: string;
}

/** Returns the error of a refused row, with the sender's own names of its fields. A long detail is shortened. */
export function refusedRow({ code, detail: whole, path }: RowRefusal, sentNames: SentNames): RowError {
  const detail = shorten(whole, MAX_DETAIL);
  const errors = path === undefined ? undefined : sentErrors(sentNames, [{ path, message: detail }]);
  return { code, detail, ...defined({ errors }) };
}

const FieldErrors = Type.Array(Type.Object({ path: Type.String(), message: Type.String() }));

/** Schema of the ignored fields of a row, for the API document. */
export const IgnoredDoc = Type.Unsafe<FieldError[]>({
  ...FieldErrors,
  description: "Fields that are not valid, or not up to date. The row was written without them.",
});

/**
 * Returns a warning about a row that was written without some of its members, if its result has no other place for them.
 */
export const ignoredError = (ignored: FieldError[]): RowError => ({
  ...invalidRow(ignored),
  code: "FieldsIgnored",
});

export const RowErrorDoc = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  errors: Type.Optional(FieldErrors),
});

/** Returns a row if it is an object, else an empty object. */
export const fieldsOf = (row: unknown): Record<string, unknown> =>
  isObject(row) && !Array.isArray(row) ? row : {};

/** Returns a member as text if it is a text or a number. */
export const textIn = (row: unknown, name: string): string | undefined => {
  const value = fieldsOf(row)[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
};

/** Returns the stored form of a reference in a body that no schema has checked; undefined if it is none. */
export function referenceOf(value: unknown): string | undefined {
  if (typeof value === "string") return normaliseReference(value);
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Returns a member in the stored form of a reference; undefined if it is none. */
export const referenceAt = (row: unknown, name: string): string | undefined =>
  referenceOf(fieldsOf(row)[name]);
