import type { Context } from "koa";
import type { Static, TSchema } from "typebox";
import { Problem } from "../../ingest/problem.ts";
import { compileQuery } from "../../ingest/validation.ts";

function refuseRepeated(query: Record<string, unknown>): void {
  for (const name in query) {
    if (!Array.isArray(query[name])) continue;
    throw new Problem("InvalidParameter", { errors: [{ path: name, message: "is given more than once" }] });
  }
}

/**
 * Reads queries that keep to a schema; without one, any query.
 *
 * @throws {Problem} that names the parameters that break a rule, or are given more than once
 */
export function queryReader<S extends TSchema>(schema: S | undefined): (ctx: Context) => Static<S> {
  const validate = schema ? compileQuery(schema) : () => [];
  function assertValid(query: unknown): asserts query is Static<S> {
    const errors = validate(query);
    if (errors.length === 0) return;
    const named = errors.map(({ path, message }) => ({ path: path.slice(1), message }));
    throw new Problem("InvalidParameter", { errors: named });
  }
  return ({ query }) => {
    refuseRepeated(query);
    assertValid(query);
    return query;
  };
}
