import { setTimeout as pause } from "node:timers/promises";
import type { UpdateCustomer } from "../../actors/customer/messages.ts";
import { normalisePhone } from "../../ingest/validation/normalise.ts";
import type { RecordAddress } from "../../store/keys/key-space.ts";
import { partsOfSlot } from "../../store/keys/slots.ts";
import type { IndexReads } from "../../store/read/index-reads.ts";
import type { Inconsistency } from "./inconsistency.ts";

/** How long a worker may take to apply a repair, and the interval of the checks, in milliseconds. */
const TIMEOUT_MS = 10_000;
const POLL_MS = 50;

export interface PhoneParts {
  reads: IndexReads;
  /** Appends a command to the stream of a partition, without waiting for its reply. */
  append: (partition: number, command: UpdateCustomer) => Promise<void>;
}

/**
 * Finds a phone number that an earlier version stored as it was sent: nobody finds the customer by the number in E.164
 * format. The repair changes it by a command. It fails if another customer has the number, or if no worker runs.
 */
export async function verifyPhone(
  { reads, append }: PhoneParts,
  { partition, id: slot }: RecordAddress,
): Promise<Inconsistency[]> {
  const { record, version = "" } = (await reads.customer(partition, slot)) ?? {};
  const phone = normalisePhone(record?.phone ?? "");
  if (!record || phone === undefined || phone === record.phone) return [];
  const { svc_customer_id: customerId } = record;
  const repair = async () => {
    const target = { ...partsOfSlot(slot), slot, customerId, ifMatch: [version] };
    await append(partition, { type: "UpdateCustomer", ...target, fields: { phone } });
    const since = performance.now();
    while (performance.now() - since < TIMEOUT_MS) {
      const now = await reads.customer(partition, slot);
      if (now?.version !== version) return now?.record.phone === phone;
      await pause(POLL_MS);
    }
    return false;
  };
  return [{ index: "phone", what: "wrong", record: customerId, detail: version, repair }];
}
