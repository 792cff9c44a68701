import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import { boundedCache } from "../../collections/bounded-cache.ts";
import { parseEntryId } from "../ids/entry-id.ts";
import type { Keys } from "../keys/keys.ts";
import type { Claim, SharedReference } from "../records/records.ts";
import { hasReference, readVariantNames } from "./has-reference.ts";
import {
  addHolders,
  decodeHolders,
  type HolderList,
  MAX_HOLDERS,
  NO_TIME,
  removeHolder,
  UNLISTED,
  UNLISTED_INTERVAL_MS,
} from "./holder-list.ts";

/** Number of references that are read together, and that are checked together. */
const SCAN_BATCH_SIZE = 200;
const CHECK_BATCH_SIZE = 20;
/** Maximum number of products whose names are kept during a sweep. */
const MAX_PRODUCTS = 50;

/** A reference that several holders may have. */
export interface ReferenceOfList {
  reference: SharedReference;
  storeKey: string;
  value: string;
}

/** References of one kind of a store that belong to one partition. */
export interface SharedReferences {
  partition: number;
  reference: SharedReference;
  storeKey: string;
}

/** A reference with unlisted holders, although its list has room. */
export interface UnlistedReference extends ReferenceOfList {
  /** The holders that are listed. */
  listed: Set<string>;
  /** See {@link HolderList.unlistedSince}: it changes if another claim does not fit. */
  since: string;
}

/** The result of a sweep. */
export interface HolderSweep {
  dropped: number;
  unlisted: UnlistedReference[];
}

export interface SweepParts {
  redis: Redis;
  keys: Keys;
  claimLifetimeMs: number;
  /** The time before the first read, in milliseconds since 1970. */
  now: number;
}

type IsHeld = (claim: Claim) => Promise<boolean>;

/**
 * Returns a check whether the variants of a product have a name. It reads each product once: all claims that a sweep
 * checks are completed before its first read.
 */
function variantNameCheck({ redis, keys }: SweepParts): IsHeld {
  const known = boundedCache<Promise<ReadonlySet<string> | undefined>>(MAX_PRODUCTS);
  return async (claim) => {
    const name = `${claim.storeKey} ${claim.holder}`;
    const reading = known.get(name) ?? readVariantNames(redis, keys, claim);
    known.set(name, reading);
    // Names that cannot be decoded may be this one.
    return (await reading)?.has(claim.value) ?? true;
  };
}

/**
 * Removes holders of one reference that do not have it. Resolves to the holders that stay, and the number of others.
 */
async function sweepList(
  { redis, claimLifetimeMs, now }: SweepParts,
  { hash, ...reference }: ReferenceOfList & { hash: string },
  { times }: HolderList,
  isHeld: IsHeld,
): Promise<{ listed: Set<string>; dropped: number }> {
  const sweepHolder = async ([holder, since]: [string, string]) => {
    const isRecent = since !== NO_TIME && now - parseEntryId(since).ms < claimLifetimeMs;
    const claim = { ...reference, holder };
    if (isRecent || (await isHeld(claim))) return { holder, isDropped: false };
    // The command of a holder without a time may still wait. The next sweep removes it if it is then still unused.
    if (since === NO_TIME) await addHolders(redis, [hash], [{ ...claim, at: now }]);
    return { holder, isDropped: since !== NO_TIME && (await removeHolder(redis, hash, claim, since)) };
  };
  const swept = await Promise.all([...times].map(sweepHolder));
  const kept = swept.filter(({ isDropped }) => !isDropped);
  return { listed: new Set(kept.map(({ holder }) => holder)), dropped: swept.length - kept.length };
}

/**
 * Removes the holders of one reference that do not have it, except recent claims, whose commands may still wait.
 * Resolves to the number of removed holders, and to the reference if it has unlisted holders.
 */
export async function sweepHoldersOf(
  parts: SweepParts,
  reference: ReferenceOfList & { hash: string },
  text: string | null,
  hasName: IsHeld = variantNameCheck(parts),
): Promise<{ dropped: number; unlisted: UnlistedReference | undefined }> {
  const { redis, keys, claimLifetimeMs, now } = parts;
  const { hash, ...named } = reference;
  const list = decodeHolders(text);
  const { unlistedSince: since } = list;
  // A former name of a variant matters only if others take its place: the exact check reads whole products.
  const isContested = list.times.size > 1 || since !== undefined;
  const isExact = isContested && named.reference === "variant";
  const isHeld: IsHeld = isExact ? hasName : (claim) => hasReference(redis, keys, claim);
  const { listed, dropped } = await sweepList(parts, reference, list, isHeld);
  if (since === undefined || listed.size >= MAX_HOLDERS) return { dropped, unlisted: undefined };
  if (since === NO_TIME) {
    await addHolders(redis, [hash], [{ ...named, holder: UNLISTED, at: now }]);
    return { dropped, unlisted: undefined };
  }
  // Until then, a command may wait whose claim did not fit.
  const isRecent = now - parseEntryId(since).ms < claimLifetimeMs + UNLISTED_INTERVAL_MS;
  return { dropped, unlisted: isRecent ? undefined : { ...named, listed, since } };
}

/** Sweeps all references of one kind of a store in a partition, like {@link sweepHoldersOf}. */
export async function sweepHolders(parts: SweepParts, references: SharedReferences): Promise<HolderSweep> {
  const { partition, reference, storeKey } = references;
  const hash = parts.keys.references(partition, reference, storeKey);
  const hasName = variantNameCheck(parts);
  const result: HolderSweep = { dropped: 0, unlisted: [] };
  let cursor = "0";
  do {
    const [next, entries] = await parts.redis.hscan(hash, cursor, "COUNT", SCAN_BATCH_SIZE);
    cursor = next;
    for (const batch of batchesOf([...batchesOf(entries, 2)], CHECK_BATCH_SIZE)) {
      const swept = await Promise.all(
        batch.map(([value = "", text = ""]) =>
          sweepHoldersOf(parts, { hash, reference, storeKey, value }, text, hasName),
        ),
      );
      for (const { dropped, unlisted } of swept) {
        result.dropped += dropped;
        if (unlisted) result.unlisted.push(unlisted);
      }
    }
  } while (cursor !== "0");
  return result;
}
