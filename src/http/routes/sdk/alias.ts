import type { Static, TSchema } from "typebox";
import { Problem } from "../../../ingest/problem.ts";
import { normaliseReference } from "../../../ingest/validation/normalise.ts";
import { defined } from "../../../store/defined.ts";
import type { Answer } from "../../answer.ts";
import { type AnyRoute, type ApiRequest, type ApiRoute, type Route, route } from "../../route.ts";

/** The tag of what the platform's SDK calls. */
export const TAG = "Platform SDK";

/** What the route behind an alias gets in place of what was sent. */
interface Said {
  params?: Record<string, string>;
  query?: object;
  body?: object;
}

/** How an alias differs from the route behind it. */
interface Alias<B extends TSchema, Q extends TSchema>
  extends
    Pick<Route<B, Q>, "operation" | "method" | "paths" | "summary">,
    Partial<
      Pick<
        Route<B, Q>,
        "aliases" | "bodyDoc" | "check" | "description" | "params" | "query" | "responses" | "rows"
      >
    > {
  body?: B;
  /** The request in the words of the route behind. */
  said: (request: ApiRequest<Static<B>, Static<Q>>) => Said;
  /** The answer, and what is wrong with a request, in the words of the alias. */
  inWords?: { answer: (json: string) => string; path: (pointer: string) => string };
}

/** The route of an operation. */
export function routeNamed(routes: readonly AnyRoute[], operation: string): ApiRoute {
  const found = routes.find((each) => each.operation === operation);
  if (found?.scope === undefined) throw new Error(`there is no route ${operation}`);
  return found;
}

/** Sends a request to the route behind an alias. */
export function callRoute(
  base: ApiRoute,
  request: ApiRequest,
  { params = {}, query = request.query ?? {}, body }: Said,
): Promise<Answer> {
  return base.handle({ ...request, query, body, param: (name) => params[name] ?? request.param(name) });
}

/** A problem whose errors name the fields as the alias does. */
function inOtherWords(err: unknown, path: (pointer: string) => string): unknown {
  if (!(err instanceof Problem) || !err.errors) return err;
  const { code, status, detail, extra, headers } = err;
  const errors = err.errors.map((error) => ({ ...error, path: path(error.path) }));
  return new Problem(code, { status, detail, extra, headers, errors, cause: err.cause });
}

/**
 * A route that does the same as another one, at a path of its own and with requests in another form. It has the scope,
 * the statuses and the retries of that one.
 */
export function aliasOf<B extends TSchema, Q extends TSchema>(
  base: ApiRoute,
  { said, inWords, ...own }: Alias<B, Q>,
): ApiRoute {
  const { scope, shoppers, idempotency, refusals, conditional, responses } = base;
  return route<B, Q>({
    scope,
    ...(shoppers ? { shoppers } : {}),
    refusals,
    responses,
    description: `The same as ${base.operation}.`,
    ...defined({ idempotency, conditional }),
    ...own,
    tag: TAG,
    async handle(request) {
      try {
        const answer = await callRoute(base, request, said(request));
        return inWords && answer.body !== undefined
          ? { ...answer, body: inWords.answer(answer.body.toString()) }
          : answer;
      } catch (err) {
        throw inWords ? inOtherWords(err, inWords.path) : err;
      }
    },
  });
}

/** A reference in the path. */
export const referenceIn = (request: ApiRequest, name: string) => normaliseReference(request.param(name));

/** Refuses a body that names another thing than the path does. */
export function requireSame(
  field: string,
  inBody: string | null | undefined,
  inPath: string,
  status: 400 | 405,
): void {
  if (!inBody || inBody === inPath) return;
  const message = "names another one than the path";
  throw new Problem("InvalidInput", {
    status,
    detail: `${field} ${message}.`,
    errors: [{ path: `/${field}`, message }],
  });
}

/** Spellings of a path with `name=` whose equals sign is encoded. */
export const encoded = (path: string) => ["%3D", "%3d"].map((sign) => path.replace("=", sign));
