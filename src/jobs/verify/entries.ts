import { batchesOf } from "../../collections/batches.ts";
import { keysOf } from "../../collections/keys-of.ts";
import { parseCustomerId } from "../../store/ids/ids.ts";
import { KEY_LETTERS } from "../../store/keys/key-letters.ts";
import type { RecordAddress } from "../../store/keys/key-space.ts";
import { customerOfName } from "../../store/keys/names.ts";
import { slotName } from "../../store/keys/slots.ts";
import type { EnteredLetter, IndexReads } from "../../store/maintenance/index-reads.ts";
import type { IndexRepairs } from "../../store/maintenance/index-repairs.ts";
import type { StoreEntry } from "../../store/partition/state/store-entries.ts";
import { Undecodable } from "../../store/records/decode.ts";
import type { Inconsistency } from "./inconsistency.ts";

interface EntryParts {
  reads: IndexReads;
  repairs: IndexRepairs;
}

/** Number of entries that are compared at the same time. */
const BATCH_SIZE = 50;
/** The lists of customers, with the id of the customer of an entry. */
const CUSTOMER_LISTS = {
  customers: (member: string) => member,
  "customer-names": customerOfName,
};

/** Finds records that are missing from the lists of their store, such as records of earlier versions. */
export const verifyEntries =
  (letter: EnteredLetter) =>
  async ({ reads, repairs }: EntryParts, address: RecordAddress): Promise<Inconsistency[]> => {
    const { partition } = address;
    const found: Inconsistency[] = [];
    for (const record of await reads.entered(letter, address))
      for (const entry of record.entries) {
        if (await reads.hasEntry(partition, entry)) continue;
        found.push({
          index: entry.index,
          what: "missing",
          record: record.name,
          detail: `${entry.member} ${record.text}`,
          repair: () => repairs.enter(partition, record, entry),
        });
      }
    return found;
  };

/** Finds an entry of a customer who does not exist, or has another name. It may be a name, which is personal data. */
async function verifyCustomerEntry(
  { reads, repairs }: EntryParts,
  partition: number,
  entry: StoreEntry & { index: keyof typeof CUSTOMER_LISTS },
): Promise<Inconsistency[]> {
  if (!(await reads.hasEntry(partition, entry))) return [];
  const id = CUSTOMER_LISTS[entry.index](entry.member);
  const slot = slotName(entry.storeKey, parseCustomerId(id)?.key ?? "");
  try {
    const [record] = await reads.entered(KEY_LETTERS.customer, { partition, id: slot });
    const isOfRecord = record?.entries.some(
      ({ index, member }) => index === entry.index && member === entry.member,
    );
    if (isOfRecord) return [];
    const repair = () => repairs.leave(partition, record, entry);
    return [{ index: entry.index, what: "extra", record: id, detail: entry.member, repair }];
  } catch (err) {
    // A record that cannot be decoded has its own finding.
    if (err instanceof Undecodable) return [];
    throw err;
  }
}

/**
 * Yields checks that find entries in the lists of customers whose customer does not exist, such as after an operator
 * has deleted a record by hand. No erasure would find them.
 */
export async function* customerEntryChecks(
  parts: EntryParts,
  isOfTenant: (storeKey: string) => boolean,
): AsyncGenerator<() => Promise<Inconsistency[]>> {
  for (const index of keysOf(CUSTOMER_LISTS))
    for await (const { partition, storeKey } of parts.reads.indexes(index)) {
      if (!isOfTenant(storeKey)) continue;
      for await (const members of parts.reads.members(partition, index, storeKey))
        for (const some of batchesOf(members, BATCH_SIZE))
          yield async () => {
            const entries = some.map((member) => ({ index, storeKey, member }));
            const found = entries.map((entry) => verifyCustomerEntry(parts, partition, entry));
            return (await Promise.all(found)).flat();
          };
    }
}
