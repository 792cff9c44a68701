import type { Static, TSchema } from "typebox";
import { defined } from "../../../collections/defined.ts";
import { Problem } from "../../../ingest/problem.ts";
import { normaliseReference } from "../../../ingest/validation/normalise.ts";
import type { Answer } from "../../answer.ts";
import { type AnyRoute, type ApiRequest, type ApiRoute, type Route, route } from "../../route.ts";

/** The tag of the operations for the platform's SDK. */
export const TAG = "Platform SDK";

/** The parts of a request that the base route of an alias gets instead of those that were sent. */
interface BaseRequest {
  params?: Record<string, string>;
  query?: object;
  body?: object;
}

/** The differences between an alias and its base route. */
interface Alias<B extends TSchema, Q extends TSchema>
  extends
    Pick<Route<B, Q>, "operation" | "method" | "paths" | "summary">,
    Partial<
      Pick<
        Route<B, Q>,
        | "aliases"
        | "bodyDoc"
        | "check"
        | "description"
        | "endsWithServiceId"
        | "params"
        | "query"
        | "responses"
        | "rows"
      >
    > {
  body?: B;
  /** Converts a request to the format of the base route. */
  toBase: (request: ApiRequest<Static<B>, Static<Q>>) => BaseRequest;
  /** Converts answers, and the paths of errors, to the format of the alias. */
  conversion?: { answer: (json: string) => string; path: (pointer: string) => string };
}

/** Returns the route of an operation. */
export function routeNamed(routes: readonly AnyRoute[], operation: string): ApiRoute {
  const found = routes.find((each) => each.operation === operation);
  if (found?.scope === undefined) throw new Error(`there is no route ${operation}`);
  return found;
}

/** Calls the base route of an alias. */
export function callRoute(
  base: ApiRoute,
  request: ApiRequest,
  { params = {}, query = request.query ?? {}, body }: BaseRequest,
): Promise<Answer> {
  return base.handle({ ...request, query, body, param: (name) => params[name] ?? request.param(name) });
}

/** Returns a problem whose errors have the field names of the alias. */
function withConvertedPaths(err: unknown, path: (pointer: string) => string): unknown {
  if (!(err instanceof Problem) || !err.errors) return err;
  const { code, status, detail, extra, headers } = err;
  const errors = err.errors.map((error) => ({ ...error, path: path(error.path) }));
  return new Problem(code, { status, detail, extra, headers, errors, cause: err.cause });
}

/**
 * Returns a route that does the same as its base route, at another path and with another format. It has the scope, the
 * statuses and the idempotency of the base route.
 */
export function aliasOf<B extends TSchema, Q extends TSchema>(
  base: ApiRoute,
  { toBase, conversion, ...own }: Alias<B, Q>,
): ApiRoute {
  const { scope, shoppers, idempotency, refusals, conditional, responses } = base;
  return route<B, Q>({
    scope,
    refusals,
    responses,
    description: `The same as ${base.operation}.`,
    ...defined({ shoppers, idempotency, conditional }),
    ...own,
    tag: TAG,
    async handle(request) {
      // What it refuses is in the names of the alias.
      const inBase = toBase(request);
      try {
        const answer = await callRoute(base, request, inBase);
        return conversion && answer.body !== undefined
          ? { ...answer, body: conversion.answer(answer.body.toString()) }
          : answer;
      } catch (err) {
        throw conversion ? withConvertedPaths(err, conversion.path) : err;
      }
    },
  });
}

/** Returns a reference in the path. */
export const referenceIn = (request: ApiRequest, name: string) => normaliseReference(request.param(name));

/** Refuses a body that names another entity than the path. */
export function requireSame(
  field: string,
  inBody: string | null | undefined,
  inPath: string,
  status: 400 | 405,
): void {
  if (!inBody || inBody === inPath) return;
  const message = "is not the same as in the path";
  throw new Problem("InvalidInput", {
    status,
    detail: `${field} ${message}.`,
    errors: [{ path: `/${field}`, message }],
  });
}
