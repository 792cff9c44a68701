import { createHash } from "node:crypto";
import { decoderOf } from "../../store/records/decode.ts";
import { refuse, type Reply } from "../reply.ts";
import { packText, unpackText } from "./packed-text.ts";

/** Replaces a stored reply about an erased wishlist or customer. */
const ERASED_ANSWER = "erased";

/** Maximum bytes of one stored reply, compressed; a longer one is stored in a shorter form. */
export const MAX_KEPT_BYTES = 8 * 1024;

type KeptReply = Reply & { deflated?: string };
type Body = Record<string, unknown>;

const decodeKept = decoderOf<KeptReply>("answer", { needs: "ok" });
const decodeBody = decoderOf<Body>("body", { needs: null });

/** Whether a reply ends its request; otherwise another command follows. */
export const isFinal = (reply: Reply) => !(reply.ok && reply.remaining);

/** Whether a reply may be repeated to its request. A refusal for lack of space may not: space may become free. */
export const isAnswer = (reply: Reply) => isFinal(reply) && (reply.ok || reply.code !== "BudgetExceeded");

/** Digest that tells the body of a reply from any other. */
export const bodyDigest = (json: string) => createHash("sha256").update(json).digest("base64url");

/** Rows of results without the references that the request itself has, in the same order. */
const withoutReferences = (rows: readonly object[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith("Ref"))));

/**
 * A shorter form of a body that lists results: no record has the result of a row, so only the references are left out.
 */
function shortList(body: Body): string {
  const shown = Object.entries(body).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? withoutReferences(value) : value,
  ]);
  return JSON.stringify(Object.fromEntries<unknown>(shown));
}

const pack = (rest: object, json?: string) =>
  packText(json === undefined ? JSON.stringify(rest) : `${JSON.stringify(rest)}\n${json}`);

/**
 * The text of a reply that is stored under an Idempotency-Key. It is the whole reply, compressed: a retry gets the
 * first answer byte for byte, even if the record has changed since. If that is still too long, a reply that shows a
 * record is stored as the ids of the record and a digest of the body ({@link RecordAnswer}), and a list of results
 * without the references. `about` names the wishlist, or the customer's slot, of the reply.
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

/** A reply as version 0.1.0 stored it: as JSON, of which a long body is compressed. */
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

/** The reply that was kept under an Idempotency-Key. */
export function keptReply(text: string): Reply {
  if (text === ERASED_ANSWER)
    return {
      ...refuse("ResourceNotFound", "The resource that this Idempotency-Key created was deleted."),
      replayed: true,
    };
  return { ...(text.startsWith("{") ? formerReply(text) : packedReply(text)), replayed: true };
}
