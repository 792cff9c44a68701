import { defined } from "../../collections/defined.ts";
import { decoderOf } from "../../store/records/decode.ts";
import { withStoreKey } from "../../store/records/of-store.ts";
import type { Command } from "../command.ts";

/** A command in transit, with the process that waits for its reply and the Idempotency-Key of its request. */
export interface Envelope {
  /** HTTP process that waits for the reply; empty if none does. */
  instance: string;
  /** Number of the request in that process. The instance and this number are the command's id. */
  requestId: string;
  /** Digest of the Idempotency-Key, if the request has one. The reply is kept under it. */
  digest?: string;
  /** Bytes that each changed record may still grow by; undefined while the tenant is within its budget. */
  spareBytes?: number;
  /** Trace context of the span that the command continues, if it is traced. */
  traceContext?: string;
  command: Command;
}

/** An envelope as it is stored, with short names. */
interface StoredEnvelope {
  n: string;
  i: string;
  k?: string;
  b?: number;
  t?: string;
  c: Command;
}

const decodeStored = decoderOf<StoredEnvelope>("command", { needs: "c" });

/** Encodes an envelope for the command stream. */
export function encodeCommand(envelope: Envelope): string {
  const { instance, requestId, digest, spareBytes, traceContext, command } = envelope;
  return JSON.stringify({
    n: instance,
    i: requestId,
    ...defined({ k: digest, b: spareBytes, t: traceContext }),
    c: command,
  });
}

/**
 * Decodes a text of {@link encodeCommand}, also of version 0.1.0, which named the store key of a command `scope`.
 * Returns undefined for any other text.
 */
export function envelopeIn(text: string): Envelope | undefined {
  try {
    const { n, i, k, b, t, c } = decodeStored(text);
    return {
      instance: n,
      requestId: i,
      ...defined({ digest: k, spareBytes: b, traceContext: t }),
      command: withStoreKey(c),
    };
  } catch {
    return undefined;
  }
}

/** Returns the id under which a sender cancels its command. */
export const commandId = (envelope: Pick<Envelope, "instance" | "requestId">) =>
  `${envelope.instance}:${envelope.requestId}`;
