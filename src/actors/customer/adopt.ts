import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { CustomerRecord, FormerCustomerRecord, WishlistRecord } from "../../store/records/records.ts";
import type { CommandContext } from "../handler.ts";
import type { Draft } from "../state/draft.ts";
import { metaStateKey } from "../wishlist/state/meta.ts";
import { recordStateKey } from "../wishlist/state/wishlist.ts";

/**
 * Number of wishlists that one command gives to a new customer. It limits how long a partition is busy with one
 * customer.
 */
const BATCH_SIZE = 200;

/** Returns the state key of the next wishlists to give, and of one more, which shows whether any remain. */
const nextWishlistStateKey = (slot: string, { heir }: FormerCustomerRecord): StateKey<"wishlistPage"> => ({
  kind: "wishlistPage",
  id: slot,
  field: `${BATCH_SIZE + 1} ${heir?.after ?? ""}`,
});

/** Returns the service id of the customer that is created in a slot: the same for all commands of its creation. */
export const newIdIn = (former: FormerCustomerRecord | null, key: string, context: CommandContext): string =>
  former?.heir?.svc_customer_id ?? context.newCustomerId(key);

/**
 * Moves the next wishlists of a deleted customer to the new customer with the same reference. Returns the last moved
 * wishlist if more remain, else null.
 */
export function adoptSome(
  draft: Draft,
  slot: string,
  former: FormerCustomerRecord,
  customer: CustomerRecord,
  version: string,
): string | null {
  const ids = draft.get(nextWishlistStateKey(slot, former)) ?? [];
  const batch = ids.slice(0, BATCH_SIZE);
  draft.load(batch.flatMap((id) => [metaStateKey(id), recordStateKey(id)]));
  for (const wishlistId of batch) {
    const meta = draft.get(metaStateKey(wishlistId));
    const record = draft.get(recordStateKey(wishlistId));
    if (!meta || !record) continue;
    const adopted: WishlistRecord = {
      ...record,
      customerId: customer.svc_customer_id,
      customerRef: customer.id,
    };
    draft.put(recordStateKey(wishlistId), adopted);
    draft.put(metaStateKey(wishlistId), { ...meta, version });
  }
  return ids.length > BATCH_SIZE ? (batch.at(-1) ?? null) : null;
}
