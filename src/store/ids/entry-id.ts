/** Position of a command in its partition's stream: `<milliseconds>-<sequence>`, by Redis's clock. */
export interface EntryId {
  readonly ms: number;
  readonly seq: number;
}

/**
 * Reads a stream entry id.
 *
 * @throws on any other text, because only Redis creates these ids
 */
export function parseEntryId(text: string): EntryId {
  const dash = text.indexOf("-");
  const ms = Number(text.slice(0, dash));
  const seq = Number(text.slice(dash + 1));
  if (dash < 1 || !Number.isSafeInteger(ms) || !Number.isSafeInteger(seq)) {
    throw new TypeError(`not a stream entry id: ${text}`);
  }
  return { ms, seq };
}

/** Compares two whole numbers in decimal digits. */
function compareNumbers(one: string, two: string): number {
  if (one.length !== two.length) {
    const width = Math.max(one.length, two.length);
    return compareNumbers(one.padStart(width, "0"), two.padStart(width, "0"));
  }
  return one < two ? -1 : one > two ? 1 : 0;
}

/** Returns the two numbers of a stream entry's id as text, because both may have 20 digits. */
function numbersOf(entryId: string): [ms: string, seq: string] {
  const dash = entryId.indexOf("-");
  return dash < 0 ? [entryId, "0"] : [entryId.slice(0, dash), entryId.slice(dash + 1)];
}

/**
 * Compares two stream entries by their ids: negative if the first comes before the second, 0 if they are the same. An
 * id without a sequence has the sequence 0.
 */
export function compareEntryIds(id: string, other: string): number {
  const [ms, seq] = numbersOf(id);
  const [otherMs, otherSeq] = numbersOf(other);
  return compareNumbers(ms, otherMs) || compareNumbers(seq, otherSeq);
}

/** Whether one stream entry comes before another, by {@link compareEntryIds}. */
export const isEntryBefore = (id: string, other: string): boolean => compareEntryIds(id, other) < 0;

/** Returns the version of an entity: a short text that no other change of the partition has. */
export function versionOf(at: EntryId): string {
  return at.ms.toString(36) + (at.seq === 0 ? "" : `.${at.seq.toString(36)}`);
}

/** Returns when an entity got a version, in milliseconds since 1970. */
export function timeOfVersion(version: string): number {
  return Number.parseInt(version, 36);
}
