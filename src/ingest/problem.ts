import { defined } from "../collections/defined.ts";
import { shorten } from "../text/shorten.ts";

/** Maximum number of errors in an answer. */
export const MAX_ERRORS = 20;
/** Maximum number of characters of a detail and of a field error's message: both may contain text of the caller. */
export const MAX_DETAIL = 1000;

/** One error of a request. `path` is a JSON Pointer into the body, or the name of a parameter. */
export interface FieldError {
  path: string;
  message: string;
}

/** Writes errors as one sentence; `whole` names the subject if a path is empty. */
export const sentenceOf = (errors: readonly FieldError[], whole = "The body") =>
  `${errors.map(({ path, message }) => `${path || whole} ${message}`).join("; ")}.`;

/** The default status and the title of each code. Codes are part of the contract: their meaning never changes. */
const CATALOGUE = {
  MalformedRequest: [400, "The body cannot be read"],
  InvalidInput: [400, "The request is invalid"],
  InvalidParameter: [400, "A query parameter or header is invalid"],
  VariantMismatch: [400, "The variant does not match the item"],
  AmbiguousReference: [400, "Several wishlists have an item with this reference"],
  LimitExceeded: [400, "A count limit is exceeded"],
  DuplicateReference: [400, "Another resource has this reference"],
  Unauthorized: [401, "Authentication is required"],
  Forbidden: [403, "Not permitted"],
  ResourceNotFound: [404, "The resource does not exist"],
  MethodNotAllowed: [405, "The path does not support this method"],
  RequestInProgress: [409, "The first request with this Idempotency-Key is still running"],
  RunInProgress: [409, "A run of this export is active"],
  ReplayInProgress: [409, "A replay to this endpoint is active"],
  ChangesLost: [410, "The changes after this cursor are lost"],
  PreconditionFailed: [412, "If-Match does not match the current version"],
  PayloadTooLarge: [413, "The body is too large"],
  UnsupportedMediaType: [415, "The type or encoding of the body is not supported"],
  IdempotencyKeyReused: [422, "The Idempotency-Key was used for another request"],
  RateLimited: [429, "Too many requests"],
  BudgetExceeded: [429, "The tenant has used up a budget"],
  HeaderFieldsTooLarge: [431, "There are too many header fields, or they are too large"],
  Internal: [500, "An internal error occurred"],
  OutcomeUnknown: [500, "It is unknown whether the write was applied"],
  Unavailable: [503, "The service is unavailable"],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof CATALOGUE;

export interface ProblemOptions {
  /** Replaces the default status of the code if the API defines another one for the endpoint. */
  status?: number;
  /** Text for the caller. The default is the field errors, or else the title. */
  detail?: string;
  errors?: FieldError[];
  /** Additional members of the document. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The budget of the tenant that the request exceeds. Only for metrics. */
  budget?: string;
  /** Only for the log. */
  cause?: unknown;
}

/** An error answer (RFC 9457). Its texts are shortened, because they may repeat input of the caller. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: FieldError[] | undefined;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;
  readonly budget: string | undefined;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    const [status, title] = CATALOGUE[code];
    const detail = options.detail ?? (options.errors ? sentenceOf(options.errors) : `${title}.`);
    super(detail, { cause: options.cause });
    this.name = "Problem";
    this.code = code;
    this.status = options.status ?? status;
    this.detail = shorten(detail, MAX_DETAIL);
    this.errors = options.errors
      ?.slice(0, MAX_ERRORS)
      .map(({ path, message }) => ({ path, message: shorten(message, MAX_DETAIL) }));
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
    this.budget = options.budget;
  }

  /** Returns the problem document; `instance` is the requested path. */
  document(instance: string, requestId: string): Record<string, unknown> {
    return {
      type: `urn:wishlist-service:problem:${this.code}`,
      title: CATALOGUE[this.code][1],
      status: this.status,
      detail: this.detail,
      instance,
      code: this.code,
      requestId,
      ...defined({ errors: this.errors }),
      ...this.extra,
    };
  }
}

/** Returns the problem for a query parameter or a header that is not valid. */
export const invalidParameter = (name: string, message: string): Problem =>
  new Problem("InvalidParameter", { errors: [{ path: name, message }] });

/** All codes with their default status and title, for the API document. */
export const problemCatalogue = Object.entries(CATALOGUE).map(([code, [status, title]]) => ({
  code,
  status,
  title,
}));
