import { type ContactData, contactIn, UNIQUE_CONTACTS } from "../../store/keys/names.ts";
import type { Claim, CustomerRecord } from "../../store/records/records.ts";
import type { Patch } from "../patch.ts";
import { refuse, type Rejection } from "../reply.ts";
import { claimStateKey } from "../state/claim.ts";
import type { Draft } from "../state/draft.ts";
import type { CustomerFields } from "./messages.ts";

/** Returns the claims that a customer with this contact data holds. */
export const contactClaims = (storeKey: string, contacts: ContactData, holder: string): Claim[] =>
  UNIQUE_CONTACTS.flatMap((reference) => {
    const value = contactIn(contacts, reference);
    return value === undefined ? [] : [{ reference, storeKey, value, holder }];
  });

/** Refuses fields with an e-mail address or phone number of another customer. Returns undefined if there are none. */
export function refuseTaken(
  draft: Draft,
  storeKey: string,
  fields: Patch<CustomerFields>,
  customerId: string,
): Rejection | undefined {
  // Claims that the customer already holds are granted again.
  const claims = contactClaims(storeKey, fields, customerId).map(claimStateKey);
  draft.load(claims);
  const taken = claims.find((claim) => draft.get(claim) !== "granted");
  const field = taken?.claim?.reference;
  return field && refuse("DuplicateReference", `Another customer has this ${field}.`, `/${field}`);
}

/** Releases the e-mail address and phone number that `before` had and `after` does not have. */
export function releaseOld(
  draft: Draft,
  storeKey: string,
  before: CustomerRecord,
  after: CustomerRecord | null,
): void {
  const kept = contactClaims(storeKey, after ?? {}, before.svc_customer_id);
  for (const claim of contactClaims(storeKey, before, before.svc_customer_id)) {
    const isKept = kept.some(
      ({ reference, value }) => reference === claim.reference && value === claim.value,
    );
    if (!isKept) draft.release(claim);
  }
}
