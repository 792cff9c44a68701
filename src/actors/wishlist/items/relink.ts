import { defined } from "../../../collections/defined.ts";
import type { AlertRecord } from "../../../store/records/alerts.ts";
import type { Purchase, PurchaseLine } from "../../../store/records/orders.ts";
import type { ItemRecord } from "../../../store/records/records.ts";
import type { CommandContext } from "../../handler.ts";
import type { Draft } from "../../state/draft.ts";
import {
  alertStateKey,
  newestAlertsStateKey,
  purchasesOfItemStateKey,
  purchaseStateKey,
} from "../../state/ledger.ts";

/** The moved items in their new state, by their former ids. */
export type Moves = ReadonlyMap<string, { number: number; item: ItemRecord }>;

/** Also moves a line that removes purchased wishes: the wish stays on its list until all its units are purchased. */
function movedLine(line: PurchaseLine, moves: Moves): PurchaseLine {
  const target = moves.get(line.itemId);
  return target
    ? { ...line, wishlistId: target.item.wishlistId, itemId: target.item.id, number: target.number }
    : line;
}

function movedAlert(alert: AlertRecord, moves: Moves): AlertRecord {
  const items = alert.items?.map((shownItem) => {
    const item = moves.get(shownItem.itemId)?.item;
    if (!item) return shownItem;
    const { wishlistRef: _1, wishlistItemRef: _2, ...kept } = shownItem;
    const { id: itemId, wishlistId, wishlistRef, wishlistItemRef } = item;
    return { ...kept, itemId, wishlistId, ...defined({ wishlistRef, wishlistItemRef }) };
  });
  const itemIds = alert.itemIds.map((id) => moves.get(id)?.item.id ?? id);
  return { ...alert, itemIds: [...new Set(itemIds)], ...defined({ items }) };
}

/**
 * Updates a customer's ledgers after items were moved, so that orders can withdraw their purchases of these items, and
 * alerts that are not yet sent name the new items. The purchases of each item that orders bought must be loaded. Of
 * very many alerts, only the newest are updated, because they are one command: an older one keeps the former items.
 */
export function relink(
  draft: Draft,
  { slot, storeKey }: { slot: string; storeKey: string },
  moves: Moves,
  { time }: CommandContext,
): void {
  const touched = new Map<string, Purchase>();
  for (const itemId of moves.keys()) {
    const bought = purchasesOfItemStateKey(slot, itemId);
    for (const { field, record } of draft.knows(bought) ? (draft.get(bought) ?? []) : [])
      touched.set(field, record);
  }
  for (const [field, record] of touched) {
    const lines = Object.entries(record.lines).map(
      ([lineRef, line]) => [lineRef, movedLine(line, moves)] as const,
    );
    draft.put(purchaseStateKey(slot, field), { ...record, lines: Object.fromEntries(lines) }, record);
    const { orderRef } = record;
    if (orderRef !== "") draft.emit({ type: "order.match_moved", storeKey, time, orderRef });
  }
  for (const { field, record } of draft.get(newestAlertsStateKey(slot, [...moves.keys()])) ?? [])
    draft.put(alertStateKey(slot, field), movedAlert(record, moves), record);
}
