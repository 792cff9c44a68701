import type { Context } from "koa";
import type { Static, TSchema } from "typebox";
import type { FieldError } from "../ingest/problem.ts";
import type { FigureChange } from "../store/tenants/setting-figures.ts";
import type { Answer } from "./answer.ts";
import type { Session } from "./auth/sessions.ts";
import type { WriteTerms } from "./idempotency/command-gateway.ts";
import type { Scope } from "./scopes.ts";

/** A request that has passed all checks. `Body` and `Query` are what the route's schemas describe. */
export interface ApiRequest<Body = unknown, Query = unknown> {
  readonly ctx: Context;
  readonly requestId: string;
  readonly session: Session;
  /** Parameters of the path, decoded; a missing one is empty. */
  param(name: string): string;
  readonly query: Query;
  readonly body: Body;
  /** Entity tags of `If-Match`, without quotes. */
  readonly ifMatch: string[] | undefined;
  /** Command and target of the write; empty for a read. */
  readonly terms: WriteTerms;
  /** The same text whenever this very request is sent with its Idempotency-Key; undefined without a key. */
  readonly repeatKey: string | undefined;
}

/** Statuses that the interface lists for an endpoint's own refusals. */
export interface RefusalStatuses {
  /** The body is not JSON. */
  malformed: 400 | 405;
  /** The body breaks a rule. */
  invalid: 400 | 405;
  /** A reference is taken. */
  duplicate: 400 | 405 | 409;
}

/** Of an endpoint that answers whatever is wrong with 400. */
export const BAD_REQUEST = {
  malformed: 400,
  invalid: 400,
  duplicate: 400,
} as const satisfies RefusalStatuses;

export interface ResponseDoc {
  description: string;
  /** Schema of the body. Without one, a refusal is a problem. */
  schema?: TSchema;
  /** Media type of the body, if it has no schema or is not what the schema says. Absent without schema: no body. */
  type?: string;
  /** Bodies of other media types, which a caller can ask for by `Accept`. */
  others?: Record<string, TSchema>;
}

/**
 * How a write takes effect once under an Idempotency-Key. `command`: the actor commits its one command together with
 * the answer. `many`: the handler runs again, and each of its commands gets its first reply. `answer`: the handler runs
 * once, and its answer is stored for a day.
 */
type Once = "command" | "many" | "answer";

interface Described {
  /** Unique name of the operation. */
  operation: string;
  method: "get" | "post" | "put" | "delete";
  /** Paths with `:name` for parameters, all of the same endpoint. */
  paths: string[];
  /** Spellings of a path that clients send and no document needs. */
  aliases?: string[];
  tag: string;
  summary: string;
  description?: string;
  /** What each path parameter is. */
  params?: Record<string, string>;
}

/** An endpoint that needs no access token and does its own checks. */
export interface PlainRoute extends Described {
  scope?: never;
  /** Form fields, for the document. */
  form?: TSchema;
  /** Query parameters, for the document; the handler checks them. */
  query?: TSchema;
  /** Its answers have a version, and are 304 for who knows it. */
  conditional?: true;
  responses: Record<number, ResponseDoc>;
  handle: (ctx: Context) => Promise<void> | void;
}

/** An endpoint of the API: router, checks and document are all made from this one description. */
export interface Route<B extends TSchema = TSchema, Q extends TSchema = TSchema> extends Described {
  /** What the caller must be permitted; of several, one. */
  scope: Scope | readonly Scope[];
  /** Shoppers may call it too; it finds what they name by {@link SessionTargets}. Absent: they may not. */
  shoppers?: true;
  query?: Q;
  body?: B;
  /** Media types of a body that the handler reads itself, as it comes. */
  upload?: Record<string, TSchema>;
  /** Instead of the body's schema, for the document: where each row is checked on its own. */
  bodyDoc?: TSchema;
  /** Rows of a body, where one request writes many things: they count against the tenant's rows per second. */
  rows?: (body: Static<B>) => number;
  /** It starts background work, beyond what follows from every change of data. */
  startsJobs?: true;
  /** Every write takes an Idempotency-Key, in one of the ways; a read has none. */
  idempotency?: Once;
  /** Rules that the schema cannot express. */
  check?: (body: Static<B>) => FieldError[];
  refusals: RefusalStatuses;
  /** False if there is no single entity with a version. */
  conditional?: false;
  responses: Record<number, ResponseDoc>;
  /** Figures that a request is about to change, for the audit log. */
  changes?: (request: ApiRequest<Static<B>, Static<Q>>) => Promise<FigureChange[]>;
  handle: (request: ApiRequest<Static<B>, Static<Q>>) => Promise<Answer>;
}

/** A route of the API, with any body and query. */
export type ApiRoute = Omit<Route, "check" | "rows" | "changes" | "handle"> & {
  rows?: (body: never) => number;
  check?: (body: never) => FieldError[];
  // Methods: whoever calls them has checked the request by the route's own schemas.
  changes?(request: ApiRequest): Promise<FigureChange[]>;
  handle(request: ApiRequest): Promise<Answer>;
};

/** Whether a route changes nothing. By POST, a read only keeps what it asks for out of the address, or asks for much. */
export const isRead = ({ method, idempotency }: Pick<ApiRoute, "method" | "idempotency">): boolean =>
  method === "get" || idempotency === undefined;

/** A row of the route table. */
export type AnyRoute = ApiRoute | PlainRoute;

/** Lets the compiler take the types of body and query from the schemas. */
export function route<B extends TSchema, Q extends TSchema>(definition: Route<B, Q>): ApiRoute {
  return definition;
}
