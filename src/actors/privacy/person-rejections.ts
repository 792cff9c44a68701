import type { RejectedRecord } from "../../store/exports/rejected-record.ts";
import { withoutWords, wordsIn } from "../../store/exports/stored-reason.ts";
import { type DataKind, namedAfter, type PersonalDataParts } from "./data-kind.ts";
import type { Person } from "./person.ts";

type RejectionParts = Pick<PersonalDataParts, "layout" | "exports" | "exportRuns">;

/** Number of rejected records that are read at once. */
const PAGE_SIZE = 1000;
const INDEX_DIGITS = 5;

/** A rejected record with a platform's own words, and its place in the records of its run. */
interface Rejection {
  runId: string;
  index: number;
  record: RejectedRecord;
  words: string;
}

async function rejectionsOf({ exportRuns }: RejectionParts, storeKey: string, runId: string) {
  const found: Rejection[] = [];
  for (let start = 0; ; start += PAGE_SIZE) {
    const records = await exportRuns.rejected(storeKey, runId, start, PAGE_SIZE);
    for (const [i, record] of records.entries()) {
      const words = record && wordsIn(record.reason);
      if (record && words !== undefined) found.push({ runId, index: start + i, record, words });
    }
    if (records.length < PAGE_SIZE) return found;
  }
}

/** Returns the rejections of each run that has some of the person, and those of the person among them. */
async function runsAbout(
  parts: RejectionParts,
  { storeKey, addresses }: Person,
): Promise<{ all: Rejection[]; own: Rejection[] }[]> {
  const { layout, exports, exportRuns } = parts;
  const slots = new Set(addresses.map(({ slot }) => slot));
  const isOwn = ({ record: { customerId = "" } }: Rejection) =>
    slots.has(layout.slotOfId(storeKey, customerId)?.slot ?? "");
  const exportIds = await exports.ids(storeKey);
  const runIds = await Promise.all(exportIds.map((id) => exportRuns.ids(storeKey, id)));
  const runs = await Promise.all(
    runIds.flat().map(async (runId) => {
      const all = await rejectionsOf(parts, storeKey, runId);
      return { all, own: all.filter(isOwn) };
    }),
  );
  return runs.filter(({ own }) => own.length > 0);
}

/**
 * The words of platforms about the person's records that they rejected: a platform may repeat a record in its answer.
 * An answer may be about several records, so the erasure removes the same words from all records of the run.
 */
export const personRejections = (parts: RejectionParts): DataKind => ({
  name: "rejections",

  async *find(person, after) {
    const own = (await runsAbout(parts, person)).flatMap((run) => run.own);
    const named = own.map(({ runId, index, record }) => ({
      name: `${runId} ${index.toString().padStart(INDEX_DIGITS, "0")}`,
      record,
    }));
    yield* namedAfter(named, after);
  },

  async erase(person) {
    for (const { all, own } of await runsAbout(parts, person)) {
      const erased = new Set(own.map(({ words }) => words));
      for (const { runId, index, record, words } of all) {
        if (!erased.has(words)) continue;
        const reason = withoutWords(record.reason);
        await parts.exportRuns.replaceRejected(person.storeKey, runId, index, { ...record, reason });
      }
    }
  },
});
