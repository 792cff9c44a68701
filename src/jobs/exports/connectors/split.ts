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
