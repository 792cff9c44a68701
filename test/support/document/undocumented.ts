import type { Answer, Json } from "../service.ts";
import { validatorOf } from "./document-validators.ts";
import { resolved } from "./random-values.ts";

/** Headers that depend on the request, which the document must name where they can occur. */
const SPECIAL = ["allow", "etag", "idempotency-replayed", "location", "retry-after", "www-authenticate"];

/**
 * Returns what an answer to an operation has that the document does not say: its status, headers, media type or body.
 * Returns undefined if it is as documented.
 */
export function undocumentedIn(document: Json, operation: Json, answer: Answer<Json>): string | undefined {
  const { status, text, headers } = answer;
  const documented = operation.responses[status];
  if (!documented) return "the status";
  const response: Json = resolved(document, documented);
  const named = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
  const unnamed = SPECIAL.find((name) => headers[name] !== undefined && !named.has(name));
  if (unnamed !== undefined) return `the header ${unnamed}`;
  const content: Record<string, Json> = response.content ?? {};
  if (text === "") return undefined;
  const [type = ""] = String(answer.headers["content-type"]).split(";");
  const media = content[type];
  if (!media) return `the type ${type}`;
  if (!type.endsWith("json") || !media.schema) return undefined;
  if (type === "application/problem+json" && !/[.…]$/.test(answer.body.detail))
    return "a detail that is no sentence";
  const validate = validatorOf(media.schema);
  return validate(answer.body) ? undefined : JSON.stringify(validate.errors);
}
