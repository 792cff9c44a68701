import type { Context } from "koa";
import type { Static, TSchema } from "typebox";
import { invalidParameter, Problem } from "../../ingest/problem.ts";
import { compileQuery } from "../../ingest/validation/validation.ts";

/** The character that replaces bytes that are not UTF-8, and its encoding if the caller sent it. */
const REPLACEMENT = "\uFFFD";
const ENCODED_REPLACEMENT = /%ef%bf%bd/i;

function refuseRepeated(query: Record<string, unknown>): void {
  for (const name in query) {
    if (Array.isArray(query[name])) throw invalidParameter(name, "was sent more than once");
  }
}

/** Refuses bytes that are not UTF-8, because they would all become the same character. */
function refuseOtherCharset(query: Record<string, unknown>, text: string): void {
  if (ENCODED_REPLACEMENT.test(text)) return;
  for (const name in query) {
    if (`${name}${String(query[name])}`.includes(REPLACEMENT)) throw invalidParameter(name, "is not UTF-8");
  }
}

/** Returns the schemas of the parameters by their names. */
const parametersOf = ({ properties = {} }: TSchema & { properties?: object }): object => properties;

/**
 * Returns a function that reads a query and checks it against a schema. Without a schema, the query has no parameters.
 * Parameters that the schema does not have are left out: code of several routes may use a parameter of only one of them.
 *
 * @throws {Problem} with the parameters that are invalid, were sent more than once, or are not UTF-8
 */
export function queryReader<S extends TSchema>(schema: S | undefined): (ctx: Context) => Static<S> {
  const validate = schema ? compileQuery(schema) : () => [];
  const parameters = schema ? parametersOf(schema) : {};
  function assertValid(query: unknown): asserts query is Static<S> {
    const errors = validate(query);
    if (errors.length === 0) return;
    const named = errors.map(({ path, message }) => ({ path: path.slice(1), message }));
    throw new Problem("InvalidParameter", { errors: named });
  }
  return ({ query, querystring }) => {
    refuseRepeated(query);
    refuseOtherCharset(query, querystring);
    const known: unknown = Object.fromEntries(
      Object.entries(query).filter(([name]) => Object.hasOwn(parameters, name)),
    );
    assertValid(known);
    // The fingerprint of an Idempotency-Key has the values after the check.
    Object.assign(query, known);
    return known;
  };
}
