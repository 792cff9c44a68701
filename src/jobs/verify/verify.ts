import { batchesFrom } from "../../collections/batches-from.ts";
import { keysOf } from "../../collections/keys-of.ts";
import { KEY_LETTERS } from "../../store/keys/key-letters.ts";
import type { RecordAddress } from "../../store/keys/key-space.ts";
import type { RecordLetter } from "../../store/maintenance/record-check.ts";
import { customerEntryChecks, verifyEntries } from "./entries.ts";
import type { Inconsistency } from "./inconsistency.ts";
import { type PhoneParts, verifyPhone } from "./phones.ts";
import { type RecordParts, verifyRecords, verifySetUp } from "./records.ts";
import {
  type ReferenceParts,
  verifyCustomer,
  verifyProduct,
  verifyWishlistReferences,
} from "./references.ts";
import { verifyWaitingOrder, type WaitingOrderParts } from "./waiting-orders.ts";
import { verifyListed, verifyOwnIndexes, verifyProjections, type WishlistParts } from "./wishlists.ts";

export interface VerifyParts
  extends WishlistParts, ReferenceParts, RecordParts, WaitingOrderParts, PhoneParts {
  /** Waits until all events up to now have reached the indexes, for at most `ms`. Resolves to whether they have. */
  relayedWithin: (ms: number) => Promise<boolean>;
}

/** Compares some records. It can be repeated. */
type Check = () => Promise<Inconsistency[]>;

/** Number of records that are compared at the same time. */
const BATCH_SIZE = 50;
/** How long to wait until earlier events have reached the indexes, in milliseconds. */
const RELAY_MS = 30_000;

const nameOf = ({ index, what, record, detail }: Inconsistency) =>
  JSON.stringify([index, what, record, detail]);

const verifyGuests = verifyEntries(KEY_LETTERS.wishlist);

const { wishlist: WISHLIST, removedItems: REMOVED_ITEMS } = KEY_LETTERS;

type AddressCheck = (parts: VerifyParts, address: RecordAddress) => Promise<Inconsistency[]>;

/** The checks of the indexes of a record, by the letter of its key, in the order of reading. */
const CHECKS: Record<Exclude<RecordLetter, typeof WISHLIST>, readonly AddressCheck[]> = {
  [KEY_LETTERS.customer]: [verifyCustomer, verifyPhone, verifyEntries(KEY_LETTERS.customer)],
  [KEY_LETTERS.product]: [verifyProduct, verifyEntries(KEY_LETTERS.product)],
  [KEY_LETTERS.order]: [verifyEntries(KEY_LETTERS.order), verifyWaitingOrder],
  [KEY_LETTERS.alerts]: [verifyEntries(KEY_LETTERS.alerts)],
  [KEY_LETTERS.purchases]: [],
  [REMOVED_ITEMS]: [],
};

/** Checks the records of a key and, if all of them can be decoded, its indexes. */
async function checkRecords(
  letter: RecordLetter,
  parts: VerifyParts,
  address: RecordAddress,
  checks: readonly AddressCheck[],
): Promise<Inconsistency[]> {
  const undecodable = await verifyRecords(letter)(parts, address);
  if (undecodable.length > 0) return undecodable;
  const found: Inconsistency[] = [];
  for (const check of checks) found.push(...(await check(parts, address)));
  return found;
}

const verifyWishlist =
  (isOfTenant: (text: string) => boolean): AddressCheck =>
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

/** Finds the records of one kind, one after the other. */
async function* eachAddress(
  { reads }: VerifyParts,
  letter: Parameters<VerifyParts["reads"]["addresses"]>[0],
) {
  for await (const addresses of reads.addresses(letter)) yield* addresses;
}

/**
 * Yields a check for each record of the service, or of one tenant. If a wishlist or a removed item cannot be decoded,
 * its tenant is unknown, so it is checked for each tenant.
 */
async function* allChecks(parts: VerifyParts, tenant: string | undefined): AsyncGenerator<Check> {
  const isOfTenant = (text: string) => tenant === undefined || text.startsWith(`${tenant}/`);
  yield () => verifySetUp(parts);
  const checks = { [WISHLIST]: [verifyWishlist(isOfTenant)], ...CHECKS };
  for (const letter of keysOf(checks))
    for await (const address of eachAddress(parts, letter))
      if (letter === WISHLIST || letter === REMOVED_ITEMS || isOfTenant(address.id))
        yield () => checkRecords(letter, parts, address, checks[letter]);
  for await (const address of eachAddress(parts, KEY_LETTERS.customerWishlists))
    if (isOfTenant(address.id)) yield () => verifyListed(parts, address);
  yield* customerEntryChecks(parts, isOfTenant);
}

/** The differences that were found. */
export interface Verification {
  found: Inconsistency[];
  /** Whether indexes still lack earlier events, so that a difference may end without a repair. */
  lacksEvents: boolean;
}

/**
 * Compares the indexes with the records, of all tenants or of one. A difference is checked again after earlier events
 * have reached the indexes. It counts only if it still exists with the same version of its record, so that the service
 * may run during the check. Entries without a record are checked only in the lists of customers, because they may be
 * names of persons; readers of all lists check the record.
 */
export async function verify(parts: VerifyParts, tenant?: string): Promise<Verification> {
  const suspected: { check: Check; first: Set<string> }[] = [];
  for await (const checks of batchesFrom(allChecks(parts, tenant), BATCH_SIZE))
    await Promise.all(
      checks.map(async (check) => {
        const found = await check();
        if (found.length > 0) suspected.push({ check, first: new Set(found.map(nameOf)) });
      }),
    );
  const lacksEvents = suspected.length > 0 && !(await parts.relayedWithin(RELAY_MS));
  const confirmed = new Map<string, Inconsistency>();
  for (const { check, first } of suspected)
    for (const found of await check()) if (first.has(nameOf(found))) confirmed.set(nameOf(found), found);
  return { found: [...confirmed.values()], lacksEvents };
}
