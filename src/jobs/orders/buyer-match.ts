import { isSameSlot } from "../../actors/address.ts";
import type { BoughtLine, MatchOrder, MatchResult } from "../../actors/order/messages.ts";
import { bodyOf } from "../../actors/reply.ts";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import { sendAccepted } from "../../actors/runtime/send.ts";
import { defined } from "../../collections/defined.ts";
import type { SlotAddress } from "../../store/layout/layout.ts";
import type { BuyerAddress, OrderRecord, UnmatchedCode } from "../../store/records/orders.ts";
import { type Buyer, type BuyerDeps, formerPeople } from "./buyers.ts";

export interface BuyerMatchDeps extends BuyerDeps {
  dispatcher: Pick<Dispatcher, "send">;
  /** Whether a purchased item is removed from its wishlist. */
  removePurchased: boolean;
}

/** The result of the match with an order's buyer. */
export interface BuyerMatch extends Pick<MatchResult, "lines"> {
  /** The customer, or the slot of a deleted one. */
  buyer?: BuyerAddress;
  /** Whether the buyer is a customer who exists. */
  isThere: boolean;
  /** Whether the order names a deleted customer. */
  isForgotten: boolean;
  /** Whether the customer was deleted after an earlier match of the order. */
  isGone?: boolean;
}

/** Returns the result for an order none of whose lines bought a wish, with the reason. */
export const unmatchedOrder = ({ lines }: OrderRecord, code: UnmatchedCode): BuyerMatch => ({
  isThere: false,
  isForgotten: false,
  lines: Object.fromEntries(lines.map(({ lineRef }) => [lineRef, { code }])),
});

/**
 * Removes the names of a deleted customer from an order; without `buyer`, removes all names of people. The sales stay
 * under the customer's slot.
 *
 * @param deletedTime when the customer was deleted: a version that arrived later keeps its names
 */
export async function forgetBuyerInOrder(
  { dispatcher }: Pick<BuyerMatchDeps, "dispatcher">,
  storeKey: string,
  { partition, slot, key }: SlotAddress,
  buyer?: BuyerAddress,
  deletedTime?: string,
): Promise<void> {
  const command = { type: "ForgetBuyer" as const, storeKey, slot, key, ...defined({ buyer, deletedTime }) };
  await sendAccepted(dispatcher, { partition, command });
}

/** Sends the order's lines to a customer's actor, which marks the purchased wishes. */
async function matchAtBuyer(
  { dispatcher }: BuyerMatchDeps,
  { partition, slot, key }: SlotAddress,
  command: Omit<MatchOrder, "slot" | "key">,
): Promise<MatchResult> {
  return bodyOf(await sendAccepted(dispatcher, { partition, command: { ...command, slot, key } }));
}

/**
 * Matches an order with the first of the people who is a customer, and undoes its effects on the wishes of all others:
 * people that its earlier versions named, and those with whom it was matched in vain.
 *
 * @param reached customers with whom this job has matched the order. The match adds the customer that it finds
 */
export async function matchWithBuyer(
  deps: BuyerMatchDeps,
  { storeKey, orderKey, order }: { storeKey: string; orderKey: string; order: OrderRecord },
  { people, lines }: { people: readonly Buyer[]; lines: BoughtLine[] },
  reached: Buyer[],
): Promise<BuyerMatch> {
  const command = {
    type: "MatchOrder" as const,
    storeKey,
    orderKey,
    orderRef: order.orderRef,
    revision: order.revision,
    boughtTime: new Date(order.createdTime).toISOString(),
    removePurchased: deps.removePurchased,
  };
  let found: BuyerMatch = unmatchedOrder(order, order.test ? "test_order" : "no_customer");
  for (const candidate of people) {
    const { rule: person, address } = candidate;
    const {
      found: isThere,
      isDeleted,
      lines: matches,
    } = await matchAtBuyer(deps, address, { ...command, person, lines });
    const buyer = { partition: address.partition, key: address.key };
    const isForgotten = found.isForgotten || isDeleted;
    if (isThere) {
      reached.push(candidate);
      found = { lines: matches, buyer, isThere, isForgotten, isGone: isDeleted };
      break;
    }
    if (isDeleted && !found.buyer) found = { ...found, buyer, isForgotten };
  }
  const others = new Map(
    [...(await formerPeople(deps, storeKey, order)), ...reached].map((other) => [other.address.slot, other]),
  );
  for (const { rule: person, address } of others.values()) {
    if (!isSameSlot(found.buyer, address))
      await matchAtBuyer(deps, address, { ...command, person, lines: [], hasLeft: true });
  }
  return found;
}
