import type { BuyerNames, OrderFields, OrderRecord } from "../../store/records/orders.ts";
import { isSameJson } from "../record-text.ts";

const NAMES = ["customerRef", "customerId", "email", "contactEmail", "phone"] as const;

/** Returns an order without the names of the person. */
export function anonymousOrder<T extends OrderFields>(order: T): T {
  const kept = { ...order };
  for (const name of NAMES) Reflect.deleteProperty(kept, name);
  return kept;
}

/** Returns the names of the person in an order. */
const namesIn = (order: OrderFields): BuyerNames =>
  Object.fromEntries(NAMES.flatMap((name) => (order[name] === undefined ? [] : [[name, order[name]]])));

/** Whether a version names a person that the version before did not name. */
export const hasOtherBuyer = (before: OrderRecord, now: OrderFields) =>
  NAMES.some((name) => now[name] !== undefined && now[name] !== before[name]);

/** Returns the buyers of an order's former versions once it names another person, each of them once. */
export function formerBuyers(before: OrderRecord): BuyerNames[] {
  const { former = [] } = before;
  const names = namesIn(before);
  return former.some((known) => isSameJson(known, names)) ? former : [...former, names];
}
