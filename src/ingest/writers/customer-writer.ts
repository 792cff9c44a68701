import type { CustomerFields } from "../../actors/customer/messages.ts";
import type { Patch } from "../../actors/patch.ts";
import { bodyOf, type Reply } from "../../actors/reply.ts";
import { contactIn, UNIQUE_CONTACTS, type UniqueContact } from "../../store/keys/names.ts";
import type { Erasures } from "../../store/privacy/erasures.ts";
import type { Customers } from "../../store/read/customers.ts";
import type { CustomerRecord } from "../../store/records/records.ts";
import type { FieldError } from "../problem.ts";
import { type CustomerInput, sentNamesOf, planCustomer, readCustomer } from "../read/customers.ts";
import { fieldsOf, ignoredIn, invalidRow } from "../rows.ts";
import { sentErrors } from "../sent-names.ts";
import { customerAddresses, type Targets } from "../targets.ts";
import { ERASED, isErasedSince } from "./erased-row.ts";
import type { FeedTarget } from "./feeds.ts";
import { refused, rejected, type RowWriter } from "./row-writer.ts";

const NO_CUSTOMER = { code: "ResourceNotFound", detail: "There is no such customer." };

/** Whether a customer could not be written because there is none with the service's id of the row. */
const isUnknown = (reply: Reply | undefined) =>
  reply === undefined || (!reply.ok && reply.code === "ResourceNotFound");

/** Returns the ids of a refused row, as far as they are texts. */
function nameOf(row: unknown): { id?: string; svc_customer_id?: string } {
  const { id, svc_customer_id } = fieldsOf(row);
  return {
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof svc_customer_id === "string" ? { svc_customer_id } : {}),
  };
}

/** Returns the e-mail address and the phone number of a customer, in the form that is compared. */
const contactsIn = (customer: Pick<CustomerInput, UniqueContact>): string[] =>
  UNIQUE_CONTACTS.flatMap((kind) => {
    const value = contactIn(customer, kind);
    return value === undefined ? [] : [`${kind} ${value}`];
  });

/** Returns an error if a decision about marketing was not stored, because the known one may be newer. */
const outdatedConsent = (
  { accepts_marketing: sent }: Patch<CustomerFields>,
  { accepts_marketing: stored }: Partial<CustomerRecord>,
): FieldError[] =>
  sent === !stored
    ? [{ path: "/accepts_marketing", message: "is older than the stored decision, or has no time" }]
    : [];

export interface CustomerWriterParts {
  targets: Pick<Targets, "customer" | "newCustomer">;
  customers: Pick<Customers, "at">;
  erasures: Pick<Erasures, "since">;
}

/**
 * Returns the slots that a row's customer may have, the references that the row takes, and those that it may release
 * for another row.
 */
async function customerSubjects(
  { targets, customers }: CustomerWriterParts,
  body: CustomerInput,
  { storeKey }: FeedTarget,
): Promise<string[]> {
  const { id: ref, svc_customer_id: id, email, phone } = body;
  const addresses = customerAddresses(targets, storeKey, { id, ref });
  const isContactGiven = email !== undefined || phone !== undefined;
  const before = isContactGiven ? await Promise.all(addresses.map((address) => customers.at(address))) : [];
  return [
    ...addresses.map(({ slot }) => slot),
    ...contactsIn(body),
    ...before.flatMap((record) => (record ? contactsIn(record) : [])),
  ];
}

/** Returns the writer of rows of customers. */
export function customerWriter(parts: CustomerWriterParts): RowWriter<{ body: CustomerInput }> {
  const { targets, erasures } = parts;
  const wasErased = isErasedSince(targets, erasures);
  return {
    read(row) {
      const read = readCustomer(row);
      return "errors" in read ? { refusal: { ...nameOf(row), ...rejected(invalidRow(read.errors)) } } : read;
    },

    subjectsOf: ({ body }, target) => customerSubjects(parts, body, target),

    async write({ body }, target, send) {
      const { storeKey, arrivedTime } = target;
      const isErased = () => wasErased(storeKey, body, arrivedTime);
      if (await isErased()) return { ...nameOf(body), ...rejected(ERASED) };
      const upsert = async (row: CustomerInput) => {
        const plan = planCustomer(targets, "UpsertCustomer", target, row);
        return plan && { plan, reply: await send(plan) };
      };
      let upserted = await upsert(body);
      // The service's id of a deleted customer, or of another store, as in a copy of records: the row counts by its own.
      if (body.id && body.svc_customer_id && isUnknown(upserted?.reply)) {
        const { svc_customer_id: _, ...own } = body;
        upserted = await upsert(own);
      }
      if (!upserted) return { ...nameOf(body), ...rejected(NO_CUSTOMER) };
      const { plan, reply } = upserted;
      if (!reply.ok) return { ...nameOf(body), ...refused(reply, sentNamesOf(body)) };
      const record = bodyOf(reply);
      const { id, svc_customer_id = "" } = record;
      // An erasure that began after the check above may have missed the customer that was created since.
      const address = targets.customer(storeKey, { id: svc_customer_id });
      if (address && reply.created && (await isErased())) {
        const { partition, slot, key } = address;
        const command = { type: "DeleteCustomer" as const, storeKey, slot, key, id: svc_customer_id };
        const deleted = await send({ partition, command: { ...command, withWishlists: true } });
        if (!deleted.ok && deleted.code !== "ResourceNotFound")
          return { ...nameOf(body), ...refused(deleted) };
        return { ...nameOf(body), ...rejected(ERASED) };
      }
      const status = reply.created ? "created" : reply.unchanged ? "unchanged" : "updated";
      return {
        id,
        svc_customer_id,
        status,
        ...ignoredIn(sentErrors(sentNamesOf(body), outdatedConsent(plan.command.fields, record))),
      };
    },
  };
}
