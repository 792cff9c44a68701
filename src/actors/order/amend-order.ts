import { defined } from "../../collections/defined.ts";
import { groupedBy } from "../../collections/grouped.ts";
import type { OrderLine, OrderRecord } from "../../store/records/orders.ts";
import type { Handler } from "../handler.ts";
import { refuse } from "../reply.ts";
import { credible, isBefore, refuseFarAhead } from "../state/platform-update.ts";
import type { Amendment, AmendOrder, OrderResult } from "./messages.ts";
import { timesOf } from "./put-order.ts";
import { refundsAfter } from "./refunds.ts";
import { orderStateKey } from "./state-key.ts";

/**
 * Whether the order includes the amendment. A refund is included if it was counted, or if the sender made the order's
 * newest version after it; a version of the same time names the refunds that it includes. An edit has no name: it is
 * included if the order has a version or an amendment of its time or later.
 */
function isIncluded(
  { updatedTime, versionTime, refundIds = [] }: OrderRecord,
  { time, refundId }: Amendment,
  now: string,
): boolean {
  if (refundId !== undefined && refundIds.includes(refundId)) return true;
  const newest = credible(refundId === undefined ? updatedTime : (versionTime ?? updatedTime), now);
  const later = newest === undefined ? Number.NEGATIVE_INFINITY : Date.parse(newest);
  return refundId === undefined ? Date.parse(time) <= later : Date.parse(time) < later;
}

type LineChange = Amendment["lines"][number];

function amended(line: OrderLine, changes: readonly LineChange[]): OrderLine {
  const sum = (units: (change: LineChange) => number | undefined) =>
    changes.reduce((all, change) => all + (units(change) ?? 0), 0);
  const gone = (line.refundedQuantity ?? 0) + sum((change) => change.gone);
  const quantity = line.quantity + sum((change) => change.added);
  return { ...line, quantity, ...(gone > 0 ? { refundedQuantity: Math.min(gone, quantity) } : {}) };
}

/**
 * Applies a refund or an edit that arrives separately from its order. It changes nothing if the order's version already
 * includes it, or is newer. Refused with `ResourceNotFound` while the order is not known: the platform will send the
 * order with all its refunds and edits. Refused with `InvalidInput` if its time is far ahead.
 */
export const amendOrder: Handler<AmendOrder, OrderResult> = (
  { slot, storeKey, key, amendment },
  draft,
  context,
) => {
  const order = draft.get(orderStateKey(slot));
  if (!order) return refuse("ResourceNotFound", "There is no such order yet.");
  const { orderRef } = order;
  const refusal = refuseFarAhead(amendment.time, "/time", context.time);
  if (refusal) return refusal;
  if (isIncluded(order, amendment, context.time)) return { ok: true, body: { orderRef, status: "stale" } };
  const { refundId, time } = amendment;
  const { updatedTime, versionTime = updatedTime ?? order.createdTime } = order;
  // The amendment has a time of its sender, and the version may have none: it stays as old as its arrival.
  const { arrivedTime } = timesOf(order);
  const changes = groupedBy(amendment.lines, ({ lineRef }) => lineRef);
  draft.put(orderStateKey(slot), {
    ...order,
    lines: order.lines.map((line) => amended(line, changes.get(line.lineRef) ?? [])),
    ...defined({
      refundIds: refundsAfter(order.refundIds, refundId === undefined ? [] : [refundId]),
      arrivedTime,
    }),
    // A refund may arrive after a later one.
    updatedTime: updatedTime !== undefined && isBefore(time, updatedTime, context.time) ? updatedTime : time,
    versionTime,
    receivedTime: context.time,
    modifiedTime: context.time,
    namedTime: order.namedTime ?? order.receivedTime,
    revision: order.revision + 1,
  });
  draft.emit({ type: "order.received", storeKey, time: context.time, orderKey: key, orderRef });
  return { ok: true, body: { orderRef, status: "accepted" } };
};
