import { defined } from "../../collections/defined.ts";
import { MAX_AHEAD_MS } from "../../store/records/far-ahead.ts";
import { type OrderFields, type OrderRecord, sentFieldsOf } from "../../store/records/orders.ts";
import type { CommandContext, Handler } from "../handler.ts";
import { refuseOversized } from "../record-size.ts";
import { haveSameMembers } from "../record-text.ts";
import { credible, isBefore, isOlderVersion, refuseFarAhead } from "../state/platform-update.ts";
import { anonymousOrder, formerBuyers, hasOtherBuyer } from "./buyer-names.ts";
import type { OrderResult, PutOrder, SentOrder } from "./messages.ts";
import { refundsAfter } from "./refunds.ts";
import { newerLine } from "./renamed-line.ts";
import { orderStateKey } from "./state-key.ts";

/** Whether the order's time is in the future, so that wishes may still be made that are older than the order. */
function isInFuture({ createdTime }: OrderFields, { time }: CommandContext): boolean {
  const aheadMs = Date.parse(createdTime) - Date.parse(time);
  return aheadMs > 0 && aheadMs <= MAX_AHEAD_MS;
}

/**
 * Returns a version with the state, time, currency and channel of the version before, unless it has its own. The time
 * stays, so that versions from before it are still stale. Refunds that were counted stay too, so that none is counted
 * twice.
 */
const completed = (
  { refundIds, ...sent }: SentOrder,
  before: OrderRecord | null,
  now: string,
): OrderFields => ({
  ...sent,
  status: sent.status ?? before?.status ?? "open",
  test: sent.test ?? before?.test ?? false,
  ...defined({
    updatedTime: sent.updatedTime ?? credible(before?.updatedTime, now),
    currency: sent.currency ?? before?.currency,
    channel: sent.channel ?? before?.channel,
    refundIds: refundsAfter(before?.refundIds, refundIds),
  }),
});

/** Returns the times of a stored order. One that never had a time of its sender arrived when it was received. */
export const timesOf = ({ updatedTime, arrivedTime, receivedTime }: OrderRecord) => ({
  updatedTime,
  arrivedTime: arrivedTime ?? (updatedTime === undefined ? receivedTime : undefined),
});

/** Whether two versions have lines, but none with the same reference. */
function shareNoLine({ lines }: SentOrder, known: OrderRecord): boolean {
  const sent = new Set(lines.map(({ lineRef }) => lineRef));
  return sent.size > 0 && known.lines.length > 0 && !known.lines.some(({ lineRef }) => sent.has(lineRef));
}

/**
 * Whether a version is older than the known one. Platforms give times in seconds: of two versions of the same time, one
 * that names its refunds is older if it lacks a refund that was counted. One that names no refunds is older if it has
 * none of the known lines: Shopify's export numbers the lines, and does not have the variants and refunds that its
 * webhooks have.
 */
function isOlderOrder(
  sent: SentOrder,
  arrivedTime: string | undefined,
  known: OrderRecord,
  now: string,
): boolean {
  const { updatedTime, refundIds } = sent;
  if (isOlderVersion({ updatedTime, arrivedTime }, timesOf(known), now)) return true;
  const isSameTime = known.updatedTime !== undefined && !isBefore(known.updatedTime, updatedTime, now);
  if (updatedTime === undefined || !isSameTime) return false;
  if (refundIds === undefined) return shareNoLine(sent, known);
  return (known.refundIds ?? []).some((id) => !refundIds.includes(id));
}

/**
 * Stores an order, unless a newer version of it is known. Fields that the version does not have stay as they were. A
 * version without a time is as old as its arrival, which is earlier than its command for a row of a file. Refused with
 * `InvalidInput` if it is too large, or if the time of its version is far ahead.
 */
export const putOrder: Handler<PutOrder, OrderResult> = (
  { slot, storeKey, key, order: sent, arrivedTime },
  draft,
  context,
) => {
  const before = draft.get(orderStateKey(slot));
  const order = completed(sent, before, context.time);
  const { orderRef } = order;
  const refusal = refuseFarAhead(sent.updatedTime, "/updatedTime", context.time);
  if (refusal) return refusal;
  if (before && isOlderOrder(sent, arrivedTime, before, context.time))
    return { ok: true, body: { orderRef, status: "stale" } };
  const known = new Map(before?.lines.map((line) => [line.lineRef, line]));
  const { matches = {}, revision: past = 0, buyer, forgotten, erased } = before ?? {};
  const revision = past + 1;
  const lines = order.lines.map((line) => newerLine(known.get(line.lineRef), line, revision));
  // A test order buys nothing, so its person is not needed.
  const isNameless = before?.forgotten === true || order.test;
  const next = { ...(isNameless ? anonymousOrder(order) : order), lines };
  const receivedTime = arrivedTime ?? context.time;
  if (before && haveSameMembers(sentFieldsOf(before), next))
    return { ok: true, body: { orderRef, status: "unchanged" } };
  const former = before && hasOtherBuyer(before, next) ? formerBuyers(before) : before?.former;
  const record: OrderRecord = {
    ...next,
    matches,
    receivedTime,
    revision,
    ...defined({
      // Absent where they say nothing new.
      arrivedTime: sent.updatedTime === undefined && next.updatedTime ? receivedTime : undefined,
      modifiedTime: receivedTime === context.time ? undefined : context.time,
      buyer,
      former,
      forgotten,
      erased,
    }),
  };
  // Not its matches: the service adds them, so they must not be the reason why a refund is refused.
  const oversized = refuseOversized("order", next, before && sentFieldsOf(before));
  if (oversized) return oversized;
  draft.put(orderStateKey(slot), record);
  draft.emit({
    type: "order.received",
    storeKey,
    time: context.time,
    orderKey: key,
    orderRef,
    ...(isInFuture(order, context) ? { dueTime: order.createdTime } : {}),
  });
  return { ok: true, body: { orderRef, status: "accepted" } };
};
