import type { CommandContext } from "../../handler.ts";
import type { Draft } from "../../state/draft.ts";
import { purchasesFromListStateKey, someAlertsStateKey } from "../../state/ledger.ts";
import { forgetExcessAnswers } from "../state/answers.ts";
import { metaStateKey } from "../state/meta.ts";
import { dropExcess, stateToDrop } from "../state/removed-items.ts";
import { answersStateKey } from "../state/wishlist.ts";
import { eraseExcessItems } from "./erase-items.ts";
import { unlinkExcessAlerts } from "./unlink-alerts.ts";
import { unlinkExcess } from "./unlink-purchases.ts";

/**
 * Erases a part of wishlists that have too much for one command: stored answers, removed items from before their limit,
 * links from very many orders and alerts, and personal fields of very many items. Returns whether there was such a
 * part: the erasure then needs another command.
 */
export function eraseExcess(draft: Draft, wishlistIds: readonly string[], context: CommandContext): boolean {
  const owned = wishlistIds.flatMap((id) => {
    const { slot = null, storeKey = "" } = draft.get(metaStateKey(id)) ?? {};
    return slot === null ? [] : [{ id, slot, storeKey }];
  });
  draft.load([
    ...wishlistIds.flatMap((id) => [...stateToDrop(draft, id), answersStateKey(id)]),
    ...owned.flatMap(({ id, slot }) => [purchasesFromListStateKey(slot, id), someAlertsStateKey(slot, id)]),
  ]);
  const unlinked = owned.filter(({ id, ...customer }) => unlinkExcess(draft, customer, id, context));
  const dropped = wishlistIds.filter((id) => dropExcess(draft, id, context, Infinity));
  const named = owned.filter(({ id, slot }) => unlinkExcessAlerts(draft, slot, id));
  if (unlinked.length + dropped.length + named.length > 0) return true;
  return forgetExcessAnswers(draft, wishlistIds) || eraseExcessItems(draft, wishlistIds, context);
}
