import type { Redis } from "ioredis";
import type { DatedClaim } from "../records/records.ts";
import { loadScript } from "../redis/script.ts";

const addHoldersScript = loadScript("references/add-holders");
const removeHolderScript = loadScript("references/remove-holder");

/**
 * Maximum number of holders that are listed for a reference. It is above the number of variants that a name can mean, so
 * that a complete list shows whether the name has that many.
 */
export const MAX_HOLDERS = 21;
/**
 * Maximum difference, in milliseconds, between the recorded time and the newest claim that did not fit into the list.
 */
export const UNLISTED_INTERVAL_MS = 60_000;
/** Stands for the unlisted holders: those that did not fit into the list. */
export const UNLISTED = "+";
/** Time of a holder that version 0.1.0 entered. */
export const NO_TIME = "0-0";

/** The holders of a reference that may have several, with the stream entries of their newest claims. */
export interface HolderList {
  times: ReadonlyMap<string, string>;
  /**
   * Entry id of the newest claim that did not fit into the list, or of one up to {@link UNLISTED_INTERVAL_MS} older;
   * undefined if all holders are listed.
   */
  unlistedSince: string | undefined;
}

/** Reads the holders of a reference. The script `add-holders` writes them. */
export function decodeHolders(text: string | null): HolderList {
  const times = new Map<string, string>();
  let last = "";
  for (const word of text?.split(" ") ?? [])
    if (!word.startsWith("@")) times.set((last = word), NO_TIME);
    else if (last !== "") times.set(last, word.slice(1));
  const unlistedSince = times.get(UNLISTED);
  times.delete(UNLISTED);
  return { times, unlistedSince };
}

const entryIdOf = ({ at, seq = 0 }: DatedClaim) => `${at}-${seq}`;

/** Enters holders of references, with the times of their claims. `hashes` has the key of each. */
export async function addHolders(
  redis: Redis,
  hashes: readonly string[],
  claims: readonly DatedClaim[],
): Promise<void> {
  const args = [MAX_HOLDERS.toString(), UNLISTED_INTERVAL_MS.toString()];
  for (const claim of claims) args.push(claim.value, claim.holder, entryIdOf(claim));
  await addHoldersScript.run(redis, hashes, args);
}

/**
 * Removes a holder whose newest claim is not newer than `since`, a stream entry. Resolves to whether it was removed.
 * The caller knows from its record that it does not have the reference.
 */
export async function removeHolder(
  redis: Redis,
  hash: string,
  { value, holder }: Pick<DatedClaim, "value" | "holder">,
  since: string,
): Promise<boolean> {
  return (await removeHolderScript.run(redis, [hash], [value, holder, since])) === 1;
}

/** Removes a holder that has given up its reference with a command, unless it has claimed it again since. */
export const giveUpHolder = (redis: Redis, hash: string, release: DatedClaim): Promise<boolean> =>
  removeHolder(redis, hash, release, entryIdOf(release));
