import { createHash } from "node:crypto";
import { ERASED_ANSWER } from "../../store/partition/state/state-keys.ts";
import { decoderOf } from "../../store/records/decode.ts";
import { refuse, type Reply } from "../reply.ts";
import { packText, unpackText } from "./packed-text.ts";

/** Detail of the answer to a retry whose first answer was erased. It does not say whether that was a success. */
export const ERASED_DETAIL =
  "A request with this Idempotency-Key was processed before. Its resource was deleted later, and its answer was erased.";

/** Maximum length of one stored answer, compressed, in bytes; a longer one is stored in a shorter form. */
export const MAX_KEPT_BYTES = 8 * 1024;

/** Bytes of a stored answer that count as one Idempotency-Key. Most answers are shorter. */
export const KEY_BYTES = 1024;

type KeptReply = Reply & { deflated?: string };
type Body = Record<string, unknown>;

const decodeKept = decoderOf<KeptReply>("answer", { needs: "ok" });
const decodeBody = decoderOf<Body>("body", { needs: null });

/** Whether a reply is the last one of its request; otherwise another command follows. */
export const isFinal = (reply: Reply) => !(reply.ok && reply.remaining);

/**
 * Whether a retry of the request gets the same reply. It does not after a refusal for lack of space: space may become
 * free.
 */
export const isAnswer = (reply: Reply) => isFinal(reply) && (reply.ok || reply.code !== "BudgetExceeded");

/** Returns the digest that identifies the body of a reply. */
export const bodyDigest = (json: string) => createHash("sha256").update(json).digest("base64url");

/** Removes the references from rows of results: the request has them in the same order. */
const withoutReferences = (rows: readonly object[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith("Ref"))));

/** Shortens a body that lists results. It loses only the references, because no record has the result of a row. */
function shortList(body: Body): string {
  const shown = Object.entries(body).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? withoutReferences(value) : value,
  ]);
  return JSON.stringify(Object.fromEntries<unknown>(shown));
}

const pack = (fields: object, json?: string) =>
  packText(json === undefined ? JSON.stringify(fields) : `${JSON.stringify(fields)}\n${json}`);

/**
 * Encodes a reply that is stored under an Idempotency-Key. The whole reply is compressed: a retry gets the first answer
 * byte for byte, even if the record has changed since. If this text is too long, a reply that shows a record is stored
 * as the ids of the record and a digest of the body ({@link RecordAnswer}), and a list of results is stored without the
 * references. `about` is the wishlist, or the customer's slot, that the reply is about.
 */
export function keptText(reply: Reply, about: string): string {
  if (!reply.ok || reply.json === undefined) return pack(reply);
  const { json, ...rest } = reply;
  const text = pack(rest, json);
  if (text.length <= MAX_KEPT_BYTES) return text;
  const body = decodeBody(json);
  const { id, svc_customer_id } = body;
  if (id === undefined && svc_customer_id === undefined) return pack(rest, shortList(body));
  return pack({ ...rest, record: { about, ids: { id, svc_customer_id }, digest: bodyDigest(json) } });
}

/** Decodes a reply that version 0.1.0 stored: JSON, in which a long body is compressed. */
function formerReply(text: string): Reply {
  const { deflated, ...reply } = decodeKept(text);
  return reply.ok && deflated !== undefined ? { ...reply, json: unpackText(deflated) } : reply;
}

function packedReply(text: string): Reply {
  const unpacked = unpackText(text);
  const end = unpacked.indexOf("\n");
  if (end < 0) return decodeKept(unpacked);
  const reply = decodeKept(unpacked.slice(0, end));
  return reply.ok ? { ...reply, json: unpacked.slice(end + 1) } : reply;
}

/** Decodes a reply that was kept under an Idempotency-Key. */
export function keptReply(text: string): Reply {
  if (text === ERASED_ANSWER) return { ...refuse("ResourceNotFound", ERASED_DETAIL), replayed: true };
  return { ...(text.startsWith("{") ? formerReply(text) : packedReply(text)), replayed: true };
}
