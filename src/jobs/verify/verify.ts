import { setTimeout as pause } from "node:timers/promises";
import type { RecordAddress } from "../../store/keys/key-space.ts";
import { keysOf } from "../../store/keys-of.ts";
import type { RecordLetter } from "../../store/read/record-check.ts";
import type { WaitingLists } from "../../store/read/waiting.ts";
import { verifyEntries } from "./entries.ts";
import type { Inconsistency } from "./inconsistency.ts";
import { type RecordParts, verifyRecords, verifySetUp } from "./records.ts";
import {
  type ReferenceParts,
  verifyCustomer,
  verifyProduct,
  verifyWishlistReferences,
} from "./references.ts";
import { verifyWaitingOrder, type WaitingOrderParts } from "./waiting-orders.ts";
import { verifyListed, verifyOwnIndexes, verifyProjections, type WishlistParts } from "./wishlists.ts";

export interface VerifyParts extends WishlistParts, ReferenceParts, RecordParts, WaitingOrderParts {
  waiting: WaitingLists;
  /** Notes the present moment. Resolves to what says whether all up to then is in the indexes that events keep. */
  relayMark: () => Promise<() => Promise<boolean>>;
}

/** Compares some records again. */
type Look = () => Promise<Inconsistency[]>;

/** Records that are compared at the same time. */
const BATCH_SIZE = 50;
const RETRY_MS = 100;
/** How long the indexes that events keep are waited for, in milliseconds. */
const RELAY_MS = 30_000;

const nameOf = ({ index, what, record, detail }: Inconsistency) =>
  JSON.stringify([index, what, record, detail]);

/** What a generator yields, some at a time. */
async function* inBatches<T>(all: AsyncGenerator<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const each of all) {
    batch.push(each);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const verifyGuests = verifyEntries("w");

type LookAt = (parts: VerifyParts, address: RecordAddress) => Promise<Inconsistency[]>;

/** The looks at the indexes of what is at a key, by its letter, in the order in which the keys are read. */
const CHECKS: Record<"c" | "p" | "o" | "a" | "u" | "g", readonly LookAt[]> = {
  c: [verifyCustomer, verifyEntries("c")],
  p: [verifyProduct, verifyEntries("p")],
  o: [verifyEntries("o"), verifyWaitingOrder],
  a: [verifyEntries("a")],
  u: [],
  g: [],
};

/** Looks at the records of a key, and where all of them can be decoded at its indexes. */
async function lookAt(
  letter: RecordLetter,
  parts: VerifyParts,
  address: RecordAddress,
  looks: readonly LookAt[],
): Promise<Inconsistency[]> {
  const undecodable = await verifyRecords(letter)(parts, address);
  if (undecodable.length > 0) return undecodable;
  const found: Inconsistency[] = [];
  for (const look of looks) found.push(...(await look(parts, address)));
  return found;
}

const verifyWishlist =
  (isOfTenant: (text: string) => boolean): LookAt =>
  async (parts, address) => {
    const wishlist = await parts.reads.wishlist(address.partition, address.id);
    if (!wishlist || !isOfTenant(wishlist.meta.storeKey)) return [];
    return [
      ...(await verifyOwnIndexes(parts, wishlist)),
      ...(await verifyProjections(parts, wishlist)),
      ...(await verifyWishlistReferences(parts, wishlist)),
      ...(await verifyGuests(parts, address)),
    ];
  };

/**
 * One look for each record of the service, or of one tenant. Whose a wishlist or a removed item is that cannot be decoded
 * is not known: it is looked at for every tenant.
 */
async function* looksAt(parts: VerifyParts, tenant: string | undefined): AsyncGenerator<Look> {
  const isOfTenant = (text: string) => tenant === undefined || text.startsWith(`${tenant}/`);
  yield () => verifySetUp(parts);
  const looks = { w: [verifyWishlist(isOfTenant)], ...CHECKS };
  for (const letter of keysOf(looks))
    for await (const addresses of parts.reads.addresses(letter))
      for (const address of addresses)
        if (letter === "w" || letter === "g" || isOfTenant(address.id))
          yield () => lookAt(letter, parts, address, looks[letter]);
  for await (const addresses of parts.reads.addresses("l"))
    for (const address of addresses) if (isOfTenant(address.id)) yield () => verifyListed(parts, address);
}

async function untilRelayed({ relayMark }: VerifyParts): Promise<void> {
  const isRelayed = await relayMark();
  for (const since = performance.now(); !(await isRelayed()) && performance.now() - since < RELAY_MS;)
    await pause(RETRY_MS);
}

/**
 * Compares the indexes with the records, of all tenants or of one. A difference is checked again after earlier events
 * have reached the indexes: it counts if it is still there with the same version of its record, so that the service may
 * run during the check. Entries of references, waiting lists and lists of stores without a record are skipped: readers
 * check the record.
 */
export async function verify(parts: VerifyParts, tenant?: string): Promise<Inconsistency[]> {
  const doubted: { look: Look; first: Set<string> }[] = [];
  for await (const looks of inBatches(looksAt(parts, tenant)))
    await Promise.all(
      looks.map(async (look) => {
        const found = await look();
        if (found.length > 0) doubted.push({ look, first: new Set(found.map(nameOf)) });
      }),
    );
  if (doubted.length > 0) await untilRelayed(parts);
  const confirmed = new Map<string, Inconsistency>();
  for (const { look, first } of doubted)
    for (const each of await look()) if (first.has(nameOf(each))) confirmed.set(nameOf(each), each);
  return [...confirmed.values()];
}
