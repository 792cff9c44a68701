import { boundedCache } from "../../collections/bounded-cache.ts";
import type { Claim } from "../records/records.ts";
import { hasReference } from "./has-reference.ts";
import { decodeHolders, type HolderList, MAX_HOLDERS, removeHolder, UNLISTED } from "./holder-list.ts";
import {
  type HolderSweep,
  type ReferenceOfList,
  type SharedReferences,
  sweepHolders,
  sweepHoldersOf,
  type SweepParts,
  type UnlistedReference,
} from "./holder-sweep.ts";

/** Number of full lists whose check is kept, and for how long, in milliseconds. */
const MAX_CHECKED = 1000;
const CHECKED_MS = 10_000;

interface HolderListsParts extends Omit<SweepParts, "now"> {
  hashOf: (claim: Omit<Claim, "holder">) => string;
}

/**
 * The lists of holders of references that several may have. A list has a limited length: an unlisted holder is not
 * found by the reference until the sweep has made room and the records have been read again.
 */
export class HolderLists {
  readonly #parts: HolderListsParts;
  /** Whether all holders in a full list have their reference, by the text of the list. */
  readonly #checked = boundedCache<Promise<boolean>>(MAX_CHECKED, { ttl: CHECKED_MS });

  constructor(parts: HolderListsParts) {
    this.#parts = parts;
  }

  /** Reads the holders of a reference. Callers must check that they still have it. */
  async of(reference: Omit<Claim, "holder">): Promise<HolderList> {
    return decodeHolders(await this.#textOf(reference));
  }

  /**
   * Whether a holder is in the list of its reference. It need not be in a full list if all holders in it have the
   * reference.
   */
  async isEntered(claim: Claim): Promise<boolean> {
    const text = await this.#textOf(claim);
    const { times, unlistedSince } = decodeHolders(text);
    if (times.has(claim.holder)) return true;
    if (unlistedSince === undefined || times.size < MAX_HOLDERS) return false;
    const { redis, keys } = this.#parts;
    const check = async () => {
      const isHeld = (holder: string) => hasReference(redis, keys, { ...claim, holder });
      return (await Promise.all([...times.keys()].map(isHeld))).every(Boolean);
    };
    const name = `${this.#parts.hashOf(claim)} ${claim.value} ${text}`;
    const checking = this.#checked.get(name) ?? check();
    this.#checked.set(name, checking);
    return checking;
  }

  /** Removes the holders of a reference that do not have it, except recent claims, to make room for others. */
  async makeRoom({ reference, storeKey, value }: ReferenceOfList, now: number): Promise<void> {
    const named = { reference, storeKey, value };
    const text = await this.#textOf(named);
    await sweepHoldersOf({ ...this.#parts, now }, { ...named, hash: this.#parts.hashOf(named) }, text);
  }

  /**
   * Removes the holders of references that do not have them, except recent claims. Resolves to their number, and to the
   * references that may have unlisted holders, although the list has room.
   */
  sweep(references: SharedReferences, now: number): Promise<HolderSweep> {
    return sweepHolders({ ...this.#parts, now }, references);
  }

  /**
   * Records that all holders of a reference are listed. Changes nothing if another claim did not fit since the
   * sweep. Resolves to whether it was recorded.
   */
  complete(reference: UnlistedReference): Promise<boolean> {
    const { value, since } = reference;
    const hash = this.#parts.hashOf(reference);
    return removeHolder(this.#parts.redis, hash, { value, holder: UNLISTED }, since);
  }

  #textOf(reference: Omit<Claim, "holder">): Promise<string | null> {
    return this.#parts.redis.hget(this.#parts.hashOf(reference), reference.value);
  }
}
