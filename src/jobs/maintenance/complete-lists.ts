import { batchesOf } from "../../collections/batches.ts";
import { groupedBy } from "../../collections/grouped.ts";
import { parseProductId, partitionOfWishlist, productHolder } from "../../store/ids/ids.ts";
import { KEY_LETTERS } from "../../store/keys/key-letters.ts";
import type { RecordAddress } from "../../store/keys/key-space.ts";
import { itemRefTerm, variantNames } from "../../store/keys/names.ts";
import { partsOfSlot, slotName } from "../../store/keys/slots.ts";
import type { IndexReads } from "../../store/maintenance/index-reads.ts";
import { Undecodable } from "../../store/records/decode.ts";
import type { SharedReference } from "../../store/records/records.ts";
import type { Now } from "../../store/redis/clock.ts";
import { MAX_HOLDERS } from "../../store/references/holder-list.ts";
import type { UnlistedReference } from "../../store/references/holder-sweep.ts";
import type { References } from "../../store/references/references.ts";

/** Number of records that are read at the same time. */
const BATCH_SIZE = 50;
/** Number of lists that are marked as complete after one job is added. */
const COMPLETE_BATCH_SIZE = 100;

export interface CompleteDeps {
  reads: IndexReads;
  references: References;
  partitions: number;
  now: Now;
  /** Names the data of the servers: it changes when a replica replaces its master. */
  history: () => Promise<string>;
  /**
   * Has the orders matched that wait for these names of variants, after the lists of the names are complete: a line that
   * was ambiguous may mean one of few variants then. It is called before, so that a process that dies loses no order.
   */
  matchLater: (storeKey: string, names: string[]) => Promise<void>;
}

/** The references of one kind whose lists are to be completed. */
class OpenLists {
  readonly #byName = new Map<string, Set<UnlistedReference>>();
  readonly storeKeys: ReadonlySet<string>;

  constructor(unlisted: readonly UnlistedReference[]) {
    this.storeKeys = new Set(unlisted.map(({ storeKey }) => storeKey));
    for (const each of unlisted) {
      const name = OpenLists.#nameOf(each);
      this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(each));
    }
  }

  static #nameOf({ reference, value }: UnlistedReference): string {
    return reference === "itemRef" ? itemRefTerm(value) : value;
  }

  get all(): UnlistedReference[] {
    return [...this.#byName.values()].flatMap((some) => [...some]);
  }

  isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  /** Returns the references with these names in the indexes of wishlists or products, of any store. */
  named(names: Iterable<string>): UnlistedReference[] {
    return [...new Set(names)].flatMap((name) => [...(this.#byName.get(name) ?? [])]);
  }

  /** Leaves the list of a reference as it is. */
  leave(reference: UnlistedReference): void {
    const name = OpenLists.#nameOf(reference);
    const some = this.#byName.get(name);
    some?.delete(reference);
    if (some?.size === 0) this.#byName.delete(name);
  }
}

/** A holder of references: as it is entered, and as version 0.1.0 entered it. */
interface Holder {
  storeKey: string;
  holder: string;
  formerHolder: string;
}

/** Enters a holder in the lists of its references. A list that is full again stays incomplete. */
async function enter(
  { references, now }: CompleteDeps,
  open: OpenLists,
  { storeKey, holder, formerHolder }: Holder,
  held: readonly UnlistedReference[],
): Promise<void> {
  for (const found of held) {
    const { reference, value, listed } = found;
    if (found.storeKey !== storeKey || listed.has(holder) || listed.has(formerHolder)) continue;
    listed.add(holder);
    await references.claim([{ reference, storeKey, value, holder, at: now() }]);
    if (listed.size >= MAX_HOLDERS) open.leave(found);
  }
}

/** Reads a record. If it cannot be decoded, it may have any of the references, so their lists stay incomplete. */
async function readOrLeave<T>(
  read: () => Promise<T | undefined>,
  open: OpenLists,
  mayHave: () => readonly UnlistedReference[],
): Promise<T | undefined> {
  try {
    return await read();
  } catch (err) {
    if (!(err instanceof Undecodable)) throw err;
    for (const each of mayHave()) open.leave(each);
    return undefined;
  }
}

async function enterWishlist(deps: CompleteDeps, open: OpenLists, { partition, id }: RecordAddress) {
  const held = open.named(await deps.reads.terms(partition, id));
  if (held.length === 0) return;
  const storeKey = await readOrLeave(
    () => deps.reads.storeKeyOf(partition, id),
    open,
    () => held,
  );
  if (storeKey !== undefined) await enter(deps, open, { storeKey, holder: id, formerHolder: id }, held);
}

async function enterProduct(deps: CompleteDeps, open: OpenLists, { partition, id: slot }: RecordAddress) {
  const { storeKey } = partsOfSlot(slot);
  if (!open.storeKeys.has(storeKey)) return;
  const ofStore = () => open.all.filter((each) => each.storeKey === storeKey);
  const found = await readOrLeave(() => deps.reads.product(partition, slot), open, ofStore);
  if (!found) return;
  const { productId } = found.record;
  const holder = { storeKey, holder: productHolder(productId), formerHolder: productId };
  await enter(deps, open, holder, open.named(found.variants.flatMap(variantNames)));
}

/**
 * How the holders of each kind of reference are found: by keys, and by the indexes of their store. `addressOf` returns
 * undefined for a member of an index that is no id.
 */
const KINDS = {
  itemRef: {
    letter: KEY_LETTERS.itemIndex,
    indexes: ["wishlists", "guests"],
    enterRecord: enterWishlist,
    addressOf: (_: string, id: string): RecordAddress | undefined => {
      const partition = partitionOfWishlist(id);
      return partition === undefined ? undefined : { partition, id };
    },
  },
  variant: {
    letter: KEY_LETTERS.product,
    indexes: ["products"],
    enterRecord: enterProduct,
    addressOf: (storeKey: string, productId: string): RecordAddress | undefined => {
      const parsed = parseProductId(productId);
      return parsed && { partition: parsed.partition, id: slotName(storeKey, parsed.key) };
    },
  },
} as const;

/**
 * Finds the records of one kind that may have references, some at a time. A scan also finds records that are in no
 * index yet. On a cluster, it misses the keys of a slot that moves meanwhile; the indexes are read by commands that
 * follow it.
 */
async function* addressesFor(
  { reads, partitions }: CompleteDeps,
  kind: SharedReference,
  open: OpenLists,
): AsyncGenerator<RecordAddress[]> {
  const { letter, indexes, addressOf } = KINDS[kind];
  yield* reads.addresses(letter);
  for (const storeKey of open.storeKeys)
    for (const index of indexes)
      for (let partition = 0; partition < partitions; partition++)
        for await (const members of reads.members(partition, index, storeKey))
          yield members
            .map((member) => addressOf(storeKey, member))
            .filter((address) => address !== undefined);
}

/** Enters the missing holders of one kind of reference. Resolves to the references whose holders are all entered. */
async function enterMissing(
  deps: CompleteDeps,
  kind: SharedReference,
  unlisted: readonly UnlistedReference[],
  signal: AbortSignal | undefined,
): Promise<UnlistedReference[]> {
  const open = new OpenLists(unlisted.filter(({ reference }) => reference === kind));
  if (open.isEmpty()) return [];
  for await (const addresses of addressesFor(deps, kind, open))
    for (const batch of batchesOf(addresses, BATCH_SIZE)) {
      signal?.throwIfAborted();
      await Promise.all(batch.map((address) => KINDS[kind].enterRecord(deps, open, address)));
      if (open.isEmpty()) return [];
    }
  return open.all;
}

/** Has the orders matched that wait for the names of these references, if they are names of variants. */
async function matchForNames({ matchLater }: CompleteDeps, references: readonly UnlistedReference[]) {
  const ofVariants = references.filter(({ reference }) => reference === "variant");
  for (const [storeKey, some] of groupedBy(ofVariants, (each) => each.storeKey))
    await matchLater(
      storeKey,
      some.map(({ value }) => value),
    );
}

/**
 * Completes holder lists that were full: reads all records, enters the missing holders, and records that all are
 * listed. A list into which another claim did not fit meanwhile, or that is full again, stays incomplete. Resolves to
 * the number of complete lists.
 *
 * @param unlisted references that an earlier sweep found incomplete; the commands whose claims did not fit are applied
 *   by now, so the records show who holds the reference
 */
export async function completeLists(
  deps: CompleteDeps,
  unlisted: readonly UnlistedReference[],
  signal?: AbortSignal,
): Promise<number> {
  if (unlisted.length === 0) return 0;
  const history = await deps.history();
  const entered = [
    ...(await enterMissing(deps, "itemRef", unlisted, signal)),
    ...(await enterMissing(deps, "variant", unlisted, signal)),
  ];
  // The cursor of a scan means nothing to another server, so records may be missing.
  if ((await deps.history()) !== history) return 0;
  let completed = 0;
  for (const batch of batchesOf(entered, COMPLETE_BATCH_SIZE)) {
    await matchForNames(deps, batch);
    for (const reference of batch) if (await deps.references.lists.complete(reference)) completed++;
  }
  return completed;
}
