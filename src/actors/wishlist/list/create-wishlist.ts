import { defined } from "../../../collections/defined.ts";
import type { Customer, WishlistRecord } from "../../../store/records/records.ts";
import type { CommandContext, Handler } from "../../handler.ts";
import { withoutNull } from "../../patch.ts";
import { refuseOversized } from "../../record-size.ts";
import { isRefusal, refuse, type Rejection } from "../../reply.ts";
import { customerStateKey, isNamedCustomer } from "../../state/customer-slot.ts";
import type { Draft } from "../../state/draft.ts";
import type { CreateWishlist, WishlistFields } from "../messages.ts";
import { guestStateKey, MAX_GUEST_ITEMS } from "../state/guest.ts";
import { metaStateKey } from "../state/meta.ts";
import { wishlistCountStateKey, recordStateKey, refuseTakenWishlistRef } from "../state/wishlist.ts";
import { makeOnlyDefault } from "./default-wishlist.ts";

/** Maximum number of wishlists of a customer if the command has none, because an earlier version sent it. */
const DEFAULT_LIMIT = 1000;

/** Returns the customer of a new wishlist; undefined if no customer has these names, or if it is deleted. */
export function customerFor(
  command: { customerId?: string; customerRef?: string },
  customer: Customer | null,
) {
  return customer?.record && isNamedCustomer(customer, command) ? customer.record : undefined;
}

/** Returns the fields of a new wishlist that name its customer or guest, or why it cannot be created. */
function identityFields(command: CreateWishlist, draft: Draft): Partial<WishlistRecord> | Rejection {
  const { slot, guest, most = DEFAULT_LIMIT } = command;
  if (guest) return { guest: true };
  draft.load([customerStateKey(slot), wishlistCountStateKey(slot)]);
  const customer = customerFor(command, draft.get(customerStateKey(slot)));
  if (!customer) return refuse("ResourceNotFound", "There is no such customer.");
  if ((draft.get(wishlistCountStateKey(slot)) ?? 0) >= most)
    return refuse("LimitExceeded", `A customer has at most ${most} wishlists.`);
  return { customerId: customer.svc_customer_id, customerRef: customer.id };
}

/** Stores a new wishlist without items. */
export function putNewWishlist(
  draft: Draft,
  { storeKey, slot }: { storeKey: string; slot: string },
  record: WishlistRecord,
  { time, version }: CommandContext,
): void {
  const { id, guest, wishlistRef = null } = record;
  const meta = { storeKey, slot, wishlistRef, lastNumber: 0, count: 0, version, deleted: false };
  draft.put(metaStateKey(id), { ...meta, ...(guest ? { maxGuestItems: MAX_GUEST_ITEMS } : {}) });
  draft.put(recordStateKey(id), record);
  draft.put({ kind: "listed", id: slot, field: id }, true);
  draft.emit({ type: "wishlist.created", storeKey, time, wishlistId: id });
}

/**
 * Creates a wishlist. Refused with `ResourceNotFound` if the customer does not exist or is deleted, with
 * `LimitExceeded` if the customer has the maximum number of wishlists, and with `DuplicateReference` if another
 * wishlist has the reference.
 */
export const createWishlist: Handler<CreateWishlist, WishlistRecord> = (command, draft, context) => {
  const { time, version, newWishlistId: id } = context;
  const { slot, storeKey, guest } = command;
  const identity = identityFields(command, draft);
  if (isRefusal(identity)) return identity;
  const { name, description, wishlistRef, isPrivate, isDefault, attributeGroups } =
    withoutNull<WishlistFields>(command.fields);
  const taken =
    wishlistRef === undefined ? undefined : refuseTakenWishlistRef(draft, storeKey, id, wishlistRef);
  if (taken) return taken;
  const record: WishlistRecord = {
    id,
    ...identity,
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
  putNewWishlist(draft, command, record, context);
  if (guest) draft.put(guestStateKey(id), { storeKey, hash: guest.hash, usedTime: time, claims: 0 });
  else draft.put(wishlistCountStateKey(slot), (draft.get(wishlistCountStateKey(slot)) ?? 0) + 1);
  return { ok: true, body: record, version };
};
