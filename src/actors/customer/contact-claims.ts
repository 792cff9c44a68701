import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { CustomerRecord } from "../../store/records/records.ts";
import type { Patch } from "../patch.ts";
import { refuse, type Rejection } from "../reply.ts";
import { claimStateKey } from "../state/claim.ts";
import type { Draft } from "../state/draft.ts";
import type { CustomerFields } from "./messages.ts";

/** Fields that no two customers of a store share. */
const UNIQUE = ["email", "phone"] as const;
type Unique = (typeof UNIQUE)[number];

/** Returns a value in the form that is compared: e-mail addresses in lower case. */
const comparable = (field: Unique, value: string) => (field === "email" ? value.toLowerCase() : value);

const claimOf = (field: Unique, storeKey: string, value: string, customerId: string) =>
  claimStateKey({ reference: field, storeKey, value: comparable(field, value), holder: customerId });

/** Returns the claims that a customer with these fields needs. Claims that it already holds are granted again. */
function claimsFor(storeKey: string, fields: Patch<CustomerFields>, customerId: string): StateKey<"claim">[] {
  return UNIQUE.flatMap((field) => {
    const value = fields[field];
    return typeof value === "string" ? [claimOf(field, storeKey, value, customerId)] : [];
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
  for (const field of UNIQUE) {
    const old = before[field];
    const now = after?.[field];
    if (old === undefined || (now !== undefined && comparable(field, now) === comparable(field, old)))
      continue;
    draft.release({
      reference: field,
      storeKey,
      value: comparable(field, old),
      holder: before.svc_customer_id,
    });
  }
}
