import type { ExportReason } from "../../../text/outbound-reasons.ts";

/** An entry to send, for the record with this id. */
export interface Sendable {
  id: string;
  /** Size of the entry in a request. */
  bytes: number;
}

export interface RejectedEntry {
  id: string;
  reason: ExportReason;
}

/** Splits entries into parts in their order. No part has more entries or more bytes than a request may have. */
export function inRequests<T extends Sendable>(
  entries: readonly T[],
  limits: { count: number; bytes: number },
): T[][] {
  const parts: T[][] = [];
  let part: T[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (part.length === limits.count || (part.length > 0 && bytes + entry.bytes > limits.bytes)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(entry);
    bytes += entry.bytes;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

/**
 * Sends entries together. If the platform refuses them, each half is sent by itself, or each single entry if there are
 * at most `maxSingle`, until it is known which entries the platform does not accept. `post` resolves to the platform's
 * reason, or undefined if it accepted the entries.
 */
export async function sendSplit<T extends Sendable>(
  entries: readonly T[],
  maxSingle: number,
  post: (entries: readonly T[]) => Promise<ExportReason | undefined>,
): Promise<RejectedEntry[]> {
  const reason = await post(entries);
  if (reason === undefined) return [];
  if (entries.length === 1) return entries.map(({ id }) => ({ id, reason }));
  const middle = Math.ceil(entries.length / 2);
  const parts =
    entries.length <= maxSingle
      ? entries.map((entry) => [entry])
      : [entries.slice(0, middle), entries.slice(middle)];
  const rejected: RejectedEntry[] = [];
  for (const part of parts) rejected.push(...(await sendSplit(part, maxSingle, post)));
  return rejected;
}
