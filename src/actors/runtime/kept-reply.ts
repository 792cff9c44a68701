import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Reply, refuse } from "../reply.ts";
import { decoderOf } from "../../store/records/decode.ts";

/** Replaces a stored reply about an erased wishlist or customer. */
const ERASED_ANSWER = "erased";

/** Maximum bytes of one stored reply; a longer one is stored in a shorter form. */
export const MAX_KEPT_BYTES = 8 * 1024;

type KeptReply = Reply & { deflated?: string };
type Body = Record<string, unknown>;

const decodeKept = decoderOf<KeptReply>("answer");
const decodeBody = decoderOf<Body>("body");

/** The reply ends its request; one that does not is followed by a further command. */
export const isFinal = (reply: Reply) => !(reply.ok && reply.remaining);

/** Whether a reply may be repeated to its request. A refusal for lack of space may not: space may become free. */
export const isAnswer = (reply: Reply) => isFinal(reply) && (reply.ok || reply.code !== "BudgetExceeded");

/** Distinguishes one reply's body from any other. */
export const bodyDigest = (json: string) => createHash("sha256").update(json).digest("base64url");

const isShort = (text: string) => Buffer.byteLength(text) <= MAX_KEPT_BYTES;

/** Rows of results without the references that the request itself has, in the same order. */
const withoutReferences = (rows: readonly object[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith("Ref"))));

/** An answer that lists results: the result of each row says nothing that a record could say. */
function deflated(body: Body, rest: object): string {
  const pack = (shown: object) =>
    JSON.stringify({ ...rest, deflated: deflateRawSync(JSON.stringify(shown)).toString("base64") });
  const whole = pack(body);
  if (isShort(whole)) return whole;
  const lists = Object.entries(body).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? withoutReferences(value) : value,
  ]);
  return pack(Object.fromEntries<unknown>(lists));
}

/**
 * The stored text of a reply under an Idempotency-Key. Of a long reply with a record only its ids and a digest are
 * stored, because the record itself is stored: {@link RecordAnswer}. A long list of results is compressed. `about`
 * names the wishlist, or the customer's slot, of the reply.
 */
export function keptText(reply: Reply, about: string): string {
  const text = JSON.stringify(reply);
  if (!reply.ok || reply.json === undefined || isShort(text)) return text;
  const { json, ...rest } = reply;
  const body = decodeBody(json);
  const { id, svc_customer_id } = body;
  if (id === undefined && svc_customer_id === undefined) return deflated(body, rest);
  const record = { about, ids: { id, svc_customer_id }, digest: bodyDigest(json) };
  return JSON.stringify({ ...rest, record });
}

/** The reply that was kept under an Idempotency-Key. */
export function keptReply(text: string): Reply {
  if (text === ERASED_ANSWER)
    return {
      ...refuse("ResourceNotFound", "The resource that this Idempotency-Key created was deleted."),
      replayed: true,
    };
  const { deflated: packed, ...reply } = decodeKept(text);
  if (!reply.ok || packed === undefined) return { ...reply, replayed: true };
  return { ...reply, json: inflateRawSync(Buffer.from(packed, "base64")).toString(), replayed: true };
}
