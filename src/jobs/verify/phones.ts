import type { UpdateCustomer } from "../../actors/customer/messages.ts";
import { normalisePhone } from "../../ingest/validation/normalise.ts";
import type { RecordAddress } from "../../store/keys/key-space.ts";
import { partsOfSlot } from "../../store/keys/slots.ts";
import type { IndexReads } from "../../store/maintenance/index-reads.ts";
import type { Inconsistency } from "./inconsistency.ts";

export interface PhoneParts {
  reads: IndexReads;
  /** Sends a command to a partition. Resolves to whether a worker has applied or refused it. */
  send: (partition: number, command: UpdateCustomer) => Promise<boolean>;
}

/**
 * Finds a phone number that an earlier version stored as it was sent: nobody finds the customer by the number in E.164
 * format. The repair changes it by a command. It fails if another customer has the number, or if no worker runs.
 */
export async function verifyPhone(
  { reads, send }: PhoneParts,
  { partition, id: slot }: RecordAddress,
): Promise<Inconsistency[]> {
  const { record, version = "" } = (await reads.customer(partition, slot)) ?? {};
  const phone = normalisePhone(record?.phone ?? "");
  if (!record || phone === undefined || phone === record.phone) return [];
  const { svc_customer_id: customerId } = record;
  const repair = async () => {
    const target = { ...partsOfSlot(slot), slot, customerId, ifMatch: [version] };
    if (!(await send(partition, { type: "UpdateCustomer", ...target, fields: { phone } }))) return false;
    return (await reads.customer(partition, slot))?.record.phone === phone;
  };
  return [{ index: "phone", what: "wrong", record: customerId, detail: version, repair }];
}
