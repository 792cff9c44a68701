import { ownValue } from "../../collections/own-value.ts";
import { type AnyRoute, isConditionalRead, isRead, type ResponseDoc } from "../route.ts";

/** Headers of answers, and what they say. */
const HEADERS = {
  ETag: "Entity tag of the version in the answer, for If-Match and If-None-Match.",
  "Idempotency-Replayed":
    "The text true if an earlier request with the same Idempotency-Key was carried out.",
  Location: "Path of the work that was started.",
  "WWW-Authenticate": "How the caller can authenticate; also why a token was refused, as in RFC 6750.",
  Allow: "The methods of the path.",
  "Retry-After": "Number of seconds after which the request can be repeated; absent if that would not help.",
  RateLimit: "Remaining requests of the limit, and the seconds until it is renewed.",
  "RateLimit-Policy": "The limit of requests, and its window in seconds.",
} as const;

export type HeaderName = keyof typeof HEADERS;

/** Headers of refusals, by status. */
const OF_REFUSALS: Readonly<Record<string, readonly HeaderName[]>> = {
  401: ["WWW-Authenticate"],
  // Names the missing scope.
  403: ["WWW-Authenticate"],
  405: ["Allow"],
  409: ["Retry-After"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

/** Statuses of refusals that are kept under an Idempotency-Key, and repeated. */
const KEPT_REFUSALS = new Set(["400", "404", "405", "409", "412"]);

const keepsAnswers = (route: AnyRoute): boolean =>
  route.scope !== undefined && route.idempotency !== undefined;

/** Returns the headers of a refusal of a route; empty if it has none of its own. */
export const headersOfRefusal = (route: AnyRoute, status: string): readonly HeaderName[] => [
  ...(ownValue(OF_REFUSALS, status) ?? []),
  ...(keepsAnswers(route) && KEPT_REFUSALS.has(status) ? (["Idempotency-Replayed"] as const) : []),
];

/** Returns the headers of an answer of a route that is not a refusal. */
export function headersOfAnswer(route: AnyRoute, answer: ResponseDoc): HeaderName[] {
  const { isVersioned = isUsuallyVersioned(route, answer), isStarted } = answer;
  return [
    ...(isVersioned ? (["ETag"] as const) : []),
    ...(isStarted ? (["Location"] as const) : []),
    ...(keepsAnswers(route) ? (["Idempotency-Replayed"] as const) : []),
  ];
}

function isUsuallyVersioned(route: AnyRoute, { schema }: ResponseDoc): boolean {
  if (route.scope === undefined || isRead(route)) return isConditionalRead(route);
  return route.idempotency === "command" && schema !== undefined;
}

/** Returns the headers as components of the document. */
export const headerComponents = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(HEADERS).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );

/** Returns the member of an answer that names its headers; empty if there are none. */
export const namedHeaders = (names: readonly HeaderName[]): { headers?: Record<string, object> } =>
  names.length === 0
    ? {}
    : {
        headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
      };
