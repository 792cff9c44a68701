import type { ApiRoute } from "../route.ts";

/** Refusals that any endpoint of the API may answer with. */
const ALWAYS: Record<number, string> = {
  400: "A query parameter or header is invalid.",
  401: "A valid access token is needed.",
  403: "The tenant is another one, suspended, or lacks the scope.",
  404: "There is no such resource.",
  429: "Too many requests; see Retry-After.",
  431: "There are too many header fields, or they are too large.",
  500: "Something went wrong on our side.",
  503: "The service is unavailable; nothing was changed. See Retry-After.",
};
const OF_BODIES: Record<number, string> = {
  413: "The body is larger than 1 MiB.",
  415: "The body is not JSON by its type, or encoded.",
};
const OF_UPLOADS = "The body has another type, or an encoding that is not gzip.";
const OF_CONDITIONS: Record<number, string> = {
  412: "If-Match does not match the current version.",
};
const OF_KEYS: Record<number, string> = {
  409: "The first request with this Idempotency-Key is still running.",
  422: "The Idempotency-Key was used for another request.",
};

/** What a body is refused for, by status. */
function ofBody({ malformed, invalid, duplicate }: ApiRoute["refusals"]): Record<number, string>[] {
  return [
    OF_BODIES,
    { [malformed]: "The body is not JSON." },
    { [invalid]: "The body breaks a rule." },
    { [duplicate]: "A reference is taken." },
  ];
}

/** What a route refuses, by status. A status has all that it is used for. */
export function refusalsOf(route: ApiRoute): Record<number, string> {
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
