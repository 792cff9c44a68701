import { parse } from "node:querystring";
import type { Context } from "koa";
import type { Static, TSchema } from "typebox";
import { invalidParameter, Problem } from "../../ingest/problem.ts";
import { compileQuery } from "../../ingest/validation/validation.ts";
import { isDecodable } from "../../text/decodable.ts";

/** A percent sign that encodes nothing. */
const LONE_PERCENT = /%(?![0-9a-f]{2})/i;

function refuseRepeated(query: Record<string, unknown>): void {
  for (const name in query) {
    if (Array.isArray(query[name])) throw invalidParameter(name, "was sent more than once");
  }
}

/**
 * Refuses parameters that cannot be decoded: bytes that are not UTF-8 would all become the same character, and a percent
 * sign that encodes nothing would stay.
 */
function refuseWrongEncoding(text: string): void {
  if (isDecodable(text)) return;
  for (const each of text.split("&").filter((part) => !isDecodable(part)))
    for (const name in parse(each)) {
      const message = LONE_PERCENT.test(each) ? "has a % without two hexadecimal digits" : "is not UTF-8";
      throw invalidParameter(name, message);
    }
}

/** Returns the schemas of the parameters by their names. */
const parametersOf = ({ properties = {} }: TSchema & { properties?: object }): object => properties;

/**
 * Returns a function that reads a query and checks it against a schema. Without a schema, the query has no parameters.
 * Parameters that the schema does not have are left out: code of several routes may use a parameter of only one of them.
 *
 * @throws {Problem} with the parameters that are invalid, were sent more than once, or cannot be decoded
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
    refuseWrongEncoding(querystring);
    const known: unknown = Object.fromEntries(
      Object.entries(query).filter(([name]) => Object.hasOwn(parameters, name)),
    );
    assertValid(known);
    // The fingerprint of an Idempotency-Key has the values after the check.
    Object.assign(query, known);
    return known;
  };
}

/**
 * Returns a function that reads the query of a page for people, or undefined if a parameter of the schema cannot be used.
 * Other parameters do not matter, however they look: mail programs and advertisers add theirs to links.
 */
export function pageQueryReader<S extends TSchema>(schema: S): (ctx: Context) => Static<S> | undefined {
  const validate = compileQuery(schema);
  const parameters = parametersOf(schema);
  const isValid = (query: unknown): query is Static<S> => validate(query).length === 0;
  return ({ querystring }) => {
    const parts = querystring.split("&");
    const known = parts.filter((part) =>
      Object.keys(parse(part)).some((name) => Object.hasOwn(parameters, name)),
    );
    // A parameter that was sent more than once is a list, which no schema of a parameter permits.
    const query = parse(known.join("&"));
    return known.every(isDecodable) && isValid(query) ? query : undefined;
  };
}
