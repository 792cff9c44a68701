import { defined } from "../../collections/defined.ts";
import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { AlertRecord } from "../../store/records/alerts.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import type { CommandContext, Handler } from "../handler.ts";
import { customerStateKey } from "../state/customer-slot.ts";
import type { Draft } from "../state/draft.ts";
import { dropAlerts, excessAlertsStateKey, mustCheckLedgers } from "../state/full-ledgers.ts";
import { alertStateKey } from "../state/ledger.ts";
import { waitingWith } from "../wishlist/items/waiting.ts";
import { isSameVariant, variantTerms } from "../wishlist/state/item-index.ts";
import { itemStateKey } from "../wishlist/state/item.ts";
import { metaStateKey } from "../wishlist/state/meta.ts";
import { loadItemsUnder, wishesIn, searchedWishlistsStateKey } from "../wishlist/state/wishes.ts";
import { firstDropName, nameOfAlert, namesBefore, notifiedBefore } from "./alert-name.ts";
import { newMail } from "./mail-alerts.ts";
import type { RaiseAlert, RaiseAlerts, RaiseResult, SettleAlerts } from "./messages.ts";
import { priceAtWish } from "./price-drop.ts";
import { isToBeNotified } from "./rules.ts";
import { addressesOf, wishAt } from "./wish-at.ts";

/** Maximum number of wishes that an alert names. */
export const MAX_NAMED = 100;

/** Returns the ids of the named wishes that have left their lists, or are for another variant. */
const goneIn = ({ slot, itemIds, variant }: RaiseAlert, draft: Draft): string[] =>
  itemIds.filter((id) => {
    const item = wishAt(draft, slot, id);
    return !item || !isSameVariant(item.product, variant);
  });

/** Returns the state key of the wishlists that may have what has left another list. */
const listsOf = ({ slot, variant }: RaiseAlert) =>
  searchedWishlistsStateKey(slot, variantTerms(variant).length);

/**
 * Returns the wishes that the alert is about: the named ones. If some are gone, all of the customer for the variant: a
 * wave has read a wish that was moved to another list since, or joined with another wish.
 */
function wishesFor(command: RaiseAlert, draft: Draft, gone: readonly string[]): ItemRecord[] {
  const { slot, itemIds, variant } = command;
  if (gone.length === 0) return itemIds.flatMap((id) => wishAt(draft, slot, id) ?? []);
  const wishlists = draft.get(listsOf(command)) ?? [];
  return wishesIn(draft, wishlists, variant).map(({ item }) => item);
}

/** Returns the fields of a wish that an alert shows. */
function itemOf(
  { id, wishlistId, wishlistRef, wishlistItemRef, ...wish }: ItemRecord,
  { price }: RaiseAlert,
) {
  const previousPrice = price && priceAtWish(wish, price)?.amount;
  return {
    itemId: id,
    wishlistId,
    ...defined({ wishlistRef, wishlistItemRef, previousPrice }),
  };
}

/** Writes the alert, and for a price drop the lowest notified price. Returns the alert's name. */
function putAlert(
  draft: Draft,
  command: RaiseAlert,
  record: AlertRecord,
  firstDrop: AlertRecord | null,
): string {
  const { slot, price } = command;
  const firstName = firstDropName(command);
  const name = firstName === undefined || firstDrop ? nameOfAlert(command) : firstName;
  draft.put(alertStateKey(slot, name), record);
  if (firstName !== undefined && firstDrop && price) {
    const lowest = { amount: price.amount, time: record.createdTime };
    draft.put(alertStateKey(slot, firstName), { ...firstDrop, lowestTold: lowest });
  }
  return name;
}

/** Returns the record of an alert for some wishes of a customer. The first wish is the oldest. */
function recordFor(
  command: RaiseAlert,
  { customerId, customerRef, email }: Pick<AlertRecord, "customerId" | "customerRef" | "email">,
  wishes: readonly ItemRecord[],
  context: Pick<CommandContext, "time"> & { id: string },
): AlertRecord {
  const { variant, cycle, about } = command;
  const items = wishes.map((item) => itemOf(item, command));
  const previousPrice = items[0]?.previousPrice;
  // The subject comes last: adding the other members to a copy of it takes V8 thirty times as long.
  return {
    id: context.id,
    type: command.alert,
    status: "pending",
    customerId,
    customerRef,
    productRef: variant.productRef ?? "",
    variantRef: variant.selectedVariantRef ?? "",
    variantId: variant.selectedVariantId ?? "",
    itemIds: items.map(({ itemId }) => itemId),
    items,
    cycle,
    createdTime: context.time,
    ...defined({ previousPrice, email }),
    ...about,
  };
}

/** Returns the state that an alert for a customer depends on. */
const stateOf = (command: RaiseAlert): StateKey[] => [
  customerStateKey(command.slot),
  ...namesBefore(command).map((name) => alertStateKey(command.slot, name)),
  ...addressesOf(command.itemIds).flatMap(({ wishlist, number }) => [
    metaStateKey(wishlist),
    itemStateKey(wishlist, number),
  ]),
];

/** Loads the wishes for the variant of customers whose named wishes are gone. */
function loadMoved(draft: Draft, { variant }: RaiseAlerts, alerts: readonly RaiseAlert[]): void {
  draft.load(alerts.map(listsOf));
  const wishlists = alerts.flatMap((alert) => draft.get(listsOf(alert)) ?? []);
  loadItemsUnder(draft, wishlists, variantTerms(variant));
}

/**
 * Raises an alert for a customer: writes the ledger row that makes the alert unique, and the event that delivers it.
 * One alert covers all wishes of the customer that pass the rules.
 */
function raiseAlert(command: RaiseAlert, draft: Draft, context: CommandContext) {
  const { slot, storeKey, key, alert: type, variant, cycle, isMailed } = command;
  const resultOf = (outcome: RaiseResult["outcome"], gone: string[] = []): RaiseResult => ({ outcome, gone });
  const notified = notifiedBefore(command, (name) => draft.get(alertStateKey(slot, name)));
  if (notified.alert) return resultOf("told before");
  const customer = draft.get(customerStateKey(slot))?.record;
  const gone = goneIn(command, draft);
  if (!customer) return resultOf("nobody waits", gone);
  const waiting = wishesFor(command, draft, gone)
    .map((item) => waitingWith(item, customer))
    .filter((item) => isToBeNotified({ item, occasion: command, notified }))
    .slice(0, MAX_NAMED);
  if (waiting.length === 0) return resultOf("nobody waits", gone);
  const { svc_customer_id: customerId, id: customerRef } = customer;
  const email = isMailed ? newMail(customer, type, context.time) : undefined;
  const { time } = context;
  const id = context.newAlertId(draft.events.length);
  const receiver = { customerId, customerRef, ...defined({ email }) };
  const record = recordFor(command, receiver, waiting, { time, id });
  const alertName = putAlert(draft, command, record, notified.firstDrop);
  draft.emit({
    type: `alert.${type}`,
    storeKey,
    time,
    customerKey: key,
    alertId: id,
    alertName,
    variantRef: variant.selectedVariantRef ?? "",
    cycle,
    ...(email?.status === "pending" ? { isMailed: true as const } : {}),
  });
  return resultOf("raised", gone);
}

const alertsOf = ({ type: _, customers, ...common }: RaiseAlerts): RaiseAlert[] =>
  customers.map(({ slot, key, itemIds }) => ({ slot, key, itemIds, ...common }));

/**
 * Raises alerts for many customers, each as {@link raiseAlert} does. Sometimes drops the oldest alerts of those who
 * have too many.
 */
export const raiseAlerts: Handler<RaiseAlerts, RaiseResult[]> = (command, draft, context) => {
  const all = alertsOf(command);
  const checked = mustCheckLedgers(context) ? all : [];
  draft.load([...all.flatMap(stateOf), ...checked.map(({ slot }) => excessAlertsStateKey(slot))]);
  const moved = all.filter((alert) => goneIn(alert, draft).length > 0);
  loadMoved(draft, command, moved);
  const body = all.map((alert) => raiseAlert(alert, draft, context));
  for (const alert of checked) dropAlerts(draft, alert, context);
  return { ok: true, body };
};

/** Marks alerts as sent. Skips alerts that are erased, or marked already. */
export const settleAlerts: Handler<SettleAlerts> = ({ alerts }, draft, context) => {
  draft.load(alerts.map(({ slot, name }) => alertStateKey(slot, name)));
  for (const { slot, name } of alerts) {
    const alert = draft.get(alertStateKey(slot, name));
    if (alert && alert.status !== "sent")
      draft.put(alertStateKey(slot, name), { ...alert, status: "sent", sentTime: context.time });
  }
  return { ok: true };
};
