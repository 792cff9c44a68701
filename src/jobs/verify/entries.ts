import type { RecordAddress } from "../../store/keys/key-space.ts";
import type { EnteredLetter, IndexReads } from "../../store/read/index-reads.ts";
import type { Inconsistency } from "./inconsistency.ts";

/** Finds records that are missing from the lists of their store, such as records of earlier versions. */
export const verifyEntries =
  (letter: EnteredLetter) =>
  async ({ reads }: { reads: IndexReads }, address: RecordAddress): Promise<Inconsistency[]> => {
    const { partition } = address;
    const found: Inconsistency[] = [];
    for (const record of await reads.entered(letter, address))
      for (const entry of record.entries) {
        if (await reads.hasMember(reads.indexKey(partition, entry), entry.member)) continue;
        found.push({
          index: entry.index,
          what: "missing",
          record: record.name,
          detail: `${entry.member} ${record.text}`,
          repair: () => reads.enter(partition, record, entry),
        });
      }
    return found;
  };
