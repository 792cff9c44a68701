import { namesOf } from "../../actors/privacy/person.ts";
import type { Erasures } from "../../store/privacy/erasures.ts";
import type { CustomerInput } from "../read/customers.ts";
import { customerAddresses, type Targets } from "../targets.ts";

/** The error of a row whose person was erased while it waited. */
export const ERASED = { code: "PersonErased", detail: "The person was erased after the row arrived." };

/**
 * Returns a predicate: whether the customer of a row was erased after the row arrived. A row without a time of
 * arrival arrives now, after all erasures.
 */
export const isErasedSince =
  (targets: Pick<Targets, "customer">, erasures: Pick<Erasures, "since">) =>
  async (
    storeKey: string,
    { id: ref, svc_customer_id: id, email, phone }: CustomerInput,
    arrivedTime: string | undefined,
  ): Promise<boolean> => {
    if (arrivedTime === undefined) return false;
    const names = namesOf({
      addresses: customerAddresses(targets, storeKey, { id, ref }),
      emails: email ? [email] : [],
      phones: phone ? [phone] : [],
    });
    return erasures.since(storeKey, names, arrivedTime);
  };
