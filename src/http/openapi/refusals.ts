import type { AnyRoute, ApiRoute } from "../route.ts";

/** Refusals of all requests. */
const OF_REQUESTS: Record<number, string> = {
  400: "A query parameter or header is invalid.",
  431: "There are too many header fields, or they are too large.",
  500: "An internal error occurred. After a write, it may be unknown whether it was applied.",
  503: "The service is unavailable. A single write was not applied; of many rows or a file, some rows may have been applied. See Retry-After.",
};
/** Refusals of all endpoints of the API. */
const ALWAYS: Record<number, string> = {
  ...OF_REQUESTS,
  401: "A valid access token is required.",
  403: "The token does not have the scope, X-SVC-Tenant is not the tenant of the token, or the tenant is suspended.",
  404: "There is no such resource.",
  429: "Too many requests; see Retry-After.",
};
const OF_BODIES: Record<number, string> = {
  413: "The body is larger than 1 MiB.",
  415: "The media type of the body is not JSON, or the body has a content encoding.",
};
const OF_UPLOADS = "The media type of the body is not supported, or its encoding is not gzip.";
const OF_CONDITIONS: Record<number, string> = {
  412: "If-Match does not match the current version.",
};
const OF_KEYS: Record<number, string> = {
  409: "The first request with this Idempotency-Key is still running.",
  422: "The Idempotency-Key was used for another request.",
};

/** Returns the refusals of a body, by status. */
function ofBody({ malformed, invalid, duplicate }: ApiRoute["refusals"]): Record<number, string>[] {
  return [
    OF_BODIES,
    { [malformed]: "The body is not JSON." },
    { [invalid]: "The body is invalid." },
    { [duplicate]: "A reference is taken." },
  ];
}

/**
 * Returns the refusals of a route by status. A status with several refusals has the texts of all. A route without a
 * token describes its own refusals itself.
 */
export function refusalsOf(route: AnyRoute): Record<number, string> {
  if (route.scope === undefined) return OF_REQUESTS;
  const some = [
    ALWAYS,
    ...(route.idempotency === undefined ? [] : [OF_KEYS]),
    ...(route.method === "get" || route.conditional === false ? [] : [OF_CONDITIONS]),
    ...(route.upload ? [{ 415: OF_UPLOADS }] : []),
    ...(route.body ? ofBody(route.refusals) : []),
  ];
  const texts: Record<number, string> = {};
  for (const [status, text] of some.flatMap((each) => Object.entries(each))) {
    const before = texts[Number(status)];
    texts[Number(status)] = before === undefined ? text : `${before} ${text}`;
  }
  return texts;
}
