import type { EnteredIndex } from "../../keys/keys.ts";
import { nameEntries } from "../../keys/names.ts";
import { partsOfSlot } from "../../keys/slots.ts";
import type { OrderRecord } from "../../records/orders.ts";
import { type StateChange, type StateKey, type StateValues, valueOf } from "./state-keys.ts";

/** An entry in an index of a store, which finds a record. It is in the partition of the record. */
export interface StoreEntry {
  index: EnteredIndex;
  storeKey: string;
  member: string;
}

/** The entry of an alert: its id, the key of its customer's slot, and its name in the customer's ledger. */
export interface AlertEntry {
  id: string;
  key: string;
  name: string;
}

/** Reads the entry of an alert. */
export function parseAlertEntry(member: string): AlertEntry {
  const [id = "", key = ""] = member.split(" ", 2);
  return { id, key, name: member.slice(id.length + key.length + 2) };
}

function customerEntries(slot: string, customer: StateValues["customer"] | null): StoreEntry[] {
  const record = customer?.record;
  if (!record) return [];
  const { storeKey } = partsOfSlot(slot);
  const id = record.svc_customer_id;
  return [
    { index: "customers", storeKey, member: id },
    ...nameEntries(record, id).map((member) => ({ index: "customer-names" as const, storeKey, member })),
  ];
}

function productEntries(slot: string, product: StateValues["product"] | null): StoreEntry[] {
  const { storeKey } = partsOfSlot(slot);
  return product ? [{ index: "products", storeKey, member: product.productId }] : [];
}

/** Returns the member of `orders-by-time` for an order: when it was made, in UTC, and the key of its slot. */
export const datedOrder = ({ createdTime }: Pick<OrderRecord, "createdTime">, key: string): string =>
  `${new Date(createdTime).toISOString()} ${key}`;

/** Returns the key of the order's slot from a member that {@link datedOrder} made. */
export const keyOfDatedOrder = (member: string): string => member.slice(member.indexOf(" ") + 1);

function orderEntries(slot: string, order: StateValues["order"] | null): StoreEntry[] {
  const { storeKey, key } = partsOfSlot(slot);
  if (!order) return [];
  return [
    { index: "orders", storeKey, member: key },
    { index: "orders-by-time", storeKey, member: datedOrder(order, key) },
  ];
}

function alertEntries(slot: string, name: string, alert: StateValues["alert"] | null): StoreEntry[] {
  const { storeKey, key } = partsOfSlot(slot);
  return alert ? [{ index: "alerts", storeKey, member: `${alert.id} ${key} ${name}` }] : [];
}

function guestEntries(wishlistId: string, guest: StateValues["guest"] | null): StoreEntry[] {
  if (!guest) return [];
  const { storeKey, handover } = guest;
  const entry = (index: EnteredIndex): StoreEntry => ({ index, storeKey, member: wishlistId });
  if (!handover) return [entry("guests")];
  return [entry("guests"), entry(handover.result ? "claimed" : "open-claims")];
}

/** Shared, because most changed values have no entries. */
const NO_ENTRIES: readonly StoreEntry[] = [];
const NO_CHANGES = { added: NO_ENTRIES, removed: NO_ENTRIES };

/**
 * Returns the entries of a value in the indexes of its store. The index of wishlists is not among them: the relay
 * writes it.
 */
export function storeEntriesOf(
  { kind, id, field = "" }: StateKey,
  value: StateChange["value"],
): readonly StoreEntry[] {
  switch (kind) {
    case "customer":
      return customerEntries(id, valueOf("customer", value));
    case "product":
      return productEntries(id, valueOf("product", value));
    case "order":
      return orderEntries(id, valueOf("order", value));
    case "alert":
      return alertEntries(id, String(field), valueOf("alert", value));
    case "guest":
      return guestEntries(id, valueOf("guest", value));
    default:
      return NO_ENTRIES;
  }
}

/**
 * Returns the entries that a change adds and removes. A value that was not read before counts as new: its entries are
 * added again.
 */
export function entryChanges({ stateKey, value, before = null }: StateChange): {
  added: readonly StoreEntry[];
  removed: readonly StoreEntry[];
} {
  const [old, now] = [storeEntriesOf(stateKey, before), storeEntriesOf(stateKey, value)];
  if (old.length === 0 && now.length === 0) return NO_CHANGES;
  const without = (all: readonly StoreEntry[], others: readonly StoreEntry[]) =>
    all.filter(
      ({ index, member }) => !others.some((other) => other.index === index && other.member === member),
    );
  return { added: without(now, old), removed: without(old, now) };
}
