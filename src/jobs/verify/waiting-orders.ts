import type { RecordAddress } from "../../store/keys/key-space.ts";
import { personNames } from "../../store/keys/names.ts";
import { partsOfSlot } from "../../store/keys/slots.ts";
import { type Layout, type SlotAddress, slotAddress } from "../../store/layout/layout.ts";
import type { Orders } from "../../store/read/orders.ts";
import type { OrderLine, OrderRecord, UnmatchedCode } from "../../store/records/orders.ts";
import type { WaitingOrders } from "../../store/waiting/waiting-orders.ts";
import { namesOfBuyer } from "../orders/buyers.ts";
import { namesOfLine } from "../orders/line-variants.ts";
import type { Inconsistency } from "./inconsistency.ts";

export interface WaitingOrderParts {
  layout: Layout;
  orders: Pick<Orders, "at">;
  waitingOrders: Pick<WaitingOrders, "add" | "missing" | "remove">;
  /** Queues the matching of an order. */
  rematch: (storeKey: string, order: SlotAddress) => Promise<void>;
  now: () => number;
}

const hasCode = ({ matches }: OrderRecord, { lineRef }: OrderLine, code: UnmatchedCode): boolean => {
  const outcome = matches[lineRef];
  return outcome !== undefined && "code" in outcome && outcome.code === code;
};

/**
 * Returns the names that a matched order waits for: the names of its buyer or of the deleted customer, and of variants.
 */
function namesAwaited({ layout }: WaitingOrderParts, storeKey: string, order: OrderRecord): string[] {
  const { lines, buyer, test, status, erased } = order;
  if (test) return [];
  const ofBuyer = buyer && !erased ? personNames({ keys: [buyer.key] }) : undefined;
  const people = ofBuyer ?? namesOfBuyer({ layout }, storeKey, order);
  const needsCustomer = lines.some((line) => hasCode(order, line, "no_customer"));
  const unknown = lines.filter(
    (line) =>
      status === "open" &&
      (line.refundedQuantity ?? 0) < line.quantity &&
      hasCode(order, line, "variant_unknown"),
  );
  return [...new Set([...(needsCustomer ? people : []), ...unknown.flatMap(namesOfLine)])];
}

/**
 * Finds an order that does not wait for its buyer or its variant. An erasure of the person would not find it either.
 */
export async function verifyWaitingOrder(
  parts: WaitingOrderParts,
  { partition, id: slot }: RecordAddress,
): Promise<Inconsistency[]> {
  const { orders, waitingOrders, rematch, now } = parts;
  const { storeKey, key } = partsOfSlot(slot);
  const address = slotAddress(partition, slot);
  const order = await orders.at(address);
  if (!order) return [];
  const names = namesAwaited(parts, storeKey, order);
  const since = Date.parse(order.receivedTime);
  const missing = await waitingOrders.missing(storeKey, address, names, { since, now: now() });
  if (missing.length === 0) return [];
  return [
    {
      index: "waitingOrders",
      what: "missing",
      record: key,
      detail: JSON.stringify([missing, order]),
      async repair() {
        // The buyer or the variant may have been stored before. If this fails, the order is found again.
        await rematch(storeKey, address);
        await waitingOrders.add(storeKey, address, missing, now());
        // The order may have been matched or erased since it was read.
        const latest = await orders.at(address);
        const awaited = new Set(latest ? namesAwaited(parts, storeKey, latest) : []);
        const outdated = missing.filter((name) => !awaited.has(name));
        if (outdated.length === 0) return true;
        await waitingOrders.remove(storeKey, address, outdated);
        // A matched order may wait for a customer that it names more reliably: another matching enters that name again.
        if (latest) await rematch(storeKey, address);
        return false;
      },
    },
  ];
}
