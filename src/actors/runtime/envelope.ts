import { defined } from "../../store/defined.ts";
import { decoderOf } from "../../store/records/decode.ts";
import { withStoreKey } from "../../store/records/of-store.ts";
import type { Command } from "../command.ts";

/** A command on its way: who waits for the reply, and under which Idempotency-Key it came. */
export interface Envelope {
  /** HTTP process that waits; empty if none does. */
  instance: string;
  /** Number of the request in that process; with the instance it is the command's id. */
  requestId: string;
  /** Digest of the Idempotency-Key, if any: the reply is kept under it. */
  digest?: string;
  /** What the tenant has left of its stored bytes for each record that the command changes; absent for enough. */
  spareBytes?: number;
  /** The trace context of the span that it continues, where a trace is taken. */
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

/** The text of an envelope in the command stream. */
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
 * Decodes what {@link encodeCommand} wrote; version 0.1.0 named the store key of a command `scope`. Undefined for
 * anything else.
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

/** Id under which a sender cancels its command. */
export const commandId = (envelope: Pick<Envelope, "instance" | "requestId">) =>
  `${envelope.instance}:${envelope.requestId}`;
