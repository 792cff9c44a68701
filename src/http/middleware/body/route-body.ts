import type { Context } from "koa";
import { type FieldError, Problem } from "../../../ingest/problem.ts";
import { compileBody } from "../../../ingest/validation/validation.ts";
import type { ApiRoute } from "../../route.ts";
import { hasBody } from "./deadline.ts";
import { readJson, readJsonIfAny } from "./read-body.ts";

/** The body of a request, which its route has accepted. */
interface RouteBody {
  /** The body as it was sent; empty for a route without a body. */
  text: string;
  value: unknown;
  /** Number of rows, if they count for the tenant's rows per second. */
  rows: number | undefined;
}

const NO_BODY: RouteBody = { text: "", value: undefined, rows: undefined };
const EMPTY_BODY: RouteBody = { text: "{}", value: {}, rows: undefined };

/**
 * Returns a function that reads the body of a route's requests, and checks it against the schema and the rules of the
 * route.
 *
 * @throws {Problem} if the body is not valid
 */
export function bodyReader(route: ApiRoute): (ctx: Context) => Promise<RouteBody> {
  if (!route.body) return () => Promise.resolve(NO_BODY);
  const { optionalBody, refusals } = route;
  const validate = compileBody(route.body);
  const check = route.check as ((body: unknown) => FieldError[]) | undefined;
  const countRows = route.rows as ((body: unknown) => number) | undefined;
  return async (ctx) => {
    if (optionalBody && !hasBody(ctx.req)) return EMPTY_BODY;
    const sent = await (optionalBody ? readJsonIfAny : readJson)(ctx, refusals);
    if (!sent) return EMPTY_BODY;
    const { text, value } = sent;
    let errors = validate(value);
    if (errors.length === 0 && check) errors = check(value);
    if (errors.length > 0) throw new Problem("InvalidInput", { status: refusals.invalid, errors });
    return { text, value, rows: countRows?.(value) };
  };
}
