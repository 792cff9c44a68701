import { defined } from "../../collections/defined.ts";
import type { StateKey } from "../../store/partition/state/state-keys.ts";
import { MAX_AHEAD_MS } from "../../store/records/far-ahead.ts";
import type { BuyerAddress, BuyerNames, OrderRecord } from "../../store/records/orders.ts";
import { isSameSlot } from "../address.ts";
import type { CommandContext, Handler } from "../handler.ts";
import { refuseOversized } from "../record-size.ts";
import { haveSameMembers, isSameJson } from "../record-text.ts";
import { credible, isBefore, refuseFarAhead } from "../state/platform-update.ts";
import type {
  ForgetBuyer,
  ForgetMatches,
  NoteMatches,
  OrderFields,
  OrderResult,
  PutOrder,
  SentOrder,
} from "./messages.ts";
import { refundsAfter } from "./refunds.ts";
import { newerLine } from "./renamed-line.ts";

/** Returns the state key of an order, by its slot. */
export const orderStateKey = (slot: string): StateKey<"order"> => ({ kind: "order", id: slot });

/** Whether the order's time is in the future, so that wishes may still be made that are older than the order. */
function isInFuture({ createdTime }: OrderFields, { time }: CommandContext): boolean {
  const aheadMs = Date.parse(createdTime) - Date.parse(time);
  return aheadMs > 0 && aheadMs <= MAX_AHEAD_MS;
}

function fieldsOf({
  matches: _1,
  receivedTime: _2,
  revision: _3,
  buyer: _4,
  former: _5,
  forgotten: _6,
  erased: _7,
  namedTime: _8,
  versionTime: _9,
  ...fields
}: OrderRecord) {
  return fields satisfies OrderFields;
}

const NAMES = ["customerRef", "customerId", "email", "contactEmail", "phone"] as const;

/** Returns an order without the names of the person. */
function anonymous<T extends OrderFields>(order: T): T {
  const kept = { ...order };
  for (const name of NAMES) Reflect.deleteProperty(kept, name);
  return kept;
}

const namesIn = (order: OrderFields): BuyerNames =>
  Object.fromEntries(NAMES.flatMap((name) => (order[name] === undefined ? [] : [[name, order[name]]])));

/** Whether a version names a person that the version before did not name. */
const isRenamed = (before: OrderRecord, now: OrderFields) =>
  NAMES.some((name) => now[name] !== undefined && now[name] !== before[name]);

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

/**
 * Whether a version is older than the known one. Platforms give times in seconds: of two versions of the same time, one
 * that names its refunds is older if it lacks a refund that was counted.
 */
function isOlder(
  { updatedTime, refundIds }: SentOrder,
  arrivedTime: string | undefined,
  known: OrderRecord | null,
  now: string,
): boolean {
  if (isBefore(updatedTime ?? arrivedTime, known?.updatedTime, now)) return true;
  const isSameTime = known?.updatedTime !== undefined && !isBefore(known.updatedTime, updatedTime, now);
  if (updatedTime === undefined || refundIds === undefined || !isSameTime) return false;
  return (known.refundIds ?? []).some((id) => !refundIds.includes(id));
}

/**
 * Stores an order, unless a newer version of it is known. Fields that the version does not have stay as they were. A
 * version without a time that arrived earlier than its command, such as in a file, has the time of its arrival. Refused
 * with `InvalidInput` if it is too large, or if the time of its version is far ahead.
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
  if (isOlder(sent, arrivedTime, before, context.time))
    return { ok: true, body: { orderRef, status: "stale" } };
  const known = new Map(before?.lines.map((line) => [line.lineRef, line]));
  const { matches = {}, revision: past = 0, buyer, forgotten, erased } = before ?? {};
  const revision = past + 1;
  const lines = order.lines.map((line) => newerLine(known.get(line.lineRef), line, revision));
  // A test order buys nothing, so its person is not needed.
  const isNameless = before?.forgotten === true || order.test;
  const next = { ...(isNameless ? anonymous(order) : order), lines };
  if (before && haveSameMembers(fieldsOf(before), next))
    return { ok: true, body: { orderRef, status: "unchanged" } };
  const former =
    before && isRenamed(before, next) ? [...(before.former ?? []), namesIn(before)] : before?.former;
  const record: OrderRecord = {
    ...next,
    matches,
    receivedTime: arrivedTime ?? context.time,
    revision,
    ...defined({ buyer, former, forgotten, erased }),
  };
  const oversized = refuseOversized("order", record, before);
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

/**
 * Returns the buyer of an order after a match that found this customer. If the match found none and the order now names
 * another person, the known buyer is no longer its buyer.
 */
export const buyerAfter = (
  { former, buyer }: OrderRecord,
  found: BuyerAddress | undefined,
): BuyerAddress | undefined => found ?? (former ? undefined : buyer);

/**
 * Stores which wishes an order's lines matched, unless the order or its matches have changed since: it must then be
 * matched again.
 */
export const noteMatches: Handler<NoteMatches> = (
  { slot, revision, formerMatches, matches, buyer: found },
  draft,
) => {
  const order = draft.get(orderStateKey(slot));
  // The order has changed since, so the result of this match may now be wrong.
  if (order?.revision !== revision) return { ok: true, unchanged: true };
  // Another match, which may have found a newer state of the buyer, was faster.
  if (formerMatches && !isSameJson(order.matches, formerMatches)) return { ok: true, unchanged: true };
  const { former: _1, buyer: _2, ...kept } = order;
  draft.put(orderStateKey(slot), { ...kept, matches, ...defined({ buyer: buyerAfter(order, found) }) });
  return { ok: true };
};

/** Removes the names of a deleted buyer from an order; without `buyer`, all names, and those of later versions too. */
export const forgetBuyer: Handler<ForgetBuyer> = ({ slot, buyer, deletedTime }, draft) => {
  const order = draft.get(orderStateKey(slot));
  if (!order) return { ok: true };
  const isLater = deletedTime !== undefined && deletedTime < (order.namedTime ?? order.receivedTime);
  if (isLater) return { ok: true };
  if (!buyer) {
    const { former: _, ...kept } = anonymous(order);
    draft.put(orderStateKey(slot), { ...kept, forgotten: true, erased: true });
    return { ok: true };
  }
  if (order.buyer && !isSameSlot(order.buyer, buyer)) return { ok: true };
  // The newest version already names another person.
  if (order.former) draft.put(orderStateKey(slot), { ...order, former: [] });
  else draft.put(orderStateKey(slot), { ...anonymous(order), buyer, forgotten: true });
  return { ok: true };
};

/** Removes the matches of an order with a deleted wishlist. A match that is in progress is discarded. */
export const forgetMatches: Handler<ForgetMatches> = ({ slot, wishlistId }, draft) => {
  const order = draft.get(orderStateKey(slot));
  if (!order) return { ok: true };
  const matches = Object.entries(order.matches).map(([lineRef, match]) => {
    const isErased = "matched" in match && match.matched.wishlistId === wishlistId;
    return [lineRef, isErased ? { code: "wishlist_deleted" as const } : match] as const;
  });
  // The new revision makes a match from before the deletion invalid.
  const revision = order.revision + 1;
  draft.put(orderStateKey(slot), { ...order, revision, matches: Object.fromEntries(matches) });
  return { ok: true };
};
