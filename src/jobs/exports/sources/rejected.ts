import { defined } from "../../../collections/defined.ts";
import { keysOf } from "../../../collections/keys-of.ts";
import type { Position, Run } from "../../../store/exports/export-run.ts";
import type { ExportRuns } from "../../../store/exports/export-runs.ts";
import type { RejectedRecord } from "../../../store/exports/rejected-record.ts";
import type { StoredReason } from "../../../store/exports/stored-reason.ts";
import { parseCustomerId, parseItemId } from "../../../store/ids/ids.ts";
import { slotName } from "../../../store/keys/slots.ts";
import type { CustomerRecord } from "../../../store/records/records.ts";
import type { BatchResult, ExportedDeletion, ExportedItem, ExportedRecord } from "../connector.ts";
import {
  exportedCustomer,
  exportedItem,
  exportedWishlist,
  isChosen,
  isPurchasedAndRemoved,
  mayExportList,
  mayExportPerson,
  mayHaveChosen,
  skipReason,
  wantsEvent,
} from "../records.ts";
import { CHANGES } from "./page.ts";
import { CURSOR_END, type Outcome, type Source, type SourceParts, type Step } from "./source.ts";

/** Number of records that are read at once. */
const BATCH_SIZE = 200;

interface RejectedParts extends SourceParts {
  runs: ExportRuns;
  /** The run whose rejected records are read. */
  runId: string;
}

/** Returns the stored form of a rejected record: only ids, no personal data. */
function rejectedOf(record: ExportedRecord, reason: StoredReason): RejectedRecord {
  const { id, time, type } = record;
  if (type === "item") {
    const { change, item, wishlist, customer } = record;
    const { customerId } = customer;
    return { id, reason, time, type, change, customerId, wishlistId: wishlist.wishlistId, itemId: item.id };
  }
  const { what, reason: why, customerId, wishlistId, itemId, product } = record;
  return {
    id,
    reason,
    time,
    type,
    what,
    withdrawn: why === "withdrawn",
    ...defined({ customerId, wishlistId, itemId, product }),
  };
}

/** Returns the stored form of the records of a batch that its platform has rejected. */
export function rejectedIn(
  records: readonly ExportedRecord[],
  rejected: BatchResult["rejected"],
): RejectedRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return rejected.flatMap(({ id, reason }) => {
    const record = byId.get(id);
    return record ? [rejectedOf(record, reason)] : [];
  });
}

/** Returns the position from which a run sends the rejected records of another run to a connector of this type. */
export async function firstRejected(
  runs: ExportRuns,
  storeKey: string,
  { redriveOf: id = "", exportId }: Pick<Run, "redriveOf" | "exportId">,
  connectorType: string,
): Promise<Position> {
  const first = await runs.redrivenUpTo(storeKey, { id, exportId }, connectorType);
  return { reads: "rejected", place: { at: first.toString(), item: first === 0 ? "" : CURSOR_END } };
}

/**
 * Reads the rejected records of a run, in their current state, as far as the current settings of the export still
 * choose them. The cursor is the index of the next record.
 */
export async function* rejectedSource(parts: RejectedParts, { place }: Pick<Position, "place">): Source {
  const { runs, storeKey, runId } = parts;
  const catalogue = parts.reads.catalogue(storeKey);
  const count = Math.max(1, await runs.countRejected(storeKey, runId));
  for (let start = Number(place.at); ; start += BATCH_SIZE) {
    const records = await runs.rejected(storeKey, runId, start, BATCH_SIZE);
    if (records.length === 0) return;
    const steps: Step[] = [];
    for (const [i, record] of records.entries()) {
      const step = { cursor: { at: (start + i + 1).toString(), item: CURSOR_END }, share: 1 / count };
      if (!record) {
        steps.push(step);
        continue;
      }
      const outcome =
        record.type === "item"
          ? await itemOutcome(parts, catalogue, record)
          : await deletionOutcome(parts, record);
      steps.push({ ...step, ...outcome });
    }
    yield steps;
  }
}

async function itemOutcome(
  { reads, storeKey, choice }: RejectedParts,
  catalogue: ReturnType<SourceParts["reads"]["catalogue"]>,
  { id, itemId = "", change = "updated" }: RejectedRecord,
): Promise<Outcome> {
  // Several types of events lead to the same change.
  if (!keysOf(CHANGES).some((type) => CHANGES[type] === change && wantsEvent(choice, type))) return {};
  const address = parseItemId(itemId);
  if (!address) return { skipped: "deleted" };
  const [row] = await reads.wishlists(storeKey, [{ id: address.wishlist, numbers: [address.number] }]);
  const slot = row?.meta.slot ?? "";
  const customer = row && (await reads.people(new Map([[slot, row.partition]]))).get(slot)?.record;
  const item = row?.items[0] ?? (await reads.removedItems([address])).find(isPurchasedAndRemoved);
  if (row && !isChosen(choice, row)) return {};
  if (!row || !item || !customer) return { skipped: "deleted" };
  const skipped = skipReason(choice, row, customer);
  if (skipped) return { skipped };
  const [product] = await catalogue([item.product]);
  const context = { customer: exportedCustomer(customer), wishlist: exportedWishlist(row.record) };
  const record = exportedItem(change as ExportedItem["change"], context, item, product);
  // The record of an addition keeps its id. That of a wish that is exported again differs from that of its first export.
  return { record: change === "added" ? { ...record, id } : record };
}

/** Returns why a deletion is not exported any more; undefined if it is. */
async function refusalOf(
  { reads, storeKey, choice }: RejectedParts,
  { what, wishlistId, withdrawn }: RejectedRecord,
  customer: CustomerRecord | undefined,
): Promise<Outcome | undefined> {
  // A withdrawn consent is exported because it is withdrawn, unless it was given again.
  if (what === "customer" || wishlistId === undefined) {
    return withdrawn && customer && mayExportPerson(choice, customer) ? {} : undefined;
  }
  if (what === "item" && !wantsEvent(choice, "wishlist.item.removed")) return {};
  const [row] = await reads.wishlists(storeKey, [{ id: wishlistId, numbers: [] }]);
  const isThere = row !== undefined && !row.meta.deleted;
  if (!(isThere ? isChosen(choice, row) : mayHaveChosen(choice, wishlistId))) return {};
  if (isThere && withdrawn && mayExportList(choice, row)) return {};
  if (isThere && what === "item" && !mayExportList(choice, row)) return { skipped: "private" };
  return customer && !mayExportPerson(choice, customer) ? { skipped: "noConsent" } : undefined;
}

async function deletionOutcome(parts: RejectedParts, record: RejectedRecord): Promise<Outcome> {
  const { reads, storeKey } = parts;
  const { id, time, what, withdrawn, customerId, wishlistId, itemId, product } = record;
  const address = customerId === undefined ? undefined : parseCustomerId(customerId);
  const slot = slotName(storeKey, address?.key ?? "");
  const customer = address && (await reads.people(new Map([[slot, address.partition]]))).get(slot)?.record;
  const known = customer?.svc_customer_id === customerId ? customer : undefined;
  const refusal = await refusalOf(parts, record, known);
  if (refusal) return refusal;
  return {
    record: {
      type: "deleted",
      id,
      time,
      what: (what ?? "item") as ExportedDeletion["what"],
      reason: withdrawn ? "withdrawn" : "removed",
      ...defined({ customerId }),
      ...(known ? { customer: exportedCustomer(known) } : {}),
      ...defined({ wishlistId, itemId, product }),
    },
  };
}
