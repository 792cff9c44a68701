import type { AlertRecord, AlertType } from "../../store/alerts.ts";
import { parseItemId } from "../../store/ids.ts";
import type { ItemRecord } from "../../store/records.ts";
import { customerOf } from "../customer/slot.ts";
import type { Draft } from "../state.ts";
import type { Handler } from "../messages.ts";
import { itemCell } from "../wishlist/add-item.ts";
import { headOf } from "../wishlist/head.ts";
import { isSameVariant, waitingName } from "../wishlist/marks.ts";
import { alertCell } from "./alert-cell.ts";
import { newMail } from "./mail-alerts.ts";
import type { RaiseAlert, RaiseAlerts, RaiseResult, SettleAlerts } from "./messages.ts";

/** What makes an alert unique for a customer. */
const alertName = ({ alert, variant, cycle }: Pick<RaiseAlert, "alert" | "variant" | "cycle">) =>
  `${alert} ${cycle} ${variant.selectedVariantId ?? waitingName(variant)}`;

/** Name of the alert that tells of the variant's release. */
const releaseName = ({ variant }: RaiseAlert) => alertName({ alert: "register_interest", variant, cycle: 1 });

const places = (itemIds: readonly string[]) => itemIds.flatMap((id) => parseItemId(id) ?? []);

/** The wish, if it is still on a list of this customer. */
function wishAt(draft: Draft, slot: string, itemId: string): ItemRecord | null {
  const place = parseItemId(itemId);
  const head = place && draft.get(headOf(place.wishlist));
  if (!place || !head || head.deleted || head.slot !== slot) return null;
  return draft.get(itemCell(place.wishlist, place.number));
}

const isFor = ({ product }: ItemRecord, { variant }: RaiseAlert) => isSameVariant(product, variant);

/** Which flag of a wish asks for the alert; price and low stock concern every wish. */
const ASKED: Record<AlertType, (item: ItemRecord) => boolean> = {
  back_in_stock: ({ notifyMe }) => notifyMe,
  register_interest: ({ prerelease }) => prerelease,
  price_drop: () => true,
  low_stock: () => true,
};

/** Whether the price is lower than when the wish was made by as much as the retailer asks for. */
export function isCheaper(
  { priceWhenAdded }: Pick<ItemRecord, "priceWhenAdded">,
  { price }: Pick<RaiseAlert, "price">,
): boolean {
  if (!price) return true;
  if (priceWhenAdded?.currency !== price.currency) return false;
  // In millionths, for binary fractions of decimal amounts do not add up.
  const [before, now, least] = [priceWhenAdded.amount, price.amount, price.leastAmount].map((amount) =>
    Math.round(Number(amount) * 1e6),
  ) as [number, number, number];
  const drop = before - now;
  return now > 0 && drop > 0 && drop >= least && drop * 100 >= before * price.leastPercent;
}

/**
 * Tells a customer of a variant: writes the ledger row that makes the alert unique, and the event that carries it
 * out. Wishes that do not ask for it, are bought, silenced, or were made too late do not count.
 */
const raiseAlert: Handler<RaiseAlert> = {
  reads: (command) => [
    customerOf(command.slot),
    alertCell(command.slot, alertName(command)),
    alertCell(command.slot, releaseName(command)),
    ...places(command.itemIds).flatMap(({ wishlist, number }) => [
      headOf(wishlist),
      itemCell(wishlist, number),
    ]),
  ],

  decide(command, draft, moment) {
    const {
      slot,
      scope,
      key,
      alert: type,
      variant,
      cycle,
      itemIds,
      since,
      hasReleases,
      isMailed,
      about,
    } = command;
    const { productRef = "", selectedVariantRef: variantRef = "" } = variant;
    const name = alertName(command);
    const answer = (outcome: RaiseResult["outcome"], gone: string[] = []) => ({
      ok: true as const,
      body: { outcome, gone } satisfies RaiseResult,
    });
    if (draft.get(alertCell(slot, name))) return answer("told before");
    // Of the rise that is the release, whoever registered interest hears once.
    const release = draft.get(alertCell(slot, releaseName(command)));
    const isRelease = type === "back_in_stock" && hasReleases && !(release && release.createdTime < since);
    const customer = draft.get(customerOf(slot))?.record;
    const wishes = itemIds.map((id) => ({ id, item: wishAt(draft, slot, id) }));
    const gone = wishes.flatMap(({ id, item }) => (item && isFor(item, command) ? [] : [id]));
    const waiting = wishes.flatMap(({ item }) =>
      item &&
      isFor(item, command) &&
      ASKED[type](item) &&
      !item.disableNotification &&
      !item.purchased &&
      !(isRelease && item.prerelease) &&
      item.createdTime < since &&
      isCheaper(item, command)
        ? [item.id]
        : [],
    );
    if (!customer || waiting.length === 0) return answer("nobody waits", gone);
    const email = isMailed ? newMail(customer, type, moment.time) : undefined;
    const record: AlertRecord = {
      ...about,
      id: moment.newAlertId(draft.events.length),
      type,
      status: "pending",
      customerId: customer.svc_customer_id,
      customerRef: customer.id,
      productRef,
      variantRef,
      variantId: variant.selectedVariantId ?? "",
      itemIds: waiting,
      cycle,
      createdTime: moment.time,
      ...(email ? { email } : {}),
    };
    draft.put(alertCell(slot, name), record);
    draft.emit({
      type: `alert.${type}`,
      scope,
      time: moment.time,
      customerKey: key,
      alertId: record.id,
      alertName: name,
      variantRef,
      cycle,
      ...(email?.status === "pending" ? { isMailed: true as const } : {}),
    });
    return answer("raised", gone);
  },
};

const each = ({ type: _, customers, ...common }: RaiseAlerts): RaiseAlert[] =>
  customers.map((customer) => ({ ...common, ...customer }));

/** Tells many customers, each as {@link raiseAlert} does. */
export const raiseAlerts: Handler<RaiseAlerts> = {
  reads: (command, draft, moment) => each(command).flatMap((one) => raiseAlert.reads(one, draft, moment)),

  decide(command, draft, moment) {
    const results: object[] = [];
    for (const one of each(command)) {
      const decision = raiseAlert.decide(one, draft, moment);
      if (!decision.ok) return decision;
      results.push(decision.body ?? {});
    }
    return { ok: true, body: results };
  },
};

/** Notes that alerts have gone out. One that was erased since is passed over. */
export const settleAlerts: Handler<SettleAlerts> = {
  reads: ({ alerts }) => alerts.map(({ slot, name }) => alertCell(slot, name)),

  decide({ alerts }, draft, moment) {
    for (const { slot, name } of alerts) {
      const alert = draft.get(alertCell(slot, name));
      if (alert) draft.put(alertCell(slot, name), { ...alert, status: "sent", sentTime: moment.time });
    }
    return { ok: true };
  },
};
