import { defined } from "../../store/defined.ts";
import type { StateKey } from "../../store/partition/state-keys.ts";
import type { Customer, WishlistRecord } from "../../store/records/records.ts";
import { customerOf, isNamedCustomer } from "../customer-slot.ts";
import type { CreateWishlist, WishlistFields } from "./messages.ts";
import type { Handler } from "../handler.ts";
import { present } from "../patch.ts";
import { refuse } from "../reply.ts";
import { refuseOversized } from "../record-size.ts";
import { metaKey } from "./wishlist-meta.ts";
import { makeOnlyDefault, recordOf, wishlistRefClaim } from "./update-wishlist.ts";

/** Maximum number of wishlists of a customer if the sender, of an earlier version, does not say. */
const DEFAULT_MOST = 1000;

const countOf = (slot: string): StateKey<"wishlistCount"> => ({ kind: "wishlistCount", owner: slot });

/** The customer of a new wishlist; a deleted one cannot have new ones. */
function ownerFor(command: CreateWishlist, customer: Customer | null) {
  return customer?.record && isNamedCustomer(customer, command) ? customer.record : undefined;
}

/**
 * Creates a wishlist. Refused with `ResourceNotFound` if the customer does not exist or is deleted, with
 * `LimitExceeded` if the customer has the maximum number of wishlists, and with `DuplicateReference` if another
 * wishlist has the reference.
 */
export const createWishlist: Handler<CreateWishlist, WishlistRecord> = (command, draft, context) => {
  const { time, version, newWishlistId: id } = context;
  const { slot, storeKey, most = DEFAULT_MOST } = command;
  draft.load([customerOf(slot), countOf(slot)]);
  const owner = ownerFor(command, draft.get(customerOf(slot)));
  if (!owner) return refuse("ResourceNotFound", "There is no such customer.");
  const count = draft.get(countOf(slot)) ?? 0;
  if (count >= most) return refuse("LimitExceeded", `A customer has at most ${most} wishlists.`);
  const { name, description, wishlistRef, isPrivate, isDefault, attributeGroups } = present<WishlistFields>(
    command.fields,
  );
  if (wishlistRef !== undefined && draft.get(wishlistRefClaim(storeKey, id, wishlistRef)) !== "granted") {
    return refuse("DuplicateReference", "Another wishlist has this wishlistRef.", "/wishlistRef");
  }
  const record: WishlistRecord = {
    id,
    customerId: owner.svc_customer_id,
    customerRef: owner.id,
    ...defined({ name, description, wishlistRef }),
    isPrivate: isPrivate ?? false,
    ...(isDefault === true ? { isDefault } : {}),
    deleted: false,
    createdTime: time,
    modifiedTime: time,
    ...defined({ attributeGroups }),
  };
  const oversized = refuseOversized("wishlist", record, null);
  if (oversized) return oversized;
  if (record.isDefault) makeOnlyDefault(draft, { slot, storeKey, wishlistId: id }, context);
  draft.put(metaKey(id), {
    storeKey,
    slot,
    wishlistRef: wishlistRef ?? null,
    lastNumber: 0,
    count: 0,
    version,
    deleted: false,
  });
  draft.put(recordOf(id), record);
  draft.put({ kind: "listed", owner: slot, field: id }, true);
  draft.put(countOf(slot), count + 1);
  draft.emit({ type: "wishlist.created", storeKey, time, wishlistId: id });
  return { ok: true, body: record, version };
};
