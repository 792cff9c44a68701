import type { Answer, Json } from "../service.ts";

/** Headers that all answers have, or that depend on the settings, and those about the body. */
const GENERAL =
  /^(date|connection|keep-alive|vary|cache-control|content-.*|transfer-encoding|x-.*|ratelimit.*|pragma|referrer-policy)$/;
/** Only an answer to a repeated request has it. */
const OF_REPEATED = "idempotency-replayed";

/** Returns the special headers that an operation of the document names for an answer, and those that the answer has. */
export function headersIn(
  operation: Json,
  { status, headers }: Answer<Json>,
): { named: string[]; sent: string[] } {
  const named = Object.keys(operation.responses[status]?.headers ?? {}).map((name) => name.toLowerCase());
  return {
    named: named.filter((name) => name !== OF_REPEATED).sort(),
    sent: Object.keys(headers)
      .filter((name) => !GENERAL.test(name))
      .sort(),
  };
}
