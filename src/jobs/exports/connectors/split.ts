/** Something to be sent, of the record with this id. */
export interface Sendable {
  id: string;
  /** As it is sent. */
  bytes: number;
}

export interface RejectedEntry {
  id: string;
  reason: string;
}

/** Things as parts in the given order, none with more things or more bytes than one request may have. */
export function inRequests<T extends Sendable>(
  things: readonly T[],
  most: { count: number; bytes: number },
): T[][] {
  const parts: T[][] = [];
  let part: T[] = [];
  let bytes = 0;
  for (const thing of things) {
    if (part.length === most.count || (part.length > 0 && bytes + thing.bytes > most.bytes)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(thing);
    bytes += thing.bytes;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

/**
 * Sends things together. When the platform refuses them, each half is sent for itself, and of at most `few` each single
 * one, until it is known which of them it does not take. `post` says why it refuses, or undefined.
 */
export async function sendSplit<T extends Sendable>(
  things: readonly T[],
  few: number,
  post: (things: readonly T[]) => Promise<string | undefined>,
): Promise<RejectedEntry[]> {
  const reason = await post(things);
  if (reason === undefined) return [];
  if (things.length === 1) return things.map(({ id }) => ({ id, reason }));
  const middle = Math.ceil(things.length / 2);
  const parts =
    things.length <= few ? things.map((thing) => [thing]) : [things.slice(0, middle), things.slice(middle)];
  const rejected: RejectedEntry[] = [];
  for (const part of parts) rejected.push(...(await sendSplit(part, few, post)));
  return rejected;
}
