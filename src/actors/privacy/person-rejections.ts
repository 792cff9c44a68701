import type { RejectedRecord } from "../../store/exports/rejected-record.ts";
import { withoutPlatformDetail, platformDetailOf } from "../../store/exports/stored-reason.ts";
import { type DataKind, type FoundRecord, recordsAfterName, type PersonalDataParts } from "./data-kind.ts";
import type { Person } from "./person.ts";

type RejectionParts = Pick<PersonalDataParts, "layout" | "exports" | "exportRuns">;

/** Number of rejected records that are read at once. */
const PAGE_SIZE = 1000;
const INDEX_DIGITS = 5;

/** A rejected record with a platform's own words, and its place in the records of its run. */
interface StoredRejection {
  runId: string;
  index: number;
  record: RejectedRecord;
  words: string;
}

async function rejectionsOf({ exportRuns }: RejectionParts, storeKey: string, runId: string) {
  const found: StoredRejection[] = [];
  for (let start = 0; ; start += PAGE_SIZE) {
    const records = await exportRuns.rejected(storeKey, runId, start, PAGE_SIZE);
    for (const [i, record] of records.entries()) {
      const words = record && platformDetailOf(record.reason);
      if (record && words !== undefined) found.push({ runId, index: start + i, record, words });
    }
    if (records.length < PAGE_SIZE) return found;
  }
}

/** Returns the runs of an export that have rejected records. Most runs have none. */
async function runsWithRejections({ exportRuns }: RejectionParts, storeKey: string, exportId: string) {
  const ids = await exportRuns.ids(storeKey, exportId);
  const counts = await Promise.all(ids.map((id) => exportRuns.countRejected(storeKey, id)));
  return ids.filter((_, i) => counts[i] !== 0);
}

/**
 * Returns the rejections of each run that has some of the person, and those of the person among them. One run is read
 * at a time, because it may have thousands.
 */
async function* runsAbout(
  parts: RejectionParts,
  { storeKey, addresses }: Person,
): AsyncGenerator<{ all: StoredRejection[]; own: StoredRejection[] }> {
  const { layout, exports } = parts;
  const slots = new Set(addresses.map(({ slot }) => slot));
  const isOwn = ({ record: { customerId = "" } }: StoredRejection) =>
    slots.has(layout.slotOfId(storeKey, customerId)?.slot ?? "");
  for (const exportId of await exports.ids(storeKey))
    for (const runId of await runsWithRejections(parts, storeKey, exportId)) {
      const all = await rejectionsOf(parts, storeKey, runId);
      const own = all.filter(isOwn);
      if (own.length > 0) yield { all, own };
    }
}

/**
 * The words of platforms about the person's records that they rejected: a platform may repeat a record in its answer.
 * An answer may be about several records, so the erasure removes the same words from all records of the run.
 */
export const personRejections = (parts: RejectionParts): DataKind => ({
  name: "rejections",

  async *find(person, after) {
    const named: FoundRecord[] = [];
    for await (const { own } of runsAbout(parts, person))
      for (const { runId, index, record } of own)
        named.push({ name: `${runId} ${index.toString().padStart(INDEX_DIGITS, "0")}`, record });
    yield* await recordsAfterName(named, after);
  },

  async erase(person) {
    for await (const { all, own } of runsAbout(parts, person)) {
      const erased = new Set(own.map(({ words }) => words));
      for (const { runId, index, record, words } of all) {
        if (!erased.has(words)) continue;
        const reason = withoutPlatformDetail(record.reason);
        await parts.exportRuns.replaceRejected(person.storeKey, runId, index, { ...record, reason });
      }
    }
  },
});
