import { FIRST_DROP } from "../../store/keys/names.ts";
import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { Draft } from "./draft.ts";
import { alertStateKey, purchaseStateKey } from "./ledger.ts";

/** Maximum number of alerts of a customer: an erasure, a move of items or a list of them reads all. */
export const MAX_ALERTS = 5000;
/** Number of orders of a customer above which those that bought nothing are not kept. */
export const MAX_PURCHASES = 5000;
/** Maximum number of alerts that are dropped at once: so large that it is needed rarely. */
const MAX_DROPPED = 500;
/**
 * A command checks a ledger only if its millisecond is a multiple of this number, because each check costs a Redis
 * command.
 */
const COMMANDS_PER_CHECK = 100;

/** When the command was sent, ISO 8601. */
interface Context {
  time: string;
}

/** Returns the alerts of the customer in a slot, if there are too many. */
export const excessAlertsStateKey = (slot: string): StateKey<"excessAlerts"> => ({
  kind: "excessAlerts",
  id: slot,
  field: MAX_ALERTS,
});

/** Returns the purchases of the customer in a slot, if there are too many. */
export const excessPurchasesStateKey = (slot: string): StateKey<"excessPurchases"> => ({
  kind: "excessPurchases",
  id: slot,
  field: MAX_PURCHASES,
});

/**
 * Whether a command checks the sizes of the ledgers that it adds to. The millisecond of its time decides, so that it
 * decides the same when it runs again. About 1% of commands check.
 */
export const mustCheckLedgers = ({ time }: Context): boolean => Date.parse(time) % COMMANDS_PER_CHECK === 0;

/**
 * Drops the oldest alerts of a customer who has too many, if {@link excessAlertsStateKey} is loaded. First price drop
 * alerts are dropped last: they have the price that the next one is compared with. Reports no longer count dropped
 * alerts.
 */
export function dropAlerts(
  draft: Draft,
  { slot, storeKey }: { slot: string; storeKey: string },
  { time }: Context,
): void {
  const excess = excessAlertsStateKey(slot);
  const found = draft.knows(excess) ? (draft.get(excess) ?? []) : [];
  if (found.length === 0) return;
  const alerts = found.flatMap(({ field, record: loaded }) => {
    const record = draft.current(alertStateKey(slot, field), loaded);
    return record ? [{ field, record, isLast: field.startsWith(FIRST_DROP) }] : [];
  });
  alerts.sort((a, b) => Number(a.isLast) - Number(b.isLast) || (a.record.id < b.record.id ? -1 : 1));
  const dropped = alerts.slice(0, MAX_DROPPED);
  for (const { field, record } of dropped) draft.put(alertStateKey(slot, field), null, record);
  // Later commands of the batch must not drop the same alerts again.
  draft.put(excess, null);
  const forgotten = dropped.map(({ record: { type, createdTime } }) => ({ type, time: createdTime }));
  draft.emit({ type: "report.counted", storeKey, time, counted: { forgotten } });
}

/**
 * Drops the orders that bought nothing from the ledger of a customer with too many orders, if
 * {@link excessPurchasesStateKey} is loaded. All others are needed: a later version of the order gives back what it
 * bought. An erasure does not find the dropped orders, so they forget the names of their buyer.
 *
 * @param command about the order that is matched now. It is not dropped
 */
export function dropPurchases(
  draft: Draft,
  { slot, storeKey, key, orderKey }: { slot: string; storeKey: string; key: string; orderKey: string },
  { time }: Context,
): void {
  const excess = excessPurchasesStateKey(slot);
  const found = draft.knows(excess) ? (draft.get(excess) ?? []) : [];
  for (const { field, record } of found) {
    const stateKey = purchaseStateKey(slot, field);
    const purchase = draft.current(stateKey, record);
    if (!purchase || field === orderKey || Object.keys(purchase.lines).length > 0) continue;
    draft.put(stateKey, null, record);
    const { orderRef, hasLeft } = purchase;
    if (orderRef !== "" && !hasLeft)
      draft.emit({ type: "order.match_dropped", storeKey, time, customerKey: key, orderRef });
  }
  // Later commands of the batch find nothing to drop.
  if (found.length > 0) draft.put(excess, null);
}
