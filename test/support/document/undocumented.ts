import type { Answer, Json } from "../service.ts";
import { validatorOf } from "./document-validators.ts";
import { resolved } from "./random-values.ts";

/**
 * Returns what an answer to an operation has that the document does not say: its status, media type or body. Returns
 * undefined if it is as documented.
 */
export function undocumentedIn(document: Json, operation: Json, answer: Answer<Json>): string | undefined {
  const { status, text } = answer;
  const documented = operation.responses[status];
  if (!documented) return "the status";
  const content: Record<string, Json> = resolved(document, documented).content ?? {};
  if (text === "") return undefined;
  const [type = ""] = String(answer.headers["content-type"]).split(";");
  const media = content[type];
  if (!media) return `the type ${type}`;
  if (!type.endsWith("json") || !media.schema) return undefined;
  const validate = validatorOf(media.schema);
  return validate(answer.body) ? undefined : JSON.stringify(validate.errors);
}
