import { contactIn, UNIQUE_CONTACTS } from "../../store/keys/names.ts";
import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { CustomerRecord } from "../../store/records/records.ts";
import type { Patch } from "../patch.ts";
import { refuse, type Rejection } from "../reply.ts";
import { claimStateKey } from "../state/claim.ts";
import type { Draft } from "../state/draft.ts";
import type { CustomerFields } from "./messages.ts";

/** Returns the claims that a customer with these fields needs. Claims that it already holds are granted again. */
function claimsFor(storeKey: string, fields: Patch<CustomerFields>, customerId: string): StateKey<"claim">[] {
  return UNIQUE_CONTACTS.flatMap((reference) => {
    const value = contactIn(fields, reference);
    return value === undefined ? [] : [claimStateKey({ reference, storeKey, value, holder: customerId })];
  });
}

/** Refuses fields with an e-mail address or phone number of another customer. Returns undefined if there are none. */
export function refuseTaken(
  draft: Draft,
  storeKey: string,
  fields: Patch<CustomerFields>,
  customerId: string,
): Rejection | undefined {
  const claims = claimsFor(storeKey, fields, customerId);
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
  for (const reference of UNIQUE_CONTACTS) {
    const value = contactIn(before, reference);
    if (value !== undefined && value !== contactIn(after ?? {}, reference))
      draft.release({ reference, storeKey, value, holder: before.svc_customer_id });
  }
}
