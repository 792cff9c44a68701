import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { CustomerRecord } from "../../store/records/records.ts";
import type { CommandContext, Handler } from "../handler.ts";
import { refuse, refuseMismatch } from "../reply.ts";
import { customerStateKey, isNamedCustomer, NO_WISHLISTS } from "../state/customer-slot.ts";
import type { Draft } from "../state/draft.ts";
import { alertStateKey, someAlertsStateKey } from "../state/ledger.ts";
import { tombstoneStateKey, updateTimeStateKey } from "../state/platform-update.ts";
import { eraseWishlist, stateToErase } from "../wishlist/list/delete-wishlist.ts";
import { eraseExcess } from "../wishlist/list/erase-excess.ts";
import { revokeAll } from "../wishlist/list/share-wishlist.ts";
import { forgetAnswers, forgetExcessAnswers } from "../wishlist/state/answers.ts";
import { metaStateKey } from "../wishlist/state/meta.ts";
import { wishlistsStateKey, answersStateKey } from "../wishlist/state/wishlist.ts";
import { releaseOld } from "./contact-claims.ts";
import type { DeleteCustomer, DeleteWishlists } from "./messages.ts";

/**
 * Maximum number of wishlists that one command deletes, and of the items that they have had unless a single wishlist
 * has had more. They limit how long a partition is busy with one customer.
 */
const BATCH_SIZE = 10;
const BATCH_ITEMS = 5000;

/** Returns the state key of the wishlists that a command deletes, and of one more, which shows whether any remain. */
const someWishlistsStateKey = (slot: string): StateKey<"wishlists"> => ({
  kind: "wishlists",
  id: slot,
  field: BATCH_SIZE + 1,
});

/** Erases a customer's first wishlists. Returns how many wishlists there were, and whether any remain. */
function eraseSome(
  slot: string,
  draft: Draft,
  context: CommandContext,
): { count: number; remaining: boolean } {
  const ids = draft.get(someWishlistsStateKey(slot)) ?? [];
  const first = ids.slice(0, BATCH_SIZE);
  draft.load(first.map(metaStateKey));
  let items = 0;
  const batch = first.filter((id, i) => {
    items += draft.get(metaStateKey(id))?.lastNumber ?? 0;
    return i === 0 || items <= BATCH_ITEMS;
  });
  if (eraseExcess(draft, batch, context)) return { count: ids.length, remaining: true };
  draft.load(batch.flatMap((id) => stateToErase(id, draft.get(metaStateKey(id)))));
  for (const id of batch) {
    const meta = draft.get(metaStateKey(id));
    if (meta) eraseWishlist(draft, meta, id, context);
  }
  return { count: ids.length, remaining: ids.length > batch.length };
}

/** Deletes a customer's wishlists, some at a time. The customer need not exist, because wishlists may outlive it. */
export const deleteWishlists: Handler<DeleteWishlists> = (command, draft, context) => {
  const { slot } = command;
  const erased = isNamedCustomer(draft.get(customerStateKey(slot)), command)
    ? eraseSome(slot, draft, context)
    : { count: 0, remaining: false };
  if (erased.count === 0) return refuse("ResourceNotFound", NO_WISHLISTS);
  return { ok: true, remaining: erased.remaining };
};

/** Deletes the loaded alerts of a customer. Reports no longer count them. */
function forgetAlerts(
  draft: Draft,
  { slot, storeKey }: Pick<DeleteCustomer, "slot" | "storeKey">,
  { time }: CommandContext,
): void {
  const alerts = draft.get(someAlertsStateKey(slot))?.records ?? [];
  for (const { field, record: alert } of alerts) draft.put(alertStateKey(slot, field), null, alert);
  const forgotten = alerts.map(({ record: { type, createdTime } }) => ({ type, time: createdTime }));
  if (forgotten.length > 0) draft.emit({ type: "report.counted", storeKey, time, counted: { forgotten } });
}

/** Deletes some alerts of a customer who has too many for one command. Returns whether there were too many. */
function forgetExcessAlerts(draft: Draft, command: DeleteCustomer, context: CommandContext): boolean {
  if (!draft.get(someAlertsStateKey(command.slot))?.hasMore) return false;
  forgetAlerts(draft, command, context);
  return true;
}

function targetOf({ slot, id }: DeleteCustomer, draft: Draft): CustomerRecord | null {
  const record = draft.get(customerStateKey(slot))?.record ?? null;
  return record && (record.id === id || record.svc_customer_id === id) ? record : null;
}

/**
 * Marks a customer as deleted and removes the personal data. The wishlists remain under the customer's reference. If
 * the command demands it, they are erased first, some at a time.
 */
export const deleteCustomer: Handler<DeleteCustomer> = (command, draft, context) => {
  const { slot, storeKey, key } = command;
  // The tombstone is read, so that a repeated deletion does not count it again.
  draft.load([customerStateKey(slot), tombstoneStateKey(slot)]);
  const customer = draft.get(customerStateKey(slot));
  const record = targetOf(command, draft);
  if (!record && command.isNews) {
    draft.put(tombstoneStateKey(slot), { time: context.time });
    return { ok: true };
  }
  if (!customer || !record) return refuse("ResourceNotFound", "There is no such customer.");
  const mismatch = refuseMismatch("customer", customer.version, command.ifMatch);
  if (mismatch) return mismatch;
  draft.load([someAlertsStateKey(slot), answersStateKey(slot)]);
  if (forgetExcessAlerts(draft, command, context) || forgetExcessAnswers(draft, [slot]))
    return { ok: true, remaining: true };
  draft.load([command.withWishlists ? someWishlistsStateKey(slot) : wishlistsStateKey(slot)]);
  if (command.withWishlists && eraseSome(slot, draft, context).remaining)
    return { ok: true, remaining: true };
  if (!command.withWishlists) revokeAll(draft, draft.get(wishlistsStateKey(slot)) ?? []);
  const { svc_customer_id, created_at } = record;
  const former = { svc_customer_id, deleted: true as const, created_at, deleted_at: context.time };
  draft.put(customerStateKey(slot), { record: null, version: context.version, former });
  draft.put(tombstoneStateKey(slot), { time: context.time });
  draft.put(updateTimeStateKey(slot), null);
  releaseOld(draft, storeKey, record, null);
  forgetAlerts(draft, command, context);
  forgetAnswers(draft, slot);
  draft.emit({
    type: "customer.deleted",
    storeKey,
    time: context.time,
    customerKey: key,
    customerId: svc_customer_id,
  });
  return { ok: true };
};
