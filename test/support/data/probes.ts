import assert from "node:assert/strict";
import { type Caller, CS, type Json, unique, WS } from "../service.ts";

const ITEMS = `${WS}/wishlist/items`;

/** Returns a variant that no other test uses. */
export const newVariant = () => ({ productRef: unique("p"), selectedVariantRef: unique("v") });

type Probe = [method: string, path: string, body?: Json];

/** The data of one customer or guest. */
interface Owned {
  customer: Json;
  list: Json;
  item: Json;
}

/** Creates a customer with a wishlist that has an item. */
export async function furnish(caller: Caller): Promise<Owned> {
  const customer = await caller.newCustomer({ email: `${unique("ann")}@example.com` });
  const list = await caller.newWishlist({ customerRef: customer.id, wishlistRef: unique("list") });
  const item = await caller.newItem(list.id, { wishlistItemRef: unique("item") });
  return { customer, list, item };
}

/** Returns all requests of one caller about another caller's data. */
export function probes(mine: Owned, own: Pick<Owned, "customer">): Probe[] {
  const { customer, list, item } = mine;
  return [
    ["GET", `${CS}/customers/${customer.id}`],
    ["GET", `${CS}/customers/${customer.svc_customer_id}`],
    ["PUT", `${CS}/customers`, { id: customer.id, note: "x" }],
    ["PUT", `${CS}/customers`, { svc_customer_id: customer.svc_customer_id, note: "x" }],
    ["DELETE", `${CS}/customers/${customer.id}`],
    ["DELETE", `${CS}/customers/${customer.svc_customer_id}`],
    ["POST", `${WS}/wishlists`, { customerId: customer.svc_customer_id, name: "x" }],
    ["POST", `${WS}/wishlists`, { customerRef: customer.id, name: "x" }],
    ["GET", `${WS}/wishlists?id=${list.id}`],
    ["GET", `${WS}/wishlists?wishlistRef=${list.wishlistRef}`],
    ["PUT", `${WS}/wishlists`, { id: list.id, name: "x" }],
    ["PUT", `${WS}/wishlists`, { wishlistRef: list.wishlistRef, name: "x" }],
    ["GET", `${WS}/wishlists/lookup?customerId=${customer.svc_customer_id}`],
    ["GET", `${WS}/wishlists/lookup?customerRef=${customer.id}`],
    ["GET", `${ITEMS}?id=${list.id}`],
    ["GET", `${ITEMS}?wishlistRef=${list.wishlistRef}`],
    ["POST", ITEMS, { wishlistId: list.id, product: newVariant() }],
    ["POST", ITEMS, { wishlistRef: list.wishlistRef, product: newVariant() }],
    ["POST", `${WS}/wishlist/add-items`, { wishlistId: list.id, itemRef: [newVariant()] }],
    ["POST", `${ITEMS}/move`, { wishlistId: list.id, toWishlistId: list.id, itemId: [item.id] }],
    ["POST", `${ITEMS}/copy`, { wishlistRef: list.wishlistRef, toWishlistId: list.id, itemId: [item.id] }],
    ["GET", `${ITEMS}/${item.id}`],
    ["GET", `${ITEMS}/ref=${item.wishlistItemRef}`],
    ["PUT", `${ITEMS}/id=${item.id}`, { notifyMe: true }],
    ["PUT", `${ITEMS}/ref=${item.wishlistItemRef}`, { notifyMe: true }],
    ["PUT", `${ITEMS}/ref=${item.wishlistItemRef}?wishlistId=${list.id}`, { notifyMe: true }],
    ["DELETE", `${ITEMS}/${item.id}`],
    ["DELETE", `${ITEMS}/${item.wishlistItemRef}/ref`],
    ["DELETE", `${WS}/wishlists?id=${list.id}`],
    ["DELETE", `${WS}/wishlists?wishlistRef=${list.wishlistRef}`],
    ["DELETE", `${WS}/wishlists/customer?customerId=${customer.svc_customer_id}`],
    ["DELETE", `${WS}/wishlists/customer?customerRef=${customer.id}`],
    ["GET", `${CS}/customers/${own.customer.id}x`],
    ["GET", `${CS}/v2/customers/${customer.svc_customer_id}`],
    ["GET", `${CS}/v2/customers/${customer.id}/ref`],
    ["PUT", `${CS}/v2/customers/id=${customer.svc_customer_id}`, { firstName: "x" }],
    ["PUT", `${CS}/v2/customers/customerRef=${customer.id}`, { firstName: "x" }],
    ["DELETE", `${CS}/v2/customers?id=${customer.svc_customer_id}`],
    ["GET", `${WS}/wishlists/${list.id}`],
    ["GET", `${WS}/wishlists/${list.wishlistRef}/byref`],
    ["GET", `${WS}/wishlists/customer/${customer.svc_customer_id}`],
    ["GET", `${WS}/wishlists/customer/${customer.id}/byref`],
    ["PUT", `${WS}/wishlists/id=${list.id}`, { name: "x" }],
    ["PUT", `${WS}/wishlists/ref=${list.wishlistRef}`, { name: "x" }],
    ["DELETE", `${WS}/wishlists/${list.id}`],
    ["DELETE", `${WS}/wishlists/${list.wishlistRef}/byref`],
    ["GET", `${ITEMS}/ref/${item.wishlistItemRef}`],
    ["PUT", ITEMS, { id: item.id, notifyMe: true }],
    ["PUT", ITEMS, { wishlistItemRef: item.wishlistItemRef, notifyMe: true }],
  ];
}

/** Returns all requests of a shopper about another shopper's data, and about the store. */
export function shopperProbes(mine: Owned, own: Owned): Probe[] {
  const { customer, list, item } = mine;
  const shares = `${WS}/wishlists/${list.id}/shares`;
  const moved = { wishlistId: own.list.id, itemId: [own.item.id] };
  return [
    ...probes(mine, own),
    ["POST", `${ITEMS}/move`, { ...moved, toWishlistId: list.id }],
    ["POST", `${ITEMS}/copy`, { ...moved, toWishlistRef: list.wishlistRef }],
    ["POST", `${ITEMS}/move`, { wishlistId: list.id, toWishlistId: own.list.id, itemId: [item.id] }],
    ["POST", `${ITEMS}/copy`, { wishlistId: list.id, toWishlistId: own.list.id, itemId: [item.id] }],
    ["POST", shares, {}],
    ["GET", shares],
    ["DELETE", `${shares}/x`],
    ["GET", `${WS}/wishlists/list`],
    ["POST", `${WS}/wishlists`, { name: "x", guest: true }],
    ["POST", `${WS}/wishlists/claim`, { guestToken: "x", customerRef: customer.id, mode: "keep" }],
    ["GET", `${WS}/settings`],
    ["POST", `${WS}/privacy/export`, { customerRef: customer.id }],
  ];
}

/**
 * Fails unless a shopper sees no data of another customer: 404 as for an unknown entity, or 403 if no shopper may call
 * the operation.
 */
export async function checkHiddenFromShopper(shop: Caller, shopper: Caller, own: Owned): Promise<void> {
  const mine = await furnish(shop);
  const read = () => shop.get(`${WS}/wishlists?id=${mine.list.id}`);
  const before = await read();
  const statuses = new Set<number>();
  for (const [method, path, body] of shopperProbes(mine, own)) {
    const { status, text, body: problem } = await shopper.send(method, path, body);
    const isForShoppers =
      path.startsWith(`${WS}/wishlist`) && !/\/(list|claim)$/.test(path) && body?.guest === undefined;
    assert.deepEqual(
      [status, problem.code],
      isForShoppers ? [404, "ResourceNotFound"] : [403, "Forbidden"],
      `${method} ${path} ${text}`,
    );
    assert.ok(!text.includes(mine.customer.email), path);
    statuses.add(status);
  }
  assert.deepEqual([...statuses].sort(), [403, 404]);
  assert.equal((await read()).text, before.text);
}
