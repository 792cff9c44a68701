import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import { groupedBy } from "../../collections/grouped.ts";
import { parseEntryId } from "../ids/entry-id.ts";
import { parseCustomerId, parseProductHolder, partitionOfWishlist } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { comparableContact, type UniqueContact } from "../keys/names.ts";
import type { Layout } from "../layout/layout.ts";
import { type Claim, type DatedClaim, isShared, type UniqueReference } from "../records/records.ts";
import { settlePerSlot } from "../redis/connection/cluster/per-slot.ts";
import { readTexts } from "../redis/replies.ts";
import { loadScript, loadTypedScript } from "../redis/script.ts";
import { hasReference } from "./has-reference.ts";
import { addHolders, giveUpHolder } from "./holder-list.ts";
import { HolderLists } from "./holder-lists.ts";

const claimReferencesScript = loadTypedScript("references/claim-references", readTexts);
const takeOverReferenceScript = loadScript("references/take-over-reference");
const releaseReferenceScript = loadScript("references/release-reference");

const SWEEP_BATCH_SIZE = 200;
/** Number of claims that are released at once: more would make other commands of the connection wait. */
const RELEASE_BATCH_SIZE = 500;
/** Maximum number of attempts of a claim whose reference changes its holder during the check. */
const MAX_ATTEMPTS = 10;

type ClaimOutcome = PromiseSettledResult<"granted" | "taken">;

/** The outcome of a claim without a reply. */
const MISSING = { status: "rejected", reason: new Error("Redis gave no reply") } as const;

/** Holders of an item reference. `more` means that there are others, which are not listed. */
interface Holders {
  wishlistIds: string[];
  more: boolean;
}

/** Addresses of products with a name of variants. `more` means that there may be others, which are not listed. */
interface NamedProducts {
  addresses: { partition: number; key: string }[];
  more: boolean;
}

/**
 * Indexes from references to the entities that have them. They are not in the partitions of the entities, so the rule
 * is: write the index first, commit second, and verify on read. An entry without its entity does no harm.
 */
export class References {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #claimLifetimeMs: number;
  /** The holders of references that several may have. */
  readonly lists: HolderLists;

  /** @param claimLifetimeMs age after which a claim may be taken over if its entity does not have the reference */
  constructor(redis: Redis, keys: Keys, layout: Layout, claimLifetimeMs: number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#claimLifetimeMs = claimLifetimeMs;
    this.lists = new HolderLists({ redis, keys, claimLifetimeMs, hashOf: (claim) => this.hashOf(claim) });
  }

  /** Returns the key of the hash of a reference. */
  hashOf({ reference, storeKey, value }: Omit<Claim, "holder">): string {
    return this.#keys.references(
      this.#layout.partitionOf(`${reference} ${storeKey} ${value}`),
      reference,
      storeKey,
    );
  }

  /** Claims references, in order. A claim that its holder already has is granted again. */
  async claim(claims: readonly DatedClaim[]): Promise<("granted" | "taken")[]> {
    return (await this.tryClaims(claims)).map((outcome) => {
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    });
  }

  /** Like {@link claim}, but resolves to the outcome of each claim: a failing claim does not affect the others. */
  async tryClaims(claims: readonly DatedClaim[]): Promise<ClaimOutcome[]> {
    const shared = claims.filter(isShared);
    const unique = claims.filter((claim) => !isShared(claim));
    const outcomes = new Map<DatedClaim, ClaimOutcome>();
    if (shared.length > 0) await this.#addHolders(shared, outcomes);
    if (unique.length > 0) await this.#claimUnique(unique, outcomes);
    return claims.map((claim) => outcomes.get(claim) ?? MISSING);
  }

  /** Adds holders to references that several may have, and records the outcomes. */
  async #addHolders(claims: readonly DatedClaim[], outcomes: Map<DatedClaim, ClaimOutcome>): Promise<void> {
    const added = await settlePerSlot(
      this.#redis,
      claims,
      (claim) => this.hashOf(claim),
      async (part) => {
        const hashes = part.map((claim) => this.hashOf(claim));
        await addHolders(this.#redis, hashes, part);
        return part.map(() => "granted" as const);
      },
    );
    for (const [i, claim] of claims.entries()) outcomes.set(claim, added[i] ?? MISSING);
  }

  /**
   * Claims references that only one may have, and records the outcomes. Claims of the same reference are handled one
   * after the other: a reference that the first one gets is taken for the next.
   */
  async #claimUnique(claims: readonly DatedClaim[], outcomes: Map<DatedClaim, ClaimOutcome>): Promise<void> {
    const present = await this.#tryToClaim(claims);
    const tried = claims.map((claim, i) => ({ claim, present: present[i] ?? MISSING }));
    const resolveInTurn = async (ofReference: typeof tried) => {
      for (const each of ofReference)
        outcomes.set(each.claim, await this.#outcomeOf(each.claim, each.present));
    };
    const groups = groupedBy(tried, ({ claim }) => `${this.hashOf(claim)} ${claim.value}`);
    await Promise.all([...groups.values()].map(resolveInTurn));
  }

  async #outcomeOf(claim: DatedClaim, present: PromiseSettledResult<string>): Promise<ClaimOutcome> {
    if (present.status === "rejected") return present;
    try {
      const isOurs = await this.#insist(claim, present.value);
      return { status: "fulfilled", value: isOurs ? "granted" : "taken" };
    } catch (reason) {
      return { status: "rejected", reason };
    }
  }

  /** Resolves to `granted` or to the existing claim, for each claim. */
  async #tryToClaim(claims: readonly DatedClaim[]): Promise<PromiseSettledResult<string>[]> {
    return settlePerSlot(
      this.#redis,
      claims,
      (claim) => this.hashOf(claim),
      (part) =>
        claimReferencesScript.run(
          this.#redis,
          part.map((claim) => this.hashOf(claim)),
          part.flatMap((claim) => [claim.value, claim.holder, claim.at.toString()]),
        ),
    );
  }

  /**
   * Makes sure that the holder of a refused claim has the reference, or may still get it. If the reference is released
   * or changes its holder in the meantime, the claim is tried again: a caller that saw a free reference must get it.
   */
  async #insist(claim: DatedClaim, first: string): Promise<boolean> {
    let present = first;
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      if (present === "granted") return true;
      if (!(await this.#isStale(claim, present))) return false;
      if (await this.#takeOver(claim, present)) return true;
      const [outcome = MISSING] = await this.#tryToClaim([claim]);
      if (outcome.status === "rejected") throw outcome.reason;
      present = outcome.value;
    }
    return present === "granted";
  }

  /** Whether the holder of the current claim no longer exists, or never got the reference. */
  async #isStale(claim: DatedClaim, present: string): Promise<boolean> {
    const [holder = "", since = "0"] = present.split(" ");
    const isOld = claim.at - Number(since) >= this.#claimLifetimeMs;
    if (!isOld && !(await this.#isCompleted(holder, Number(since)))) return false;
    return !(await hasReference(this.#redis, this.#keys, { ...claim, holder }));
  }

  /** Replaces a stale claim. Resolves to false if it has changed in the meantime. */
  async #takeOver(claim: DatedClaim, present: string): Promise<boolean> {
    const args = [claim.value, present, `${claim.holder} ${claim.at}`];
    return (await takeOverReferenceScript.run(this.#redis, [this.hashOf(claim)], args)) === 1;
  }

  /**
   * Whether the command of a claim is completed, which means that all waiting commands of its partition are newer. Its
   * entity then has the reference already, or will never have it.
   */
  async #isCompleted(holder: string, since: number): Promise<boolean> {
    const partition = parseCustomerId(holder)?.partition ?? partitionOfWishlist(holder);
    if (partition === undefined) return true;
    const [first] = await this.#redis.xrange(this.#keys.commands(partition), "-", "+", "COUNT", 1);
    return first === undefined || parseEntryId(first[0]).ms > since;
  }

  /** Whether a holder is entered under its reference, or need not be: see {@link HolderLists.isEntered}. */
  async isEntered(claim: Claim): Promise<boolean> {
    if (isShared(claim)) return this.lists.isEntered(claim);
    return (await this.#redis.hget(this.hashOf(claim), claim.value))?.split(" ")[0] === claim.holder;
  }

  /**
   * Claims a reference that the record of its holder has, and makes room for it in a list of holders. Resolves to
   * whether the holder is entered.
   */
  async claimHeld(claim: DatedClaim): Promise<boolean> {
    if (isShared(claim)) await this.lists.makeRoom(claim, claim.at);
    const [outcome] = await this.claim([claim]);
    return outcome === "granted" && this.isEntered(claim);
  }

  /** Releases claims whose holders do not have the reference, or no longer have it. */
  async release(claims: readonly DatedClaim[]): Promise<void> {
    for (const batch of batchesOf(claims, RELEASE_BATCH_SIZE))
      await Promise.all(batch.map((claim) => this.#releaseClaim(claim)));
  }

  /** Releases a claim if its holder does not have the reference. Resolves to whether it was released. */
  async #releaseClaim(claim: DatedClaim): Promise<boolean> {
    if (await hasReference(this.#redis, this.#keys, claim)) return false;
    if (isShared(claim)) return giveUpHolder(this.#redis, this.hashOf(claim), claim);
    const args = [claim.value, claim.holder, claim.at.toString()];
    return (await releaseReferenceScript.run(this.#redis, [this.hashOf(claim)], args)) === 1;
  }

  /**
   * Releases the references of one kind of a store in a partition that no entity has, except recent claims, whose
   * commands may still wait. Resolves to the number of released references.
   */
  async sweep(partition: number, reference: UniqueReference, storeKey: string, now: number): Promise<number> {
    const hash = this.#keys.references(partition, reference, storeKey);
    let dropped = 0;
    let cursor = "0";
    do {
      const [next, entries] = await this.#redis.hscan(hash, cursor, "COUNT", SWEEP_BATCH_SIZE);
      cursor = next;
      const stale: DatedClaim[] = [];
      for (const [value = "", claim = ""] of batchesOf(entries, 2)) {
        const [holder = "", since = "0"] = claim.split(" ");
        const at = Number(since);
        if (now - at >= this.#claimLifetimeMs) stale.push({ reference, storeKey, value, holder, at });
      }
      const outcomes = await Promise.all(stale.map((claim) => this.#releaseClaim(claim)));
      dropped += outcomes.filter(Boolean).length;
    } while (cursor !== "0");
    return dropped;
  }

  /** Finds the wishlist that holds this reference. Callers must check that it still has it. */
  async wishlistWith(storeKey: string, wishlistRef: string): Promise<string | undefined> {
    const claim = { reference: "wishlistRef" as const, storeKey, value: wishlistRef };
    const found = await this.#redis.hget(this.hashOf(claim), wishlistRef);
    return found?.split(" ")[0];
  }

  /** Finds the wishlists that hold this item reference. Callers must check that they still have such an item. */
  async wishlistsWithItem(storeKey: string, itemRef: string): Promise<Holders> {
    const claim = { reference: "itemRef" as const, storeKey, value: itemRef };
    const { times, unlistedSince } = await this.lists.of(claim);
    return { wishlistIds: [...times.keys()], more: unlistedSince !== undefined };
  }

  /**
   * Finds the partitions and slot keys of the products that have a variant with this name. Callers must check that they
   * still have it.
   */
  async productsWithVariant(storeKey: string, name: string): Promise<NamedProducts> {
    const claim = { reference: "variant" as const, storeKey, value: name };
    const { times, unlistedSince } = await this.lists.of(claim);
    // Several attempts to create a product have several names in data of version 0.1.0, but one address.
    const found = [...times.keys()].flatMap((holder) => parseProductHolder(holder) ?? []);
    const addresses = new Map(found.map((address) => [`${address.partition} ${address.key}`, address]));
    return { addresses: [...addresses.values()], more: unlistedSince !== undefined };
  }

  /**
   * Finds the customer that holds an e-mail address, in any case, or a phone number in E.164. Callers must check that
   * it still has it.
   */
  async customerWith(
    storeKey: string,
    reference: UniqueContact,
    contact: string,
  ): Promise<string | undefined> {
    const value = comparableContact(reference, contact);
    const found = await this.#redis.hget(this.hashOf({ reference, storeKey, value }), value);
    return found?.split(" ")[0];
  }
}
