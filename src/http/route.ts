import type { Context } from "koa";
import type { Static, TSchema } from "typebox";
import type { FieldError } from "../ingest/problem.ts";
import type { FigureChange } from "../store/tenants/settings/figures.ts";
import type { Answer } from "./answer.ts";
import type { Session } from "./auth/session.ts";
import type { WriteTerms } from "./idempotency/command-gateway.ts";
import type { Scope } from "./scopes.ts";

/** A request that has passed all checks. `Body` and `Query` are the types of the route's schemas. */
export interface ApiRequest<Body = unknown, Query = unknown> {
  readonly ctx: Context;
  readonly requestId: string;
  readonly session: Session;
  /** Returns a decoded parameter of the path; empty if there is none. */
  param(name: string): string;
  readonly query: Query;
  readonly body: Body;
  /** Entity tags of `If-Match`, without quotes. */
  readonly ifMatch: string[] | undefined;
  /** Terms of the write; empty for a read. */
  readonly terms: WriteTerms;
  /** A text that is the same each time this request is sent with its Idempotency-Key; undefined without a key. */
  readonly repeatKey: string | undefined;
}

/** Statuses that the API defines for the refusals of an endpoint. */
export interface RefusalStatuses {
  /** The body is not JSON. */
  malformed: 400 | 405;
  /** The body is invalid. */
  invalid: 400 | 405;
  /** A reference is taken. */
  duplicate: 400 | 405 | 409;
}

/** Statuses of an endpoint that answers all these errors with 400. */
export const BAD_REQUEST = {
  malformed: 400,
  invalid: 400,
  duplicate: 400,
} as const satisfies RefusalStatuses;

export interface ResponseDoc {
  description: string;
  /** Schema of the body. Without one, a refusal is a problem. */
  schema?: TSchema;
  /**
   * Media type of the body, if there is no schema or the type is not the default of the schema. Without schema and
   * type, there is no body.
   */
  type?: string;
  /** Bodies of other media types, which a caller can request with `Accept`. */
  others?: Record<string, TSchema>;
  /** Whether the request has started work, whose path is in `Location`. */
  isStarted?: true;
  /**
   * Whether the answer has an entity tag. By default, the bodies of conditional reads and of single commands have one.
   */
  isVersioned?: boolean;
}

/**
 * How a write is applied once under an Idempotency-Key. `command`: the actor commits the only command together with the
 * answer. `many`: the handler runs again, and each of its commands gets its first reply. `answer`: the handler runs
 * once, and its answer is stored for a day.
 */
type IdempotencyMode = "command" | "many" | "answer";

interface Described {
  /** Unique name of the operation. */
  operation: string;
  method: "get" | "post" | "put" | "delete";
  /** Paths with `:name` for parameters, all of the same endpoint. */
  paths: string[];
  /** Other spellings of a path that clients send; not in the API document. */
  aliases?: string[];
  /**
   * The paths end with an id that the service has made. If another path has a fixed word in that position, only that
   * path matches the word, with its own methods. A reference can be any text, and gives way to no other path.
   */
  endsWithServiceId?: true;
  tag: string;
  summary: string;
  description?: string;
  /** Description of each path parameter. */
  params?: Record<string, string>;
}

/** An endpoint that needs no access token and does its own checks. */
export interface PlainRoute extends Described {
  scope?: never;
  /** Form fields, for the API document. */
  form?: TSchema;
  /** Query parameters, for the API document; the handler checks them. */
  query?: TSchema;
  /** Answers have a version, and are 304 if the caller has this version. */
  conditional?: true;
  responses: Record<number, ResponseDoc>;
  handle: (ctx: Context) => Promise<void> | void;
}

/** An endpoint of the API. The router, the checks and the API document are derived from this description. */
export interface Route<B extends TSchema = TSchema, Q extends TSchema = TSchema> extends Described {
  /** Scope that the caller must have; if there are several, one of them. */
  scope: Scope | readonly Scope[];
  /** Whether shoppers may also call the endpoint; then it finds all entities with {@link SessionTargets}. */
  shoppers?: true;
  query?: Q;
  body?: B;
  /** A request may leave out the body: that means the same as an empty object. */
  optionalBody?: true;
  /** Media types of a body that the handler reads itself while it arrives. */
  upload?: Record<string, TSchema>;
  /** Replaces the schema of the body in the API document, if each row is checked separately. */
  bodyDoc?: TSchema;
  /**
   * Returns the number of rows of a body, for requests that write many entities. They count for the tenant's rows per
   * second.
   */
  rows?: (body: Static<B>) => number;
  /**
   * Whether a read is much work even if its answer is small: few of a tenant run at once, apart from its other reads.
   */
  isHeavy?: true;
  /** Whether the endpoint starts background work, in addition to the jobs that all changes of data create. */
  startsJobs?: true;
  /** How the endpoint handles an Idempotency-Key: set for every write, absent for a read. */
  idempotency?: IdempotencyMode;
  /** Rules that the schema cannot express. */
  check?: (body: Static<B>) => FieldError[];
  refusals: RefusalStatuses;
  /** False if there is no single entity with a version. */
  conditional?: false;
  responses: Record<number, ResponseDoc>;
  /** Returns the figures that a request will change, for the audit log. */
  changes?: (request: ApiRequest<Static<B>, Static<Q>>) => Promise<FigureChange[]>;
  handle: (request: ApiRequest<Static<B>, Static<Q>>) => Promise<Answer>;
}

/** A route of the API, with any body and query. */
export type ApiRoute = Omit<Route, "check" | "rows" | "changes" | "handle"> & {
  rows?: (body: never) => number;
  check?: (body: never) => FieldError[];
  // Declared as methods, so that routes with any body are assignable: the caller has checked it by the route's schemas.
  changes?(request: ApiRequest): Promise<FigureChange[]>;
  handle(request: ApiRequest): Promise<Answer>;
};

/**
 * Whether a route changes nothing. A read uses POST if its query is confidential or too long for the address.
 */
export const isRead = ({ method, idempotency }: Pick<ApiRoute, "method" | "idempotency">): boolean =>
  method === "get" || idempotency === undefined;

/** A row of the route table. */
export type AnyRoute = ApiRoute | PlainRoute;

/** Whether the answers of a read have a version, which a caller can send in `If-None-Match`. */
export const isConditionalRead = (route: AnyRoute): boolean =>
  route.scope === undefined
    ? route.conditional === true
    : route.method === "get" && route.conditional !== false;

/** Returns its argument. It lets the compiler infer the types of body and query from the schemas. */
export function route<B extends TSchema, Q extends TSchema>(definition: Route<B, Q>): ApiRoute {
  return definition;
}
